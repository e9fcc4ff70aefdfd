/// The ways in which a submission is run. Each is a process of its own.
package enum ArenaKind: String, Codable, Sendable, CaseIterable {
  /// Every interleaving up to a bound, under the controlled scheduler. Gives the verdict.
  case explore
  /// Real threads and real Dispatch, optimised, many rounds. Second witness.
  case stress
  /// Real threads under ThreadSanitizer. Second witness for data races.
  case sanitize
}

/// Who calls the subject: each kata is judged under more than one.
package enum ClientDriver: String, Codable, Sendable, CaseIterable {
  /// Clients are threads that call synchronously.
  case threads
  /// Clients are blocks on a concurrent Dispatch queue.
  case dispatch
  /// Clients are child tasks of the cooperative pool.
  case tasks
}

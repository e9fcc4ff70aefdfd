/// What a kata says of itself in `kata.json`: the contract, the criteria and the limits.
package struct Kata: Codable, Sendable, Equatable {
  /// The id: the folder's name, and what the command line takes.
  package var id: String
  /// The title, such as "Check, then act".
  package var title: String
  /// What it teaches, a word or two each.
  package var concepts: [String]
  /// What a submission must declare.
  package var contract: Contract
  /// What is judged, in the report's order. Points add up to 100.
  package var criteria: [Criterion]
  /// How deep an answer goes, from the first insight to the last; nil if the kata does not say.
  package var layers: [Layer]?
  /// What a run may use.
  package var limits: Limits
  /// Swift files of types that the kata provides, relative to its folder: the module `Provided`,
  /// which a submission sees without an import.
  package var provided: [String]?

  /// What a submission must declare.
  package struct Contract: Codable, Sendable, Equatable {
    /// The type's name.
    package var type: String
    /// The members in Swift's own words: `init(balance: Int)`, `var balance: Int { get }`.
    package var members: [String]
    /// Modules that the members' types come from, such as `Foundation` for `URL`.
    package var imports: [String]?
    /// True if the type is used on the main thread only, as a screen is.
    package var mainThread: Bool?
  }

  /// One thing that is judged.
  package struct Criterion: Codable, Sendable, Equatable {
    /// How a criterion is decided.
    package enum Basis: String, Codable, Sendable {
      /// By the expectations in the harness that carry its id.
      case expectations
      /// By data races, in every scenario.
      case races
      /// By deadlocks, live-locks and runs that never end, in every scenario.
      case liveness
      /// By traps, in every scenario.
      case crashes
    }

    /// The id, such as `no-overdraft`.
    package var id: String
    /// What holds, in a few words.
    package var title: String
    /// Points for it.
    package var points: Int
    /// True if a kata is passed without it.
    package var bonus: Bool?
    /// What decides it.
    package var basis: Basis
    /// True if only the explore arena can decide it.
    package var needsExploring: Bool?
    /// One sentence for the candidate who misses it: the cause, in the words of the kata.
    package var cause: String
  }

  /// One step of understanding, shown by criteria that hold.
  package struct Layer: Codable, Sendable, Equatable {
    /// What an answer that reaches it does: "guards the data".
    package var title: String
    /// The ids of the criteria that must hold, besides those of the layers before.
    package var criteria: [String]
  }

  /// What a run may use. Sizes and times carry their unit.
  package struct Limits: Codable, Sendable, Equatable {
    /// Real time that the explore arena may take over all scenarios.
    package var exploreMilliseconds: Int
    /// Real time that the stress arena may take over all scenarios.
    package var stressMilliseconds: Int
    /// Real time that the sanitize arena may take over all scenarios.
    package var sanitizeMilliseconds: Int
    /// Memory of one arena process.
    package var memoryMiB: Int
    /// Bytes of standard output and error that are kept; past it the process is stopped.
    package var outputKiB: Int
    /// Symbols beyond the common allow-list that a submission may use: demangled prefixes.
    package var allowedSymbols: [String]?
  }
}

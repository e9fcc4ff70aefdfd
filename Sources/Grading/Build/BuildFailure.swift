/// Why there is nothing to run. None of these is the grader's fault.
package enum BuildFailure: Error, Sendable, Equatable {
  /// The compiler refuses it; its words, with the candidate's own file names.
  case compiler(String)
  /// It builds, but is not what the contract asks for.
  case misfit(String)
  /// It uses what a submission may not use.
  case refused(String)
  /// The compiler took too long, or too much memory.
  case compilerLimit(String)

  /// What a report shows.
  package var diagnosis: String {
    switch self {
    case .compiler(let words): words
    case .misfit(let words): words
    case .refused(let words): words
    case .compilerLimit(let words): words
    }
  }
}

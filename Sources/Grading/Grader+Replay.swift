extension Grader {
  /// Runs the schedule that a token holds once more.
  ///
  /// - Parameters:
  ///   - text: The token, as a report shows it.
  ///   - path: The submission that it is for.
  ///   - catalog: Where the token's kata is looked up.
  /// - Throws: `TokenError`, `CatalogError`, `SubmissionError`, `BuildFailure`, or the grader's
  ///   own faults.
  package func replay(
    token text: String, path: String, catalog: Catalog
  ) throws -> ReplayResult {
    let token = try Token(text)
    let folder = try catalog.kata(token.kata)
    let submission = try Submission(path: path)
    let scratch = try workshop.scratch()
    let build = try workshop.build(submission, for: folder, in: scratch.path, arenas: [.explore])
    guard token.digest == build.digest else {
      return ReplayResult(
        reproduced: false,
        reason: "the token was made for other code: the file or its name, the kata or the "
          + "toolchain has changed since; run 'kata run \(token.kata) \(path)' for a new one")
    }
    let job = ArenaPlan.replay(token, kata: folder.kata)
    let run = build.arena.run(
      executable: build.executable(for: .explore), job: job, limits: folder.kata.limits)
    let judge = Judge(
      kata: folder.kata, seed: token.seed, digest: build.digest, sources: submission.sources,
      blindSpots: build.blindSpots)
    let judged = judge.judge([run]).criteria
    guard let failure = judged.first(where: { $0.id == token.criterion })?.failure else {
      return ReplayResult(
        reproduced: false, reason: "the schedule ran to its end, and '\(token.criterion)' held",
        run: run)
    }
    return ReplayResult(reproduced: true, failure: failure, run: run)
  }
}

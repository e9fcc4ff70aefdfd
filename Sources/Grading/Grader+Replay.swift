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
    return replay(token, of: submission, in: build, for: folder.kata)
  }

  /// Replays the schedule of each failure that has one.
  ///
  /// - Parameter times: How many times each.
  /// - Returns: A line for each failure that did not show itself again, in the same words, every time.
  func unreproduced(
    _ criteria: [CriterionResult], times: Int, of submission: Submission, in build: Workshop.Built,
    for kata: Kata
  ) -> [String] {
    criteria.compactMap { criterion in
      guard let failure = criterion.failure, let token = failure.token.flatMap({ try? Token($0) })
      else { return nil }
      let others = (0..<times).compactMap { _ -> String? in
        let again = replay(token, of: submission, in: build, for: kata)
        // A schedule may show several things; which of them is shown first is of no matter.
        let isSame = again.run?.findings.contains {
          $0.kind == failure.kind && $0.message == failure.message
        }
        return isSame == true
          ? nil : again.failure?.message ?? again.reason ?? "nothing is said of it"
      }
      guard let other = others.first else { return nil }
      return "\(criterion.id): \(others.count) of \(times) replays of its schedule did not show "
        + "'\(failure.message)', but: \(other)"
    }
  }

  /// Runs a token's schedule in a build of the very code that it was made for.
  private func replay(
    _ token: Token, of submission: Submission, in build: Workshop.Built, for kata: Kata
  ) -> ReplayResult {
    let job = ArenaPlan.replay(token, kata: kata)
    let run = build.arena.run(
      executable: build.executable(for: .explore), job: job, limits: kata.limits)
    let judge = Judge(
      kata: kata, seed: token.seed, digest: build.digest, sources: submission.sources,
      blindSpots: build.blindSpots)
    guard
      let failure = judge.judge([run]).criteria.first(where: { $0.id == token.criterion })?.failure
    else {
      return ReplayResult(
        reproduced: false, reason: "the schedule ran to its end, and '\(token.criterion)' held",
        run: run)
    }
    return ReplayResult(reproduced: true, failure: failure, run: run)
  }
}

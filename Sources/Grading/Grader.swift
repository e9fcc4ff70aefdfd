import Dispatch
import Foundation
import Synchronization

/// Grades submissions: kata → submission → build → box → arenas → judge → score → result.
///
/// Safe to use from several threads.
package struct Grader: Sendable {
  private let workshop: Workshop

  /// What keeps the submissions in: "bubblewrap, resource limits".
  package var box: String { workshop.box.description }
  /// The toolchain's version, as it says it.
  package var swiftVersion: String { workshop.toolchain.version }

  /// Finds the toolchain, and builds the kit or finds it in the cache.
  ///
  /// - Parameters:
  ///   - home: Where the kit's sources are.
  ///   - environment: Where `PATH`, `HOME` and `XDG_CACHE_HOME` are read from.
  /// - Throws: `ToolchainError`, `KitError`, or what the file system says: nothing can be graded.
  package init(home: Home, environment: [String: String]) throws {
    workshop = try Workshop(home: home, environment: environment)
  }

  /// Grades submissions; one that is bad never stops the rest.
  ///
  /// - Parameters:
  ///   - requests: What to grade.
  ///   - options: Seed, budget and how many at a time.
  ///   - progress: Called on any thread, one call at a time.
  /// - Returns: One result a request, in their order.
  package func grade(
    _ requests: [SubmissionRequest], options: GradingOptions,
    progress: @escaping @Sendable (GradingProgress) -> Void = { _ in }
  ) -> [SubmissionResult] {
    let results = Mutex<[Int: SubmissionResult]>([:])
    let next = Atomic(0)
    let atATime = max(1, min(options.jobs, requests.count))
    DispatchQueue.concurrentPerform(iterations: atATime) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < requests.count else { return }
        let result = grade(
          requests[index], options: options, processes: max(1, options.jobs / atATime))
        results.withLock {
          $0[index] = result
          progress(GradingProgress(done: $0.count, total: requests.count, latest: result))
        }
      }
    }
    return results.withLock { all in requests.indices.compactMap { all[$0] } }
  }

  /// Grades one submission: the pipeline, start to end. Its search is shared by as many processes as there
  /// are jobs.
  package func grade(_ request: SubmissionRequest, options: GradingOptions) -> SubmissionResult {
    grade(request, options: options, processes: max(1, options.jobs))
  }

  private func grade(
    _ request: SubmissionRequest, options: GradingOptions, processes: Int
  ) -> SubmissionResult {
    let kata = request.kata.kata
    let start = ContinuousClock.now
    var result = SubmissionResult(
      candidate: request.candidate, file: request.path, kata: kata.id, outcome: .notChecked,
      possible: kata.criteria.map(\.points).reduce(0, +), box: box, seed: options.seed)
    do {
      let submission = try Submission(path: request.path)
      let scratch = try workshop.scratch()
      let build = try workshop.build(
        submission, for: request.kata, in: scratch.path, arenas: options.arenas)
      let plan = ArenaPlan(kata: kata, options: options)
      let runs = plan.jobs.map { job in
        build.arena.run(
          executable: build.executable(for: job.arena), job: job, limits: kata.limits,
          // Real threads want the processors for themselves.
          processes: job.arena == .explore ? processes : 1)
      }
      let judge = Judge(
        kata: kata, seed: options.seed, digest: build.digest, sources: submission.sources,
        blindSpots: build.blindSpots)
      result.take(judge.judge(runs))
    } catch let error as SubmissionError {
      result.refuse(error.description, outcome: .refused)
      result.inputFault = true
    } catch let failure as BuildFailure {
      result.refuse(failure.diagnosis, outcome: failure.outcome)
    } catch {
      result.diagnosis = "\(error)"
      result.graderFault = true
    }
    result.seconds = (ContinuousClock.now - start) / .seconds(1)
    return result
  }

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
        reason: "the token was made for other code: the file, the kata or the toolchain has "
          + "changed since; run 'kata run \(token.kata) \(path)' for a new one")
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

extension SubmissionResult {
  fileprivate mutating func take(_ judgement: Judgement) {
    outcome = judgement.outcome
    criteria = judgement.criteria
    layers = judgement.layers
    score = judgement.score.points
    notes = judgement.notes
    graderFault = judgement.graderFault
  }

  fileprivate mutating func refuse(_ words: String, outcome: Outcome) {
    self.outcome = outcome
    diagnosis = words
  }
}

extension BuildFailure {
  fileprivate var outcome: Outcome {
    switch self {
    case .compiler, .misfit, .compilerLimit: .buildFailed
    case .refused: .refused
    }
  }
}

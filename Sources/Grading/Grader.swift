import Dispatch
import Foundation
import Synchronization

/// Grades submissions: kata → submission → build → box → arenas → judge → score → result.
///
/// Safe to use from several threads.
package struct Grader: Sendable {
  let workshop: Workshop

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
    grade(requests, seeds: [options.seed], options: options, progress: progress).flatMap { $0 }
  }

  /// Grades submissions once with each seed; each is built once.
  ///
  /// - Parameters:
  ///   - requests: What to grade.
  ///   - seeds: What stands in the place of the options' seed, one after the other.
  ///   - options: Budget and how many at a time.
  ///   - progress: Called on any thread, one call at a time.
  /// - Returns: For each request, in their order, one result a seed.
  package func grade(
    _ requests: [SubmissionRequest], seeds: [UInt64], options: GradingOptions,
    progress: @escaping @Sendable (GradingProgress) -> Void = { _ in }
  ) -> [[SubmissionResult]] {
    let results = Mutex<[Int: [SubmissionResult]]>([:])
    let next = Atomic(0)
    let atATime = max(1, min(options.jobs, requests.count))
    let total = requests.count * seeds.count
    DispatchQueue.concurrentPerform(iterations: atATime) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < requests.count else { return }
        var options = options
        options.jobs = max(1, options.jobs / atATime)
        grade(requests[index], seeds: seeds, options: options) { result in
          results.withLock {
            $0[index, default: []].append(result)
            let done = $0.values.reduce(0) { $0 + $1.count }
            progress(GradingProgress(done: done, total: total, latest: result))
          }
        }
      }
    }
    return results.withLock { all in requests.indices.compactMap { all[$0] } }
  }

  /// Grades one submission. Its search is shared by as many processes as there are jobs.
  package func grade(_ request: SubmissionRequest, options: GradingOptions) -> SubmissionResult {
    grade([request], options: options)[0]
  }

  /// The pipeline, start to end.
  ///
  /// - Parameter report: Called once for each seed.
  private func grade(
    _ request: SubmissionRequest, seeds: [UInt64], options: GradingOptions,
    report: (SubmissionResult) -> Void
  ) {
    var start = ContinuousClock.now
    func finish(_ result: SubmissionResult) {
      var result = result
      result.seconds = (ContinuousClock.now - start) / .seconds(1)
      start = .now
      report(result)
    }
    func refuse(with change: (inout SubmissionResult) -> Void) {
      for seed in seeds {
        var result = emptyResult(request, seed: seed)
        change(&result)
        finish(result)
      }
    }
    do {
      let submission = try Submission(path: request.path)
      let scratch = try workshop.scratch()
      let build = try workshop.build(
        submission, for: request.kata, in: scratch.path, arenas: options.arenas)
      for seed in seeds {
        var options = options
        options.seed = seed
        var result = emptyResult(request, seed: seed)
        result.take(judgement(of: submission, build: build, for: request.kata.kata, options))
        result.unreproduced = unreproduced(
          result.criteria, times: options.replays, of: submission, in: build, for: request.kata.kata
        )
        finish(result)
      }
    } catch let error as SubmissionError {
      refuse {
        $0.refuse(error.description, outcome: .refused)
        $0.inputFault = true
      }
    } catch let failure as BuildFailure {
      refuse { $0.refuse(failure.diagnosis, outcome: failure.outcome) }
    } catch {
      refuse {
        $0.diagnosis = "\(error)"
        $0.graderFault = true
      }
    }
  }

  private func emptyResult(_ request: SubmissionRequest, seed: UInt64) -> SubmissionResult {
    let kata = request.kata.kata
    return SubmissionResult(
      candidate: request.candidate, file: request.path, kata: kata.id, outcome: .notChecked,
      possible: kata.criteria.map(\.points).reduce(0, +), box: box, seed: seed)
  }

  private func judgement(
    of submission: Submission, build: Workshop.Built, for kata: Kata, _ options: GradingOptions
  ) -> Judgement {
    let runs = ArenaPlan(kata: kata, options: options).jobs.map { job in
      build.arena.run(
        executable: build.executable(for: job.arena), job: job, limits: kata.limits,
        // Real threads want the processors for themselves.
        processes: job.arena == .explore ? options.jobs : 1)
    }
    let judge = Judge(
      kata: kata, seed: options.seed, digest: build.digest, sources: submission.sources,
      blindSpots: build.blindSpots)
    return judge.judge(runs)
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

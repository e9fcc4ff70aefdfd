import Grading
import Records

/// The words that reports use, in one place.
enum Wording {
  // MARK: - Outcomes and verdicts

  static func outcome(_ outcome: Outcome) -> String {
    switch outcome {
    case .passed: "passed"
    case .failed: "failed"
    case .notChecked: "not checked"
    case .buildFailed: "did not build"
    case .refused: "refused"
    }
  }

  static func verdict(_ verdict: Verdict) -> String {
    switch verdict {
    case .passed: "passed"
    case .failed: "failed"
    case .notChecked: "not checked"
    }
  }

  static func headline(_ result: SubmissionResult) -> String {
    let points = "\(result.score) of \(result.possible) points"
    switch result.outcome {
    case .passed: return "Passed, \(points)"
    case .failed: return "Failed, \(points)"
    case .notChecked: return "Not checked, \(points)"
    case .buildFailed: return "Did not build, \(points)"
    case .refused: return "Refused, \(points)"
    }
  }

  /// "Layer 2 of 3: gets one caller right, guards the data; not yet: keeps the step together"
  static func layers(_ layers: [LayerResult]) -> String? {
    guard !layers.isEmpty else { return nil }
    let reached = layers.filter(\.isReached)
    let next = layers.first { !$0.isReached }
    let parts = [
      reached.isEmpty ? nil : reached.map(\.title).joined(separator: ", "),
      next.map { "not yet: \($0.title)" },
    ]
    return "Layer \(reached.count) of \(layers.count): "
      + parts.compactMap { $0 }.joined(separator: "; ")
  }

  /// "no-overdraft 0/40, bonus: the balance is …"
  static func criterion(_ result: CriterionResult) -> String {
    let bonus = result.bonus ? ", bonus" : ""
    let title = result.title.isEmpty ? "" : ": \(result.title)"
    return "\(result.id) \(result.points)/\(result.possible)\(bonus)\(title)"
  }

  static let graderFault =
    "This is the grader's own fault and says nothing about the submission."
  static let nothingGraded = "Nothing was graded."
  static let askForDetails =
    "What broke is shown when a file is graded alone, and in --format json or junit."

  // MARK: - Evidence

  /// Said once below verdicts that rest on an exhausted search.
  static let limits =
    "Exhausted: every interleaving of the scenarios ran, up to the preemption bound where one is "
    + "named. That is a proof for these scenarios under sequential consistency, data races "
    + "included; what weakly ordered atomics may do beyond that is not explored."

  /// What all evidence of one arena adds up to: "exhausted, 98 schedules".
  ///
  /// - Parameter evidence: Of one arena, at least one.
  static func evidence(_ evidence: [Evidence]) -> String {
    guard let arena = evidence.first?.arena else { return "" }
    return "\(name(arena)): \(total(evidence, arena))"
  }

  private static func total(_ evidence: [Evidence], _ arena: ArenaKind) -> String {
    let runs = evidence.reduce(0) { $0 + $1.schedules }
    let broken = evidence.reduce(0) { $0 + $1.violations }
    let noun = arena == .explore ? "schedule" : "round"
    if broken > 0 {
      // A run that dies is broken and never counted as done.
      return "broken in \(number(broken)) of \(count(max(runs, broken), noun))"
    }
    guard runs > 0 else { return "no \(noun) came to its end" }
    let exhausted = evidence.filter(\.exhausted)
    if exhausted.count < evidence.count {
      let part =
        exhausted.isEmpty
        ? "" : ", \(exhausted.count) of \(evidence.count) searches exhausted"
      return "sampled, \(count(runs, noun))\(part) (no proof)"
    }
    let bound = exhausted.compactMap(\.bound).min()
    return "exhausted\(bound.map { " up to \(count($0, "preemption"))" } ?? ""), "
      + count(runs, noun)
  }

  /// The arena's name for a candidate.
  static func name(_ arena: ArenaKind) -> String {
    switch arena {
    case .explore: "explore"
    case .stress: "stress"
    case .sanitize: "ThreadSanitizer"
    }
  }

  // MARK: - Failures

  /// "in 'two withdrawals of 80 from 100', called from threads"
  static func situation(_ failure: Failure) -> String {
    let driver =
      switch failure.driver {
      case .threads: "called from threads"
      case .dispatch: "called from a concurrent Dispatch queue"
      case .tasks: "called from tasks"
      }
    let arena =
      switch failure.arena {
      case .explore: ""
      case .stress: ", on real threads (stress)"
      case .sanitize: ", under ThreadSanitizer"
      }
    return "In '\(failure.scenario)', \(driver)\(arena):"
  }

  static func sameRun(as criterion: String) -> String {
    "The run is the one shown under \(criterion)."
  }

  /// "… → OrderScreen; the timer was made", the latter only where a line follows. Empty if there is
  /// nothing to say.
  static func place(_ place: Place) -> String {
    let origin = place.file == nil ? nil : place.origin
    return [place.what, origin ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// What the list of places is about.
  static func placesTitle(_ kind: Finding.Kind) -> String {
    switch kind {
    case .race: "The two sides:"
    case .deadlock, .livelock: "Who waits for what:"
    case .leak: "What holds it:"
    case .invariant, .crash, .timeout: "Where:"
    }
  }

  /// What the timeline is about, with the file if there is only one.
  static func timelineTitle(_ file: String?) -> String {
    file.map { "Step by step, in \($0):" } ?? "Step by step:"
  }

  static let replayTitle = "To run this schedule again:"
  static let noSteadyReplay =
    "No schedule shows this every time, so there is none to replay."
  static let noReplay = "Seen on real threads, so there is no schedule to replay."

  static func reproduced(_ failure: Failure) -> String {
    "Reproduced: \(failure.message)"
  }

  static func notReproduced(_ reason: String?) -> String {
    "Not reproduced: \(reason ?? "the schedule ran and nothing broke")"
  }

  // MARK: - Many submissions

  /// "12 submissions: 7 passed, 3 failed, 2 did not build"
  static func counts(_ results: [SubmissionResult]) -> String {
    let parts = [Outcome.passed, .failed, .notChecked, .buildFailed, .refused].compactMap { kind in
      let count = results.count { $0.outcome == kind }
      return count == 0 ? nil : "\(number(count)) \(outcome(kind))"
    }
    let faults = results.count(where: \.graderFault)
    let fault = faults == 0 ? "" : "; the grader itself failed on \(number(faults))"
    return "\(count(results.count, "submission")): \(parts.joined(separator: ", "))\(fault)"
  }

  /// Seed, box and time, below everything else.
  static func colophon(_ report: ReportInput) -> String {
    var boxes: [String] = []
    for result in report.submissions where !result.box.isEmpty && !boxes.contains(result.box) {
      boxes.append(result.box)
    }
    let box = boxes.isEmpty ? "" : ", kept in by \(boxes.joined(separator: " or "))"
    let seconds = report.submissions.reduce(0) { $0 + $1.seconds }
    return "Seed \(report.seed)\(box), \(time(seconds))"
  }

  // MARK: - Numbers

  /// "1 schedule", "2,000 schedules"
  static func count(_ count: Int, _ noun: String) -> String {
    "\(number(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// "2,000"
  static func number(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// "2.3 s"
  static func time(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "? s" }
    let tenths = Int((seconds * 10).rounded())
    return "\(number(tenths / 10)).\(abs(tenths % 10)) s"
  }
}

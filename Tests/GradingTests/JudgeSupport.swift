import Records

@testable import Grading

/// A kata with one criterion of each basis, and runs made by hand.
enum Sample {
  static let kata = kata(crashes: true)

  static func kata(crashes: Bool, liveness: Bool = true, races: Bool = true) -> Kata {
    var criteria = [criterion("works", 10, .expectations)]
    if races { criteria.append(criterion("race-free", 20, .races)) }
    criteria.append(criterion("no-overdraft", 30, .expectations))
    if liveness { criteria.append(criterion("live", 10, .liveness)) }
    if crashes { criteria.append(criterion("no-crash", 10, .crashes)) }
    criteria.append(criterion("parallel", 20, .expectations, bonus: true, needsExploring: true))
    return Kata(
      id: "withdraw", title: "Check, then act", concepts: [],
      contract: Kata.Contract(type: "BankAccount", members: []), criteria: criteria,
      limits: Kata.Limits(
        exploreMilliseconds: 1, stressMilliseconds: 1, sanitizeMilliseconds: 1, memoryMiB: 1,
        outputKiB: 1, allowedSymbols: nil))
  }

  private static func criterion(
    _ id: String, _ points: Int, _ basis: Kata.Criterion.Basis, bonus: Bool? = nil,
    needsExploring: Bool? = nil
  ) -> Kata.Criterion {
    Kata.Criterion(
      id: id, title: "title of \(id)", points: points, bonus: bonus, basis: basis,
      needsExploring: needsExploring, cause: "cause of \(id)")
  }

  /// What each scenario checks.
  static let scenarios = ["one": "works", "two": "no-overdraft", "reader": "parallel"]
  static let order = ["one", "two", "reader"]

  /// A run in which every scenario ended well, to be spoilt.
  static func run(
    _ arena: ArenaKind, exhausted: Bool = true, bound: Int? = nil,
    drivers: [ClientDriver] = [.threads]
  ) -> ArenaRun {
    let isExplored = arena == .explore
    // Only the explore arena can pause a reader.
    let titles = isExplored ? order : Array(order.prefix(2))
    var messages: [Message] = [.hello(scenarios: titles)]
    for title in titles {
      for driver in drivers {
        messages.append(.began(scenario: title, driver: driver))
        messages.append(
          .ended(
            Tally(
              scenario: title, driver: driver, runs: 98, checks: [scenarios[title] ?? "": 98],
              exhausted: isExplored && exhausted, bound: bound, milliseconds: 5)))
      }
    }
    messages.append(.finished(scenarios: titles.count))
    return ArenaRun(
      arena: arena, end: .exited(code: 0), messages: messages, output: "", box: "a box",
      milliseconds: 10)
  }

  static func finding(
    _ kind: Finding.Kind, _ scenario: String, criterion: String? = nil, schedule: String? = nil,
    driver: ClientDriver = .threads, message: String = "seen", trace: [Step] = []
  ) -> Finding {
    Finding(
      kind: kind, criterion: criterion, scenario: scenario, driver: driver, message: message,
      schedule: schedule, trace: trace)
  }

  static func judge(_ runs: [ArenaRun], kata: Kata = kata) -> Judgement {
    Judge(kata: kata, seed: 7, digest: "d", sources: ["Account.swift": "let a = 1\n"]).judge(runs)
  }

  /// Verdicts by criterion: "P", "F" or "-".
  static func verdicts(_ judgement: Judgement) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: judgement.criteria.map { criterion in
        switch criterion.verdict {
        case .passed: (criterion.id, "P")
        case .failed: (criterion.id, "F")
        case .notChecked: (criterion.id, "-")
        }
      })
  }
}

extension ArenaRun {
  /// The same run, in which the scenario also found something.
  func finding(_ finding: Finding) -> ArenaRun {
    var run = self
    let index = run.messages.firstIndex {
      if case .ended(let tally) = $0 {
        tally.scenario == finding.scenario && tally.driver == finding.driver
      } else {
        false
      }
    }
    run.messages.insert(.found(finding), at: index ?? run.messages.endIndex)
    if let id = finding.criterion {
      run = run.changing(finding.scenario) { $0.violations[id, default: 0] += 1 }
    }
    return run
  }

  /// The same run with other counts for a scenario.
  func changing(_ scenario: String, _ change: (inout Tally) -> Void) -> ArenaRun {
    var run = self
    run.messages = run.messages.map { message in
      guard case .ended(var tally) = message, tally.scenario == scenario else { return message }
      change(&tally)
      return .ended(tally)
    }
    return run
  }

  /// The same run, cut off in the middle of a scenario, with what the outside says of it.
  func dying(in scenario: String, _ end: End, _ finding: Finding?) -> ArenaRun {
    var run = self
    let index = run.messages.firstIndex { $0 == .began(scenario: scenario, driver: .threads) }
    run.messages = Array(run.messages.prefix(through: index ?? 0))
    if let finding { run.messages.append(.found(finding)) }
    run.end = end
    return run
  }
}

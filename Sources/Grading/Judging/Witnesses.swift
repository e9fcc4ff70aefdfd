import Records

/// The runs of one submission, sorted for the judge: what each arena did, and what it saw.
struct Witnesses {
  /// The run of the explore arena, if there was one that can be believed.
  let explore: ArenaRun?
  let stress: ArenaRun?
  let sanitize: ArenaRun?
  /// Why runs cannot be believed, by arena.
  let distrusted: [ArenaKind: String]
  /// Everything found, in the order of the arenas.
  let all: [Witness]

  /// - Parameter runs: At most one of each arena; more are taken for one after the other.
  init(_ runs: [ArenaRun]) {
    var believed: [ArenaKind: ArenaRun] = [:]
    var distrusted: [ArenaKind: String] = [:]
    for run in runs {
      if case .untrusted(let reason) = run.end {
        distrusted[run.arena] = reason
      } else {
        believed[run.arena] = run
      }
    }
    // An arena that lied once is not believed at all.
    for arena in distrusted.keys { believed[arena] = nil }
    explore = believed[.explore]
    stress = believed[.stress]
    sanitize = believed[.sanitize]
    self.distrusted = distrusted
    all = [ArenaKind.explore, .sanitize, .stress].flatMap { arena in
      (believed[arena]?.findings ?? []).map { Witness(arena: arena, finding: $0) }
    }
  }

  /// The run that criteria are passed by: explore wherever it ran, believed or not.
  var deciding: ArenaRun? {
    distrusted[.explore] == nil ? explore ?? stress : nil
  }

  /// The tallies of an arena; none if it did not run.
  func tallies(_ arena: ArenaKind) -> [Tally] {
    switch arena {
    case .explore: explore?.tallies ?? []
    case .stress: stress?.tallies ?? []
    case .sanitize: sanitize?.tallies ?? []
    }
  }

  /// The criteria that a scenario puts to the test, by everything that any arena saw of it; empty
  /// if it never got that far.
  func criteria(checkedBy scenario: String) -> Set<String> {
    var ids: Set<String> = []
    for run in [explore, stress, sanitize].compactMap({ $0 }) {
      for tally in run.tallies where tally.scenario == scenario {
        ids.formUnion(tally.checks.keys)
      }
    }
    return ids
  }

  /// The explore arena's counts that speak of the same thing as a finding of another arena: the
  /// same scenario, and the same driver if it was explored.
  func exploredCounterparts(of finding: Finding) -> [Tally] {
    let same = tallies(.explore).filter { $0.scenario == finding.scenario }
    let driven = same.filter { $0.driver == finding.driver }
    return driven.isEmpty ? same : driven
  }

  /// True for the end of a stress run that printed or took more than it may: what thousands of rounds
  /// add up to, in one process, and says nothing about any one of them.
  func isSum(_ finding: Finding) -> Bool {
    guard finding.kind == .crash, let end = stress?.end else { return false }
    switch end {
    case .outputLimit, .memoryLimit: return true
    default: return false
    }
  }

  /// True if the explore arena found a race anywhere: what a racy program does for real, no
  /// model foretells.
  var exploreFoundRace: Bool {
    explore?.findings.contains { $0.kind == .race } ?? false
  }

  /// True if the search came to its end without a crash, but found a race: then a crash of real
  /// threads is what the race led to.
  var isExplainedByRace: Bool {
    guard let explore, explore.isFinished, exploreFoundRace else { return false }
    return !explore.findings.contains { $0.kind == .crash }
  }
}

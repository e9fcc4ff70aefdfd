import Records

extension ArenaRun {
  /// The record of one run by several processes, as if one process had run all of it.
  ///
  /// A process that dies takes nobody along. But one that did all the work would have come no further: so
  /// what comes after its last search, in the order of all searches, is left out.
  ///
  /// - Parameters:
  ///   - parts: What each process did; at least one, and together all shares.
  ///   - drivers: Those of the job, in its order.
  static func joining(_ parts: [(share: Share, run: ArenaRun)], drivers: [ClientDriver]) -> ArenaRun
  {
    guard parts.count > 1 else { return parts[0].run }
    let runs = parts.map(\.run)
    var joined = runs[0]
    joined.milliseconds = runs.map(\.milliseconds).max() ?? 0
    joined.output = SafeText.tail(of: runs.map(\.output).joined(), count: 4096)
    // One that is not to be believed spoils all: they are the same program.
    if let liar = runs.first(where: \.isUntrusted) {
      joined.end = liar.end
      joined.messages = liar.messages
      return joined
    }
    let announced = runs.lazy.map(\.announced).first { !$0.isEmpty } ?? []
    guard runs.allSatisfy({ $0.announced == announced || $0.messages.isEmpty }) else {
      joined.end = .untrusted(reason: "the program's processes announced different scenarios")
      joined.messages = []
      return joined
    }
    joined.messages = [.hello(scenarios: announced)]
    let acts = runs.map(\.acts)
    for (index, situation) in situations(announced, drivers).enumerated() {
      guard let owner = parts.firstIndex(where: { $0.share.holds(index) }) else { continue }
      let act = acts[owner].first { $0.situation == situation }
      joined.messages += act?.messages ?? []
      let isLast = act == nil || acts[owner].last?.situation == situation
      if isLast, act == nil || !runs[owner].isFinished {
        joined.end = runs[owner].end
        return joined
      }
    }
    joined.end = .exited(code: 0)
    joined.messages.append(.finished(scenarios: announced.count))
    return joined
  }

  /// All searches, in their order.
  private static func situations(_ titles: [String], _ drivers: [ClientDriver]) -> [Situation] {
    titles.flatMap { title in drivers.map { Situation(scenario: title, driver: $0) } }
  }

  /// What was said of one search.
  private struct Act {
    var situation: Situation
    var messages: [Message]
  }

  private var acts: [Act] {
    var acts: [Act] = []
    for message in messages {
      switch message {
      case .hello, .finished: break
      case .began(let scenario, let driver):
        acts.append(
          Act(situation: Situation(scenario: scenario, driver: driver), messages: [message]))
      case .found, .ended, .note:
        if !acts.isEmpty { acts[acts.count - 1].messages.append(message) }
      }
    }
    return acts
  }

  private var isUntrusted: Bool { if case .untrusted = end { true } else { false } }
}

import Foundation

/// The tables, in Markdown.
enum Tables {
  static func speed(_ all: [Measurement]) -> String {
    var text = """
      ## Schedules a second

      Two clients withdraw 80 from 100; every schedule makes a fresh account, two threads or tasks,
      and joins them. Random schedules, in one process. As in a kata, the account is instrumented and
      what calls it is not. A second of processor time is what a second is on a machine that has
      nothing else to do.

      | account | detection off: a second | of processor time | on: a second | of processor time |
      |---|---:|---:|---:|---:|

      """
    for off in all where off.method == "races off" {
      let on = all.first { $0.program == off.program && $0.method != off.method }
      let cells = [off, on].flatMap { one in
        [one?.perSecond, one?.perProcessorSecond].map { $0.map(thousands) ?? "–" }
      }
      text += "| \(off.program) | \(cells.joined(separator: " | ")) |\n"
    }
    return text
  }

  static func exhaustion(_ all: [Measurement]) -> String {
    var text = """
      ## Executions until everything was seen

      The same accounts, right in every order, with reduction and no bound: when the search ends by
      itself, that is a proof within the stated limits. The least that a mutex can take is one
      execution for each order of its holders: 2, 6, 24.

      | account | 2 clients | 3 | 4 |
      |---|---:|---:|---:|

      """
    var forms: [String] = []
    for one in all where !forms.contains(String(one.program.dropLast(2))) {
      forms.append(String(one.program.dropLast(2)))
    }
    for form in forms {
      let cells = [2, 3, 4].map { clients in
        all.first { $0.program == "\(form) \(clients)" }.map {
          $0.isExhausted ? grouped($0.runs) : "not within \(grouped($0.runs))"
        } ?? "–"
      }
      text += "| \(form) | \(cells.joined(separator: " | ")) |\n"
    }
    return text
  }

  static func finding(_ all: [Measurement], seeds: Int) -> String {
    let programs = names(all)
    var better = 0
    var compared = 0
    var rows = ""
    for program in programs {
      let own = all.filter { $0.program == program }
      let best = Published.of(program)?.best
      let ours = own.first { $0.method == "default" }
      var mark = ""
      if let best, let ours {
        compared += 1
        // At the precision that the others give.
        let isBetter = ours.mean.map { ($0 * 10).rounded() <= best.mean * 10 } ?? false
        if isBetter, ours.schedulesToFailure.count == ours.seeds {
          better += 1
        } else {
          mark = " ▲"
        }
      }
      let cells = ["default", "random", "priority 3", "order"].map { method in
        own.first { $0.method == method }.map(mean) ?? "–"
      }
      let field = best.map { "\(short($0.mean)) \($0.method)" } ?? "–"
      rows += "| \(program) | **\(cells[0])**\(mark) | \(cells[1]) | \(cells[2]) | \(cells[3]) "
      rows += "| \(field) |\n"
    }
    return """
      ## Schedules to the first failure

      Mean over \(seeds) seeds; in brackets how many of them met the fault, where not all did. The
      default search is what `kata grade` runs. Random, PCT3 and POS are the classic strategies, run by
      the same scheduler, for at most 10,000 schedules and 0.8 s a seed. Variables that threads share
      without a lock are atomics, so that no data race gives the fault away. A first run that only
      sets things up, and is not looked at, is not counted.

      Last column: the best published figure of Fray's artifact (SCTBench in Java, early run of April
      2024), for the splits of Loom, Shuttle, Relacy and GenMC. Theirs are other programs of the same
      shape in another language, whose threads may begin before all of them exist: compare orders of
      magnitude, not digits.

      The default search opens with the same schedules whatever the seed, and their order was chosen with
      these programs at hand: what it is worth for others is what these figures do not say.

      At or under the best published mean: **\(better) of \(compared)**; ▲ marks the others.

      | program | default | random | PCT3 | POS | best published |
      |---|---:|---:|---:|---:|---|
      \(rows)
      """
  }

  static func arenas(
    explored: [Measurement], stress: [Measurement], witness: [Measurement], budget: Int
  ) -> String {
    var text = """
      ## The same time for real threads

      Each program once more: the default search (seed 1), plain stress (`-O`, round after round),
      and ThreadSanitizer, for at most \(budget) ms each. What is given is the time until the fault
      showed, and in which schedule or round. 250 ms without a round count as a deadlock. Where
      threads share atomics there is no data race, so that ThreadSanitizer can only see what stress
      sees, and the order of locks.

      | program | search | stress | ThreadSanitizer |
      |---|---:|---:|---:|

      """
    var found = [0, 0, 0]
    for program in names(explored) {
      let cells = [explored, stress, witness].enumerated().map { index, all in
        guard let one = all.first(where: { $0.program == program }) else { return "–" }
        guard let first = one.schedulesToFailure.first, let time = one.millisecondsToFailure.first
        else { return "not in \(grouped(one.runs))" }
        found[index] += 1
        return "\(short(time)) ms, \(grouped(first))"
      }
      text += "| \(program) | \(cells.joined(separator: " | ")) |\n"
    }
    let count = names(explored).count
    text += "| found | \(found.map { "\($0) of \(count)" }.joined(separator: " | ")) |\n"
    return text
  }

  private static func names(_ all: [Measurement]) -> [String] {
    var names: [String] = []
    for one in all where !names.contains(one.program) { names.append(one.program) }
    return names
  }

  private static func mean(_ one: Measurement) -> String {
    guard let mean = one.mean else { return "0/\(one.seeds)" }
    let hits = one.schedulesToFailure.count
    return short(mean) + (hits < one.seeds ? " (\(hits))" : "")
  }

  /// With one digit after the point while it is small.
  static func short(_ number: Double) -> String {
    number < 99.95 ? String(format: "%.1f", number) : grouped(Int(number.rounded()))
  }

  private static func thousands(_ number: Double) -> String {
    grouped(Int((number / 1000).rounded()) * 1000)
  }

  /// In groups of three digits.
  static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text = "," + text }
      text = String(digit) + text
    }
    return text
  }
}

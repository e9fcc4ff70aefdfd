import Records

/// What the end of an arena process says about the submission, where the process did not come
/// to its own end.
struct Ending {
  let end: ArenaRun.End
  /// What the process had said.
  let run: ArenaRun
  let stderr: String
  /// The candidate's files.
  let sourceNames: [String]

  /// The finding; nil if the process ended as it should, or had itself sent a finding that
  /// explains the end, or nothing can be said.
  var finding: Finding? {
    guard !run.isFinished, case (let situation, let isOver)? = blamed, !isExplained(situation)
    else { return nil }
    guard let (kind, what) = fault else { return nil }
    var message = "\(what) \(isOver ? "after" : "during") '\(situation.scenario)'"
    let fatal = fatalError
    if let fatal { message += "; it said: \(fatal.words)" }
    return Finding(
      kind: kind, scenario: situation.scenario, driver: situation.driver, message: message,
      places: fatal?.place.map { [$0] } ?? [])
  }

  /// Whose fault it is: what was running, or what ran last, since a thread that it left behind
  /// may do harm later.
  private var blamed: (ArenaRun.Situation, isOver: Bool)? {
    if let running = run.running { return (running, false) }
    return run.began.last.map { ($0, true) }
  }

  /// A stuck round or a race tells why the process ended itself.
  private func isExplained(_ situation: ArenaRun.Situation) -> Bool {
    guard case .exited(let code) = end, code != 0 else { return false }
    return run.findings.contains { finding in
      finding.scenario == situation.scenario && finding.driver == situation.driver
        && finding.kind != .invariant
    }
  }

  private var fault: (Finding.Kind, String)? {
    switch end {
    case .exited(let code):
      (.crash, "the program exited by itself (code \(code))")
    case .signalled(let number):
      (.crash, Self.words(forSignal: number))
    // A search sees by itself who stands still, and ends in time: if it has to be stopped, the machine
    // was too slow for it, and nothing can be said of the submission.
    case .wallLimit where run.arena == .explore, .cpuLimit where run.arena == .explore:
      nil
    case .wallLimit(let milliseconds):
      (
        .timeout,
        "still running after \(Self.seconds(milliseconds)), when it was stopped: "
          + "a client never came back"
      )
    case .cpuLimit(let milliseconds):
      (
        .timeout,
        "stopped after \(Self.seconds(milliseconds)) of processor time: "
          + "a client kept busy and never came back"
      )
    case .memoryLimit(let mebibytes):
      (.crash, "the program took more than \(mebibytes) MiB of memory and was stopped")
    case .outputLimit(let kibibytes):
      (.crash, "the program printed more than \(kibibytes) KiB and was stopped")
    case .processLimit(let count):
      (.crash, "the program had more than \(count) threads and processes and was stopped")
    case .untrusted:
      nil
    }
  }

  private static func seconds(_ milliseconds: Int) -> String {
    milliseconds % 1000 == 0
      ? "\(milliseconds / 1000) s" : "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
  }

  private static func words(forSignal number: Int32) -> String {
    switch number {
    case 4, 5:
      "the program trapped (\(number == 4 ? "SIGILL" : "SIGTRAP"): a check of Swift's or "
        + "Dispatch's, such as an array index, a forced unwrap, an overflow or a misused lock)"
    case 6: "the program aborted (SIGABRT: damaged memory, or a check that calls abort)"
    case 7: "the program touched memory that is not there (SIGBUS)"
    case 8: "the program divided by zero (SIGFPE)"
    case 9: "the program was killed (SIGKILL)"
    case 11:
      "the program touched memory that is not its own (SIGSEGV: something was used after it "
        + "was freed, was changed by two threads at once, or calls itself for ever)"
    case 25: "the program wrote a file larger than it may (SIGXFSZ)"
    default: "signal \(number) ended the program"
    }
  }

  /// The last "Fatal error" that Swift printed, and the line where it says it was.
  private var fatalError: (words: String, place: Place?)? {
    let marker = ": Fatal error"
    guard let line = stderr.split(separator: "\n").last(where: { $0.contains(marker) }),
      let range = line.firstRange(of: marker)
    else { return nil }
    let words = SafeText.withoutControls(String(line[line.index(after: range.lowerBound)...]))
      .prefix(200).drop { $0 == " " }
    // "Submission/Account.swift:12: Fatal error: …"
    let parts = line[..<range.lowerBound].split(separator: ":")
    guard parts.count == 2, let number = Int(parts[1]),
      let name = parts[0].split(separator: "/").last, sourceNames.contains(String(name))
    else { return (String(words), nil) }
    let place = Place(what: "traps", thread: "", file: String(name), line: number)
    return (String(words), place)
  }
}

package import Records

/// Runs arena programs in the box, and turns all that can happen to them into records.
package struct Arena: Sendable {
  /// What keeps the program in.
  package let box: Box
  /// Folders that the program's shared libraries lie in.
  package let libraries: [String]
  /// The candidate's files, as reports name them.
  package let sourceNames: [String]
  /// What is in them, by name; those that are missing have lines a line or two off.
  package let texts: [String: String]
  /// The members of the kata's contract: what the harness's own lines stand for.
  package let contract: [String]
  /// Looks up lines; nil leaves addresses as they are.
  package let symbolizer: Symbolizer?

  /// The exit code that ThreadSanitizer is told to end with when it reported.
  private static let sanitizerExitCode: Int32 = 66
  /// ThreadSanitizer keeps shadow memory of four times what the program touches, and the
  /// program itself.
  private static let sanitizerMemoryFactor = 5

  package init(
    box: Box, libraries: [String], sourceNames: [String], texts: [String: String] = [:],
    contract: [String] = [], symbolizer: Symbolizer?
  ) {
    self.texts = texts
    self.contract = contract
    self.box = box
    self.libraries = libraries
    self.sourceNames = sourceNames
    self.symbolizer = symbolizer
  }

  /// Runs one job to its end. Blocks the calling thread.
  ///
  /// - Parameters:
  ///   - executable: The arena's program; its folder can be read in the box, nothing else.
  ///   - job: What it is asked to do.
  ///   - limits: The kata's limits on memory and output; they hold for each process.
  ///   - processes: How many share the work. The record is the same however many there are, unless the
  ///     time runs out.
  /// - Returns: the record of the run. A box that could not be set up is `untrusted` too: the
  ///   grader's fault, never a verdict.
  package func run(
    executable: String, job: Job, limits: Kata.Limits, processes: Int = 1
  ) -> ArenaRun {
    let shares = (0..<max(1, processes)).map { Share(index: $0, count: max(1, processes)) }
    let runs = Concurrently.map(shares) { share in
      var job = job
      job.share = share
      return runProcess(executable: executable, job: job, limits: limits)
    }
    let run = ArenaRun.joining(zip(shares, runs).map { $0 }, drivers: job.drivers)
    let known = symbolizer?.lookingUp(
      run, executable: executable, sourceNames: sourceNames, texts: texts)
    return (known ?? run).naming(contract)
  }

  /// Runs one process to its end, with a nonce, a channel and limits of its own.
  private func runProcess(executable: String, job: Job, limits: Kata.Limits) -> ArenaRun {
    var random = SystemRandomNumberGenerator()
    let nonce = (0..<Frame.nonceBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
    var run = ArenaRun(
      arena: job.arena, end: .untrusted(reason: ""), messages: [], output: "",
      box: box.description, milliseconds: 0)
    let result: ProcessResult
    let transcript: ChannelTranscript
    do {
      let outcome = try box.run(
        Command(executable: executable, environment: environment(of: job.arena)),
        access: Access(readOnly: libraries + [executable.folderOfPath]),
        limits: resourceLimits(for: job, limits), channel: Frame.encode(job, nonce: nonce))
      result = outcome.result
      transcript = ChannelTranscript(outcome.channel, nonce: nonce)
    } catch {
      run.end = .untrusted(reason: "\(error)")
      return run
    }
    run.end = ArenaRun.End(result.end)
    run.messages = transcript.messages
    run.milliseconds = result.milliseconds
    run.output = SafeText.tail(
      of: SafeText.withoutControls(result.stdout + result.stderr), count: 4096)
    if let distrust = transcript.distrust {
      run.end = .untrusted(reason: distrust)
      return run
    }
    if job.arena == .sanitize {
      addReport(in: result.stderr, executable: executable.lastOfPath, to: &run)
    }
    addEnding(stderr: result.stderr, to: &run)
    return run
  }

  /// The same for everybody and every run: nothing in it tells a grading from a practice.
  private func environment(of arena: ArenaKind) -> [String: String] {
    var environment = [
      "HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8", "TZ": "UTC",
      "LD_LIBRARY_PATH": libraries.joined(separator: ":"),
      "SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1",
    ]
    if arena == .sanitize {
      // Signals keep their own meaning. Lock order is the explore arena's business: here it is
      // a guess, and it would stop the run before the race.
      environment["TSAN_OPTIONS"] = [
        "halt_on_error=1", "exitcode=\(Self.sanitizerExitCode)", "symbolize=0", "color=never",
        "print_suppressions=1", "suppressions=", "log_path=stderr", "detect_deadlocks=0",
        "report_thread_leaks=0", "report_signal_unsafe=0", "handle_segv=0", "handle_sigbus=0",
        "handle_abort=0", "handle_sigill=0", "handle_sigtrap=0", "handle_sigfpe=0",
      ].joined(separator: ":")
    }
    return environment
  }

  /// The process ends by itself when its budget is used up; these are for when it does not.
  private func resourceLimits(for job: Job, _ limits: Kata.Limits) -> ResourceLimits {
    let grace = 3000 + 10 * job.stallMilliseconds
    let wall = job.budgetMilliseconds + grace
    let factor = job.arena == .sanitize ? Self.sanitizerMemoryFactor : 1
    return ResourceLimits(
      wall: .milliseconds(wall), cpu: .milliseconds(4 * wall),
      memoryMiB: limits.memoryMiB * factor, outputKiB: limits.outputKiB, fileMiB: 16,
      processes: 1024)
  }

  private func addReport(in text: String, executable: String, to run: inout ArenaRun) {
    let report = SanitizerReport(text, executable: executable)
    guard report.suppressed == 0 else {
      run.end = .untrusted(reason: "the submission suppressed ThreadSanitizer's reports")
      return
    }
    guard let situation = run.running ?? run.began.last else { return }
    for warning in report.warnings {
      if warning.isRace {
        run.messages.append(.found(race(in: situation, places: warning.places)))
      } else {
        let message = "ThreadSanitizer saw this in '\(situation.scenario)': \(warning.kind)"
        run.messages.append(.note(Note(id: "thread-sanitizer", message: message)))
      }
    }
    // A program that closes its standard error loses the report, but not the exit code.
    if run.end == .exited(code: Self.sanitizerExitCode), report.warnings.isEmpty {
      run.messages.append(.found(race(in: situation, places: [])))
    }
  }

  private func race(in situation: ArenaRun.Situation, places: [Place]) -> Finding {
    let message =
      places.isEmpty
      ? "ThreadSanitizer stopped the program for a race, but its report is lost"
      : "two accesses to the same memory that nothing orders"
    return Finding(
      kind: .race, scenario: situation.scenario, driver: situation.driver, message: message,
      places: places)
  }

  private func addEnding(stderr: String, to run: inout ArenaRun) {
    if case .untrusted = run.end { return }
    if !run.isFinished, run.began.isEmpty {
      let last = stderr.split(separator: "\n").last.map { ": \(SafeText.withoutControls("\($0)"))" }
      run.end = .untrusted(
        reason: "the program ended before the first scenario (\(run.end))\(last ?? "")")
      return
    }
    let ending = Ending(end: run.end, run: run, stderr: stderr, sourceNames: sourceNames)
    if let finding = ending.finding {
      run.messages.append(.found(finding))
    }
  }
}

extension ArenaRun.End {
  init(_ end: ProcessResult.End) {
    self =
      switch end {
      case .exited(let code): .exited(code: code)
      case .signalled(let number): .signalled(number: number)
      case .wallLimit(let milliseconds): .wallLimit(milliseconds: milliseconds)
      case .cpuLimit(let milliseconds): .cpuLimit(milliseconds: milliseconds)
      case .memoryLimit(let mebibytes): .memoryLimit(mebibytes: mebibytes)
      case .outputLimit(let kibibytes): .outputLimit(kibibytes: kibibytes)
      case .processLimit(let count): .processLimit(count: count)
      }
  }
}

extension String {
  /// The path without its last part.
  var folderOfPath: String {
    lastIndex(of: "/").map { $0 == startIndex ? "/" : String(self[..<$0]) } ?? "."
  }

  /// The path's last part.
  var lastOfPath: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}

extension ArenaRun {
  /// The generated lines that tie a harness to a submission stand for the contract's members: a
  /// place in them is named so.
  fileprivate func naming(_ contract: [String]) -> ArenaRun {
    func named(_ place: Place) -> Place {
      guard place.file == ContractSource.contractFile, let line = place.line,
        contract.indices.contains(line - 1)
      else { return place }
      var place = place
      place.file = nil
      place.line = nil
      place.function = contract[line - 1]
      return place
    }
    var run = self
    run.messages = messages.map { message in
      guard case .found(var finding) = message else { return message }
      finding.places = finding.places.map(named)
      for index in finding.trace.indices {
        finding.trace[index].place = named(finding.trace[index].place)
      }
      for index in finding.waits.indices {
        finding.waits[index].place = named(finding.waits[index].place)
        finding.waits[index].since = finding.waits[index].since.map(named)
      }
      return .found(finding)
    }
    return run
  }
}

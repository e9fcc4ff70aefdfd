import Records

/// What ThreadSanitizer wrote, read with as much tolerance as possible: a program can stop in the
/// middle of a report, and can print lines of its own into it.
struct SanitizerReport: Equatable {
  /// One warning.
  struct Warning: Equatable {
    /// What it calls itself: "data race", "Swift access race", "unlock of an unlocked mutex", ….
    var kind: String
    /// The accesses, the later one first.
    var places: [Place]

    /// True if it is about two accesses that nothing orders.
    var isRace: Bool { kind.lowercased().contains("race") }
  }

  private(set) var warnings: [Warning] = []
  /// How many reports suppressions swallowed: more than none is an attack.
  private(set) var suppressed = 0

  /// Reads a report.
  ///
  /// - Parameters:
  ///   - text: Standard error.
  ///   - executable: The program's name, by which its own frames are told.
  init(_ text: String, executable: String) {
    var inAccess = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let kind = Self.kind(of: line) {
        warnings.append(Warning(kind: kind, places: []))
        inAccess = false
      } else if let count = Self.suppressedCount(in: line) {
        suppressed += count
      } else if warnings.isEmpty || line.hasPrefix("SUMMARY:") {
        inAccess = false
      } else if line.hasPrefix("  "), !line.hasPrefix("   ") {
        inAccess = false
        if let place = Self.access(in: line) {
          inAccess = true
          warnings[warnings.count - 1].places.append(place)
        }
      } else if inAccess, let address = Self.address(in: line, executable: executable) {
        let last = warnings.count - 1
        warnings[last].places[warnings[last].places.count - 1].addresses.append(address)
      }
    }
  }

  /// "WARNING: ThreadSanitizer: data race (pid=13258)"
  private static func kind(of line: Substring) -> String? {
    let prefix = "WARNING: ThreadSanitizer: "
    guard line.hasPrefix(prefix) else { return nil }
    let rest = line.dropFirst(prefix.count)
    return rest.firstRange(of: " (pid=").map { String(rest[..<$0.lowerBound]) } ?? String(rest)
  }

  /// "ThreadSanitizer: Matched 3 suppressions (pid=…):"
  private static func suppressedCount(in line: Substring) -> Int? {
    let prefix = "ThreadSanitizer: Matched "
    guard line.hasPrefix(prefix) else { return nil }
    return Int(line.dropFirst(prefix.count).prefix { $0.isNumber }) ?? 1
  }

  /// "  Previous write of size 8 at 0x7208 by thread T1 (mutexes: write M0):" or
  /// "  Modifying access of Swift variable at 0x7208 by main thread:"
  private static func access(in line: Substring) -> Place? {
    let words = line.trimmingPrefix("  ")
    guard let at = words.firstRange(of: " at 0x"), let by = words.range(of: " by ") else {
      return nil
    }
    let what = words[..<at.lowerBound]
    guard ["read", "write", "access"].contains(where: { what.lowercased().contains($0) }) else {
      return nil
    }
    let thread = words[by.upperBound...].prefix { $0 != ":" && $0 != "(" && $0 != "'" }
    return Place(
      what: what.lowercased().replacing("previous ", with: ""),
      thread: thread.last == " " ? String(thread.dropLast()) : String(thread))
  }

  /// "    #0 <null> <null> (explore+0xfdf92) (BuildId: …)", as a return address.
  private static func address(in line: Substring, executable: String) -> UInt64? {
    let open = "(\(executable)+0x"
    guard line.hasPrefix("    #"), let range = line.firstRange(of: open) else { return nil }
    let digits = line[range.upperBound...].prefix { $0.isHexDigit }
    // It prints the call's own address; places hold the one after it.
    return UInt64(digits, radix: 16).map { $0 + 1 }
  }
}

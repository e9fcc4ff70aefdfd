import Foundation
import Records

/// What `llvm-symbolizer` found out, ready to fill in places. Pure.
struct SymbolTable {
  /// One line of code at an address; several where calls were inlined.
  struct Line: Equatable {
    var file: String
    var line: Int
    var function: String
  }

  /// Innermost first, by return address.
  private var lines: [UInt64: [Line]] = [:]
  private let sourceNames: [String]
  /// The lines of the candidate's files, where they are known.
  private let texts: [String: [Substring]]
  /// Swift's own names by the mangled ones.
  private var plain: [String: String] = [:]

  /// Where the compiler gave an instruction no line, the instructions beside it have one.
  private static let offsets: [Int64] = [-1, 0, -8, 8, -16, 16]

  /// The addresses to ask for, to know about one return address.
  static func neighbours(of address: UInt64) -> [UInt64] {
    offsets.map { address &+ UInt64(bitPattern: $0) }
  }

  /// - Parameters:
  ///   - json: The symbolizer's output, one array of addresses each.
  ///   - sourceNames: The candidate's files.
  ///   - texts: What is in them, by name, as far as it is known.
  ///   - demangle: Turns mangled names into Swift's own, in the same order.
  init(
    json: [String], sourceNames: [String], texts: [String: String] = [:],
    demangle: ([String]) -> [String]
  ) {
    self.sourceNames = sourceNames
    self.texts = texts.mapValues { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    add(json: json, demangle: demangle)
  }

  /// Adds more of the symbolizer's output.
  mutating func add(json: [String], demangle: ([String]) -> [String]) {
    let decoder = JSONDecoder()
    let entries = json.flatMap {
      (try? decoder.decode([Entry].self, from: Data($0.utf8))) ?? []
    }
    // The demangler passes over an empty name, so that all names after it would be taken for others.
    let names = Set(entries.flatMap { $0.symbols.map(\.function) }).filter {
      !$0.isEmpty && plain[$0] == nil
    }.sorted()
    for (name, own) in zip(names, demangle(names)) { plain[name] = own }
    for entry in entries {
      guard let address = UInt64(entry.address.dropFirst(2), radix: 16) else { continue }
      lines[address] = entry.symbols.map {
        Line(
          file: ownName(of: $0.file) ?? $0.file.lastOfPath, line: $0.line,
          function: plain[$0.function] ?? $0.function)
      }
    }
  }

  /// Those of some return addresses that lie in a candidate's file, but on no line. Swift gives no line
  /// to the read of `let seen = account.balance`.
  func withoutLine(among addresses: [UInt64]) -> [UInt64] {
    addresses.filter { address in
      Self.neighbours(of: address).lazy.compactMap { lines[$0] }.first?
        .contains { $0.line == 0 && sourceNames.contains($0.file) } ?? false
    }
  }

  /// The addresses to ask for, to know what lies around one that has no line.
  static func surroundings(of address: UInt64) -> [UInt64] {
    (distances.map { -$0 } + distances).map { address &+ UInt64(bitPattern: $0) }
  }

  /// No call is shorter than this step.
  private static let distances = stride(from: Int64(4), through: 320, by: 4)

  /// A message with all its places filled in.
  func filled(_ message: Message) -> Message {
    switch message {
    case .found(var finding):
      finding.places = finding.places.map(filled)
      finding.trace = finding.trace.map { step in
        var step = step
        step.place = filled(step.place)
        return step
      }
      finding.waits = finding.waits.map { wait in
        var wait = wait
        wait.place = filled(wait.place)
        wait.since = wait.since.map(filled)
        return wait
      }
      return .found(finding)
    case .note(var note):
      guard let address = note.address, let line = line(at: [address]),
        sourceNames.contains(line.file)
      else { return message }
      note.message += " (\(line.file):\(line.line))"
      return .note(note)
    default:
      return message
    }
  }

  private func filled(_ place: Place) -> Place {
    guard place.file == nil, let line = line(at: place.addresses) else { return place }
    var place = place
    place.file = line.line > 0 ? line.file : nil
    place.line = line.line > 0 ? line.line : nil
    place.function = line.function.isEmpty ? nil : line.function
    return place
  }

  /// The innermost line of the candidate's; failing that, the innermost that has one at all.
  func line(at addresses: [UInt64]) -> Line? {
    let all = addresses.flatMap(stack)
    return all.first { sourceNames.contains($0.file) && $0.line > 0 }
      ?? all.first { $0.line > 0 } ?? all.first
  }

  /// The lines at one return address; a missing line number is taken from beside it, as long as
  /// that is the same function.
  private func stack(at address: UInt64) -> [Line] {
    let candidates = Self.neighbours(of: address).compactMap { lines[$0] }
    guard var best = candidates.first else { return [] }
    for index in best.indices where best[index].line == 0 {
      if let declared = lineOfDeclaration(around: address, like: best[index]) {
        best[index].line = declared
        continue
      }
      let beside = candidates.lazy.flatMap { $0 }.first {
        $0.line > 0 && $0.file == best[index].file && $0.function == best[index].function
      }
      best[index].line = beside?.line ?? lineBetween(around: address, like: best[index]) ?? 0
    }
    return best
  }

  /// The line of an instruction that has none, from those that come before and after it: the one
  /// just before what comes after, where there is room for a line between the two.
  private func lineBetween(around address: UInt64, like place: Line) -> Int? {
    guard let before = nearest(-1, to: address, like: place) else {
      return nearest(1, to: address, like: place)
    }
    guard let after = nearest(1, to: address, like: place), after > before else { return before }
    return max(before + 1, after - 1)
  }

  /// The same where the text is known: what has no line is the first value of a constant or variable,
  /// which is declared after what comes before and before what comes after.
  private func lineOfDeclaration(around address: UInt64, like place: Line) -> Int? {
    guard let text = texts[place.file] else { return nil }
    let before = nearest(-1, to: address, like: place)
    let after = nearest(1, to: address, like: place)
    func isDeclaration(_ line: Int) -> Bool {
      guard line > 0, line <= text.count else { return false }
      let words = text[line - 1].split(separator: " ")
      guard let start = words.firstIndex(where: { $0 == "let" || $0 == "var" }) else {
        return false
      }
      return words[start...].contains { $0 == "=" }
    }
    if let before, let after, after > before {
      return (before + 1..<after).last(where: isDeclaration)
    }
    // What comes after lies further up, as at the end of a loop, or nothing is known of it.
    if let before { return isDeclaration(before + 1) ? before + 1 : nil }
    return after.flatMap { isDeclaration($0 - 1) ? $0 - 1 : nil }
  }

  /// The nearest line of the same function before (-1) or after (1) an address.
  private func nearest(_ sign: Int64, to address: UInt64, like place: Line) -> Int? {
    Self.distances.lazy.compactMap { lines[address &+ UInt64(bitPattern: sign * $0)] }
      .flatMap { $0 }
      .first { $0.line > 0 && $0.file == place.file && $0.function == place.function }?.line
  }

  /// The candidate's own name of a file, where it is his.
  private func ownName(of path: String) -> String? {
    sourceNames.first { name in
      path == name || path == "./\(name)" || path.hasSuffix("/src/\(name)")
    }
  }

  private struct Entry: Decodable {
    var address: String
    var symbols: [Symbol]

    enum CodingKeys: String, CodingKey {
      case address = "Address"
      case symbols = "Symbol"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      address = try container.decode(String.self, forKey: .address)
      symbols = try container.decodeIfPresent([Symbol].self, forKey: .symbols) ?? []
    }

    struct Symbol: Decodable {
      var file: String
      var function: String
      var line: Int

      enum CodingKeys: String, CodingKey {
        case file = "FileName"
        case function = "FunctionName"
        case line = "Line"
      }
    }
  }
}

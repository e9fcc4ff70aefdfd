import Foundation
import Records

/// Looks up file, line and function of everything that an arena run names by address. It calls
/// the toolchain's own programs, in the box: debug information is the candidate's too.
package struct Symbolizer: Sendable {
  /// `llvm-symbolizer`.
  package let program: String
  /// `swift-demangle`.
  package let demangler: String
  /// Folders that the two need.
  package let readOnly: [String]
  /// What keeps them in.
  package let box: Box

  package init(program: String, demangler: String, readOnly: [String], box: Box) {
    self.program = program
    self.demangler = demangler
    self.readOnly = readOnly
    self.box = box
  }

  /// Fills in all places of a run. What cannot be looked up stays an address.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - executable: The program that the addresses are of.
  ///   - sourceNames: The candidate's files; their lines are preferred over all others.
  ///   - texts: What is in them, by name: it tells the line of what the compiler gave none.
  /// - Complexity: two processes a run, four where Swift gave no line to something, whatever the
  ///   number of addresses.
  package func lookingUp(
    _ run: ArenaRun, executable: String, sourceNames: [String], texts: [String: String] = [:]
  ) -> ArenaRun {
    let addresses = Set(run.messages.flatMap(\.addresses)).sorted()
    guard !addresses.isEmpty else { return run }
    var table = SymbolTable(
      json: frames(of: addresses.flatMap(SymbolTable.neighbours), executable: executable),
      sourceNames: sourceNames, texts: texts, demangle: demangled)
    let unknown = table.withoutLine(among: addresses)
    table.add(
      json: frames(of: unknown.flatMap(SymbolTable.surroundings), executable: executable),
      demangle: demangled)
    var run = run
    run.messages = run.messages.map { table.filled($0) }
    return run
  }

  private var limits: ResourceLimits {
    ResourceLimits(wall: .seconds(20), cpu: .seconds(20), memoryMiB: 1024, outputKiB: 32 << 10)
  }

  /// The symbolizer's JSON for each address.
  private func frames(of addresses: [UInt64], executable: String) -> [String] {
    batches(of: Array(Set(addresses)).sorted()).compactMap { batch in
      let arguments = ["--obj=\(executable)", "--output-style=JSON", "--inlines", "--no-demangle"]
      return output(
        of: program, arguments + batch.map { "0x" + String($0, radix: 16) },
        access: Access(readOnly: readOnly + [executable.folderOfPath]))
    }
  }

  /// Swift's own names for mangled ones, in the same order.
  private func demangled(_ names: [String]) -> [String] {
    batches(of: names).flatMap { batch in
      let text = output(
        of: demangler, ["--compact", "--simplified"] + batch, access: Access(readOnly: readOnly))
      let lines = text?.split(separator: "\n").map(String.init)
      // A wrong name is worse than a mangled one.
      return lines?.count == batch.count ? lines! : batch
    }
  }

  /// A command line holds so many.
  private func batches<Element>(of elements: [Element]) -> [[Element]] {
    stride(from: 0, to: elements.count, by: 4096).map {
      Array(elements[$0..<min($0 + 4096, elements.count)])
    }
  }

  private func output(of program: String, _ arguments: [String], access: Access) -> String? {
    let command = Command(executable: program, arguments: arguments)
    guard let result = try? box.run(command, access: access, limits: limits),
      result.end == .exited(code: 0)
    else { return nil }
    return result.stdout
  }
}

extension Message {
  /// Every address that it names.
  fileprivate var addresses: [UInt64] {
    switch self {
    case .found(let finding):
      finding.places.flatMap(\.addresses) + finding.trace.flatMap(\.place.addresses)
        + finding.waits.flatMap { $0.place.addresses + ($0.since?.addresses ?? []) }
    case .note(let note):
      note.address.map { [$0] } ?? []
    default:
      []
    }
  }
}

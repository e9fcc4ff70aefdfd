import CScheduler
import Foundation

/// A global variable, or a static one of a type, of the code that is judged.
struct GlobalVariable {
  /// As the code has it: `OrderLoader.loading`.
  let name: String
  /// The address of what it holds.
  let held: UInt

  /// Those that hold one of some addresses.
  static func holding(_ addresses: Set<UInt>) -> [GlobalVariable] {
    guard !addresses.isEmpty else { return [] }
    let sorted = addresses.sorted()
    return withUnsafeTemporaryAllocation(of: rs_global.self, capacity: 16) { room in
      let count = rs_globals_keeping(sorted, sorted.count, room.baseAddress, room.count)
      return room.prefix(count).compactMap { global in
        plainName(String(cString: global.name)).map {
          GlobalVariable(name: $0, held: global.held)
        }
      }
    }
  }

  /// "static Submission.OrderLoader.(loading in _1F2E) : [Submission.OrderLoader]" is `OrderLoader.loading`.
  private static func plainName(_ mangled: String) -> String? {
    guard let text = demangle(mangled, mangled.utf8.count, nil, nil, 0) else { return nil }
    defer { free(text) }
    guard var words = String(cString: text).split(separator: ":").first.map(String.init) else {
      return nil
    }
    while words.hasSuffix(" ") { words.removeLast() }
    if words.hasPrefix("static ") { words.removeFirst("static ".count) }
    let parts = words.split(separator: ".").map { part -> Substring in
      guard part.hasPrefix("("), let end = part.range(of: " in _") else { return part }
      return part[part.index(after: part.startIndex)..<end.lowerBound]
    }
    guard parts.count > 1, KnownModules.names.contains(String(parts[0])) else { return nil }
    let name = parts.dropFirst().joined(separator: ".")
    // What the compiler keeps for itself is called "… for …".
    return name.contains(" ") ? nil : name
  }
}

/// The modules whose names for things the reader knows.
enum KnownModules {
  static let names: Set<String> = ["Submission", "Provided", "Harness", "Programs"]
}

// Of the Swift runtime.
@_silgen_name("swift_demangle")
private func demangle(
  _ name: UnsafePointer<CChar>, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

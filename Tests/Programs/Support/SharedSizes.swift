import Foundation

/// For each outcome, the preemptions and steps of the easiest schedule that led there; in memory that child
/// processes share.
struct SharedSizes {
  private struct Slot {
    var isSet: Bool
    var preemptions: Int
    var steps: Int
  }
  private static let capacity = 64
  private static let nameBytes = 256
  private let names: UnsafeMutablePointer<CChar>
  private let slots: UnsafeMutablePointer<Slot>

  static let byteCount = capacity * (nameBytes + MemoryLayout<Slot>.stride)

  /// - Parameter memory: `byteCount` zeroed bytes.
  init(_ memory: UnsafeMutableRawPointer) {
    slots = memory.bindMemory(to: Slot.self, capacity: Self.capacity)
    names = (memory + Self.capacity * MemoryLayout<Slot>.stride)
      .bindMemory(to: CChar.self, capacity: Self.capacity * Self.nameBytes)
  }

  /// One process writes at a time.
  func keep(_ size: [Int], _ outcome: String) {
    for index in 0..<Self.capacity {
      let name = names + index * Self.nameBytes
      if !slots[index].isSet {
        outcome.withCString { _ = strncpy(name, $0, Self.nameBytes - 1) }
      } else if outcome != String(cString: name)
        || (slots[index].preemptions, slots[index].steps) <= (size[0], size[1])
      {
        if outcome == String(cString: name) { return }
        continue
      }
      slots[index] = Slot(isSet: true, preemptions: size[0], steps: size[1])
      return
    }
  }

  var all: [String: [Int]] {
    var all: [String: [Int]] = [:]
    for index in 0..<Self.capacity where slots[index].isSet {
      all[String(cString: names + index * Self.nameBytes)] = [
        slots[index].preemptions, slots[index].steps,
      ]
    }
    return all
  }

  func forget() {
    for index in 0..<Self.capacity { slots[index].isSet = false }
  }
}

/// What a thread is about to do, as far as the search cares. Laid out as the runtime lays it out, so
/// that an array of them is read in place.
package struct Operation: Equatable, Sendable {
  /// Where, an address; only ever compared and passed on.
  package var pc: UInt
  /// The object that it touches; 0 for none.
  package var object: UInt32
  /// A second one; 0 for none.
  package var object2: UInt32
  /// What kind of operation, in the runtime's numbering.
  package var kind: UInt8
  package var flags: Flags
  /// Bytes of a memory access.
  package var size: UInt16

  /// What else matters for whether two operations commute.
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Commutes with others of its sort on the same object.
    package static let reads = Flags(rawValue: 1)
    /// May touch anything.
    package static let all = Flags(rawValue: 2)
    /// An access that was asked for as a scheduling point.
    package static let asked = Flags(rawValue: 4)
    /// Is possible only while the object is free, and makes it taken.
    package static let takes = Flags(rawValue: 8)
    /// Gives back what a `takes` took: the two are never possible at the same time.
    package static let gives = Flags(rawValue: 16)
    /// The thread's first.
    package static let fresh = Flags(rawValue: 32)
  }

  package init(
    pc: UInt = 0, object: UInt32 = 0, object2: UInt32 = 0, kind: UInt8 = 0, flags: Flags = [],
    size: UInt16 = 0
  ) {
    self.pc = pc
    self.object = object
    self.object2 = object2
    self.kind = kind
    self.flags = flags
    self.size = size
  }

  /// Whether the order of the two can matter. Operations without an object commute with all.
  package func conflicts(with other: Operation) -> Bool {
    let both = flags.union(other.flags)
    if both.contains(.all) {
      return (flags.contains(.all) || object != 0)
        && (other.flags.contains(.all) || other.object != 0)
    }
    if flags.intersection(other.flags).contains(.reads) { return false }
    return touches(other.object) || touches(other.object2)
  }

  func touches(_ id: UInt32) -> Bool { id != 0 && (id == object || id == object2) }
}

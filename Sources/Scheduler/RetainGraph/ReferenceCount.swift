/// The reference counts of a Swift object, as the runtime keeps them (stdlib/public/SwiftShims,
/// RefCount.h): in the object's second word, or in a table beside it once there are weak references.
enum ReferenceCount {
  /// How many strong references there are to an object.
  ///
  /// - Returns: nil if the object is never freed.
  static func strong(_ object: UnsafeRawPointer, isReadable: (UInt) -> Bool) -> Int? {
    var bits = object.load(fromByteOffset: 8, as: UInt.self)
    if let table = sideTable(bits) {
      guard isReadable(table), let entry = UnsafeRawPointer(bitPattern: table) else { return nil }
      bits = entry.load(fromByteOffset: 16, as: UInt.self)
    }
    guard bits & 0xffff_ffff != 0xffff_ffff else { return nil }
    return Int(bits >> 33 & 0x3fff_ffff) + 1
  }

  /// Where the table of an object lies, by its second word.
  static func sideTable(_ bits: UInt) -> UInt? {
    guard bits >> 63 == 1, bits & 0xffff_ffff != 0xffff_ffff else { return nil }
    return (bits & ~(3 << 62)) << 3
  }
}

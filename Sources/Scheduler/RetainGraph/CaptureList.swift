/// What a closure captures, by the descriptor that the compiler leaves for reflection.
///
/// The descriptor names the types of the captures, with references to their declarations in place of
/// names (docs/ABI/Mangling.rst, "Symbolic references"). `Xo`, `Xu` and `Xw` at the end mark references
/// that are unowned, unmanaged and weak, `Xx` a box.
struct CaptureList {
  /// Whether a reference to an object of this class is captured, and none of them keeps it alive.
  static func holdsOnlyWeakly(
    _ type: Any.Type, captures: UnsafeRawPointer, isReadable: (UInt) -> Bool
  ) -> Bool {
    let wanted = unsafeBitCast(type, to: UnsafePointer<UInt>.self)[5]
    let count = Int(captures.load(as: UInt32.self))
    guard count < 64 else { return false }
    var isCaptured = false
    for index in 0..<count {
      let field = captures + 12 + index * 4
      let name = field + Int(field.load(as: Int32.self))
      guard isReadable(UInt(bitPattern: name)), let reference = Reference(name, isReadable),
        reference.declaration == wanted, !reference.isBox
      else { continue }
      guard reference.isUnowned else { return false }
      isCaptured = true
    }
    return isCaptured
  }

  private struct Reference {
    let declaration: UInt
    let isUnowned: Bool
    /// A variable of its own, that closures share: the reference is in there.
    let isBox: Bool

    init?(_ name: UnsafeRawPointer, _ isReadable: (UInt) -> Bool) {
      let first = name.load(as: UInt8.self)
      guard first == 1 || first == 2 else { return nil }
      let relative = Int(name.loadUnaligned(fromByteOffset: 1, as: Int32.self))
      var target = UInt(bitPattern: name + 1 + relative)
      if first == 2 {
        guard isReadable(target) else { return nil }
        target = UnsafePointer<UInt>(bitPattern: target)!.pointee
      }
      declaration = target
      let rest = String(cString: (name + 5).assumingMemoryBound(to: CChar.self))
      isUnowned = ["Xo", "Xu", "Xw"].contains { rest.hasSuffix($0) }
      isBox = rest.hasSuffix("Xx")
    }
  }
}

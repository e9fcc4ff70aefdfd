/// What the first word of a heap object says of it: the layouts of Swift 6's metadata on systems without
/// Objective-C, as its documentation (docs/ABI/TypeMetadata.rst) gives them.
enum HeapMetadata {
  /// A class, ready for reflection.
  case type(Any.Type, instanceSize: Int)
  /// What a closure captured, or a variable that closures share.
  case context(captures: UnsafeRawPointer?)
  /// A Swift task.
  case task

  private enum Kind {
    static let type: UInt = 0
    static let localVariable: UInt = 0x400
    static let genericLocalVariable: UInt = 0x500
    static let task: UInt = 0x502
  }

  /// Reads the metadata at an address that a block begins with; nil if it is none.
  init?(at address: UInt, isReadable: (UInt) -> Bool) {
    guard address & 7 == 0, isReadable(address), isReadable(address + 56),
      let metadata = UnsafeRawPointer(bitPattern: address)
    else { return nil }
    switch metadata.load(as: UInt.self) {
    case Kind.type:
      let size = Int(metadata.load(fromByteOffset: 24, as: UInt32.self))
      let description = metadata.load(fromByteOffset: 40, as: UInt.self)
      guard size >= 16, size < 1 << 24, description & 3 == 0, isReadable(description),
        // Context descriptors of classes are of kind 16.
        UnsafeRawPointer(bitPattern: description)!.load(as: UInt32.self) & 0x1f == 16
      else { return nil }
      self = .type(unsafeBitCast(metadata, to: Any.Type.self), instanceSize: size)
    case Kind.localVariable:
      let captures = metadata.load(fromByteOffset: 16, as: UInt.self)
      self = .context(
        captures: isReadable(captures) ? UnsafeRawPointer(bitPattern: captures) : nil)
    case Kind.genericLocalVariable: self = .context(captures: nil)
    case Kind.task: self = .task
    default: return nil
    }
  }
}

/// The stored properties of a type, by the metadata that the compiler leaves for reflection.
struct StoredField {
  /// The name; that of a property within a struct after a dot.
  let name: String
  /// A `weak` or `unowned` reference keeps nothing alive.
  let isStrong: Bool
  /// It refers to nothing that is counted: a number, which may look like an address, or a pointer.
  let isPlain: Bool
  /// It holds a closure.
  let isFunction: Bool

  /// The property that covers an offset of an instance.
  ///
  /// - Returns: nil if the type does not tell.
  static func of(_ type: Any.Type, at offset: Int) -> StoredField? {
    var best: (offset: Int, type: Any.Type, field: FieldMetadata)?
    for index in 0..<childCount(type) {
      let start = childOffset(type, index: index)
      guard start <= offset, best.map({ start >= $0.offset }) ?? true else { continue }
      var field = FieldMetadata()
      let child = childMetadata(type, index: index, fieldMetadata: &field)
      best = (start, child, field)
    }
    guard let best, let text = best.field.name else { return nil }
    let name = plainName(String(cString: text))
    let isPlain = Element(best.type).isPlain
    if best.field.isStrong, isStruct(best.type),
      let inner = StoredField.of(best.type, at: offset - best.offset)
    {
      // The library's own structs, such as an array's, have nothing in them that a reader knows.
      let known = _typeName(best.type).hasPrefix("Swift.") ? name : "\(name).\(inner.name)"
      return StoredField(
        name: known, isStrong: inner.isStrong, isPlain: isPlain, isFunction: inner.isFunction)
    }
    return StoredField(
      name: name, isStrong: best.field.isStrong, isPlain: isPlain,
      isFunction: isFunction(best.type))
  }

  // Kinds of metadata, see docs/ABI/TypeMetadata.rst.
  private static func words(_ type: Any.Type) -> UnsafePointer<UInt> {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }
  private static func isStruct(_ type: Any.Type) -> Bool { words(type)[0] == 0x200 }
  private static func isFunction(_ type: Any.Type) -> Bool {
    let words = words(type)
    // Of an optional, the type that it wraps comes after its kind and its description.
    guard words[0] == 0x202 else { return words[0] == 0x302 }
    return UnsafePointer<UInt>(bitPattern: words[2])?.pointee == 0x302
  }

  /// `lazy` and wrapped properties are stored under other names.
  private static func plainName(_ name: String) -> String {
    if name.hasPrefix("$__lazy_storage_$_") { return String(name.dropFirst(18)) }
    return name.hasPrefix("_") && !name.hasPrefix("__") ? String(name.dropFirst()) : name
  }
}

/// As the runtime fills it in.
struct FieldMetadata {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

// What `Mirror` itself is made of.
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func childCount(_ type: Any.Type) -> Int
@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func childMetadata(
  _ type: Any.Type, index: Int, fieldMetadata: UnsafeMutablePointer<FieldMetadata>
) -> Any.Type
@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func childOffset(_ type: Any.Type, index: Int) -> Int

/// The blocks that arrays, dictionaries and sets keep their elements in: places without an element may
/// still hold the address of one that was taken out.
///
/// Known from the standard library's own sources (ContiguousArrayBuffer.swift, DictionaryStorage.swift,
/// SetStorage.swift of Swift 6), whose layouts are a part of its binary interface.
enum Storage {
  /// Whether a word of a block lies where no element is.
  ///
  /// - Parameters:
  ///   - type: The block's class.
  ///   - block: Where the block begins.
  ///   - offset: Of the word.
  static func isVacant(_ type: Any.Type, block: UnsafeRawPointer, offset: Int) -> Bool {
    let name = _typeName(type, qualified: false)
    if name.hasPrefix("_ContiguousArrayStorage<") {
      guard let element = elements(type).first else { return false }
      let first = (32 + element.alignment - 1) & -element.alignment
      let count = block.load(fromByteOffset: 16, as: Int.self)
      return element.isPlain || offset >= first + count * element.stride
    }
    if name.hasPrefix("_DictionaryStorage<") {
      let elements = elements(type)
      guard elements.count >= 2 else { return false }
      return [(48, elements[0]), (56, elements[1])].contains { header, element in
        isFree(block, offset: offset, elementsAt: header, element: element, bitmapAt: 64)
      }
    }
    if name.hasPrefix("_SetStorage<") {
      guard let element = elements(type).first else { return false }
      return isFree(block, offset: offset, elementsAt: 48, element: element, bitmapAt: 56)
    }
    return false
  }

  /// Whether a word is that of a bucket which is not in use, or holds nothing but numbers.
  private static func isFree(
    _ block: UnsafeRawPointer, offset: Int, elementsAt header: Int, element: Element, bitmapAt: Int
  ) -> Bool {
    let first = block.load(fromByteOffset: header, as: UnsafeRawPointer.self)
    let buckets = 1 << Int(block.load(fromByteOffset: 32, as: Int8.self))
    let distance = block + offset - first
    guard element.stride > 0, distance >= 0, distance / element.stride < buckets else {
      return false
    }
    guard !element.isPlain else { return true }
    let bucket = distance / element.stride
    let word = block.load(fromByteOffset: bitmapAt + bucket / 64 * 8, as: UInt.self)
    return word >> UInt(bucket % 64) & 1 == 0
  }

  /// The types that a generic class was made for. They come last in its metadata, which its description
  /// gives the size of (docs/ABI/TypeMetadata.rst).
  private static func elements(_ type: Any.Type) -> [Element] {
    let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    guard let description = UnsafeRawPointer(bitPattern: metadata[5]) else { return [] }
    let words = Int(description.load(fromByteOffset: 28, as: UInt32.self))
    let members = Int(description.load(fromByteOffset: 32, as: UInt32.self))
    guard members > 0, members <= words else { return [] }
    return (0..<min(members, 2)).compactMap { index in
      let argument = metadata[words - members + index]
      return argument == 0 ? nil : Element(unsafeBitCast(argument, to: Any.Type.self))
    }
  }
}

/// How a value of a type lies in memory (docs/ABI/TypeLayout.rst and the runtime's ValueWitness.def).
struct Element {
  let stride: Int
  let alignment: Int
  /// It refers to nothing that is counted.
  let isPlain: Bool

  init(_ type: Any.Type) {
    let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    guard let witnesses = UnsafePointer<UInt>(bitPattern: (metadata - 1).pointee) else {
      (stride, alignment, isPlain) = (8, 8, false)
      return
    }
    // Eight functions, then size, stride and flags.
    stride = Int(witnesses[9])
    alignment = Int(witnesses[10] & 0xff) + 1
    isPlain = witnesses[10] & 0x1_0000 == 0
  }
}

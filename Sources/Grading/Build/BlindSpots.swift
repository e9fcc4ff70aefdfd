/// What a submission uses whose reads and writes no race detector here can see: they happen inside
/// libraries that are not instrumented. A submission that uses them may be free of races, but nothing that
/// runs can say so.
///
/// Which ones those are was tried: two threads that do it without a lock are not reported. Pointers that
/// are only read and written in place (`pointee`, subscripts) are seen, and so are Swift's own collections.
enum BlindSpots {
  /// Beginnings of mangled names, and what they are called.
  private static let functions: [(prefix: String, words: String)] = [
    ("$sSV4load", "UnsafeRawPointer.load"),
    ("$sSv4load", "UnsafeMutableRawPointer.load"),
    ("$sSv10copyMemory", "UnsafeMutableRawPointer.copyMemory"),
    ("$sSp6update", "UnsafeMutablePointer.update"),
    ("$sSp6assign", "UnsafeMutablePointer.update"),
    ("$sSr6update", "UnsafeMutableBufferPointer.update"),
    ("$sSwys5UInt8VSici", "the subscript of UnsafeMutableRawBufferPointer"),
    ("$sSWys5UInt8VSici", "the subscript of UnsafeRawBufferPointer"),
    ("$sSW4load", "UnsafeRawBufferPointer.load"),
    ("$sSw4load", "UnsafeMutableRawBufferPointer.load"),
    ("$sSw10copyMemory", "UnsafeMutableRawBufferPointer.copyMemory"),
  ]

  /// Foundation's classes that can be changed in place and protect nothing.
  private static let classes = [
    "NSMutableArray", "NSMutableDictionary", "NSMutableSet", "NSCountedSet", "NSMutableOrderedSet",
    "NSMutableString", "NSMutableData", "NSMutableIndexSet", "NSMapTable", "NSHashTable",
    "NSPointerArray",
  ]

  /// In words, sorted, each once.
  ///
  /// - Parameter undefined: The symbols that the submission imports.
  static func found(in undefined: [String]) -> [String] {
    Set(undefined.compactMap(words)).sorted()
  }

  private static func words(for symbol: String) -> String? {
    if let known = functions.first(where: { symbol.hasPrefix($0.prefix) }) { return known.words }
    // In a mangled name a type stands behind its length, and a class before a C.
    guard symbol.hasPrefix("$s10Foundation") else { return nil }
    return classes.first { symbol.hasPrefix("$s10Foundation\($0.count)\($0)C") }
  }
}

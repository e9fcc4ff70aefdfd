/// By what the read of something stored is known.
package enum StoredRead: Sendable {
  /// A number is read from memory.
  case number(Int)
  /// A value that holds a text with this storage is copied.
  case copy(storage: UInt)
}

/// Probes whether a reader holds up another: `reader` is paused where it reads the stored value,
/// and `another` must come back meanwhile.
///
/// Only the controlled scheduler can pause a reader there; elsewhere nothing is checked.
///
/// - Parameters:
///   - criterion: What is broken if the other reader has to wait.
///   - value: What is stored, such as a balance; by it the read is known.
///   - reader: The one that is paused.
///   - another: The one that must come back.
///   - otherwise: The sentence that a candidate reads if it does not.
public func expectParallel(
  _ criterion: Criterion, readsOf value: Int, _ reader: @escaping Client,
  _ another: @escaping Client, otherwise: @autoclosure () -> String
) async {
  let run = Run.current
  if let cameBack = await run.crew.pause(reader, at: .number(value), whileRunning: another) {
    run.check(criterion, holds: cameBack, message: otherwise)
  }
}

/// The same where a value is stored that holds a text, such as an order with its id: `reader` is paused
/// where it copies the value.
///
/// - Parameters:
///   - criterion: What is broken if the other reader has to wait.
///   - text: The text as it is stored: the very one, and not another that is equal, of more than
///     15 bytes.
///   - reader: The one that is paused; it must ask by another text.
///   - another: The one that must come back.
///   - otherwise: The sentence that a candidate reads if it does not.
public func expectParallel(
  _ criterion: Criterion, readsOf text: String, _ reader: @escaping Client,
  _ another: @escaping Client, otherwise: @autoclosure () -> String
) async {
  let run = Run.current
  guard let storage = text.storage else { return }
  if let cameBack = await run.crew.pause(
    reader, at: .copy(storage: storage), whileRunning: another)
  {
    run.check(criterion, holds: cameBack, message: otherwise)
  }
}

extension String {
  /// An equal text with a storage of its own.
  public var copied: String { String(decoding: Array(utf8), as: UTF8.self) }

  /// The address of the object that holds its characters; nil if the text is too short for one.
  fileprivate var storage: UInt? {
    guard utf8.count > 15 else { return nil }
    // The second word is the object with flags in its top and bottom bits.
    let words = unsafeBitCast(self, to: (UInt, UInt).self)
    return words.1 & 0x0fff_ffff_ffff_fff8
  }
}

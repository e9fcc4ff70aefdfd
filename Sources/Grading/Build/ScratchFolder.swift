import Foundation

/// A folder that is gone when nobody needs it any more, however the work ended.
///
/// It is locked as long as its process lives, so that those of processes that were killed can be told
/// from those that somebody works in (flock(2)).
package struct ScratchFolder: ~Copyable {
  /// What all of their names begin with.
  package static let prefix = "scratch-"
  /// Where it is.
  package let path: String
  private let lock: Int32

  /// Makes an empty folder that only this user can enter.
  ///
  /// - Parameter parent: The folder to make it in; made too if it is not there.
  /// - Throws: what the file system says.
  package init(in parent: String) throws {
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard template.withUnsafeMutableBufferPointer({ mkdtemp($0.baseAddress!) }) != nil else {
      throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: parent])
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if lock >= 0 { flock(lock, LOCK_EX | LOCK_NB) }
  }

  /// True if no process works in a folder any more. False too where it cannot be told.
  package static func isAbandoned(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    if lock >= 0 { close(lock) }
  }
}

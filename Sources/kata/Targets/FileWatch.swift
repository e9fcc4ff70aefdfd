import Foundation

/// Notices that a file, or a file of a folder, was saved.
struct FileWatch: Sendable {
  private struct Stamp: Equatable {
    var node: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  private let path: String
  private var seen: [Stamp]

  init(path: String) {
    self.path = path
    seen = Self.stamps(path)
  }

  /// Blocks until the file is another than before. Editors take it away for a moment: that alone
  /// is no change.
  mutating func waitForChange() {
    while true {
      let now = Self.stamps(path)
      if !now.isEmpty, now != seen {
        seen = now
        return
      }
      usleep(100_000)
    }
  }

  private static func stamps(_ path: String) -> [Stamp] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return ([path] + names.sorted().map { "\(path)/\($0)" }).compactMap { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      return Stamp(
        node: UInt64(status.st_ino), size: Int64(status.st_size),
        seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }
  }
}

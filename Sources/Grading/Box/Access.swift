/// Which files a boxed command sees, beyond the system's libraries and a `/tmp` of its own.
///
/// Paths are absolute and keep their names inside. They must exist. Where bubblewrap is missing
/// nothing is hidden, and `Box.description` says so; `HOME` and `TMPDIR`, if the command has them,
/// then name a folder that is gone when it has ended.
package struct Access: Sendable, Equatable {
  /// Files and folders that can be read and run.
  package var readOnly: [String]
  /// Folders that can be written; the writes outlive the box.
  package var writable: [String]
  /// How much the private `/tmp` holds, in MiB, where the box can limit it.
  package var temporaryMiB: Int

  package init(readOnly: [String] = [], writable: [String] = [], temporaryMiB: Int = 64) {
    self.readOnly = readOnly
    self.writable = writable
    self.temporaryMiB = temporaryMiB
  }
}

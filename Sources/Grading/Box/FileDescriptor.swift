#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open file descriptor that is closed exactly once and that no child inherits by accident.
struct FileDescriptor: ~Copyable {
  /// The number.
  let number: Int32

  /// Takes over a descriptor.
  init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Opens a file.
  static func open(_ path: String, _ flags: Int32) throws(BoxError) -> FileDescriptor {
    #if canImport(Glibc)
      let number = Glibc.open(path, flags | O_CLOEXEC)
    #else
      let number = Darwin.open(path, flags | O_CLOEXEC)
    #endif
    guard number >= 0 else { throw .lastFailure(of: "open(\(path))") }
    return FileDescriptor(owning: number)
  }
}

extension BoxError {
  /// The failure that `errno` tells of.
  static func lastFailure(of call: String) -> BoxError {
    .system(call: call, reason: String(cString: strerror(errno)))
  }
}

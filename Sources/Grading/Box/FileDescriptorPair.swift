#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Two connected descriptors: one for the grader, one for the child. Both are closed exactly once.
struct FileDescriptorPair: ~Copyable {
  /// The grader's end; it never blocks.
  let ours: Int32
  /// The child's end; negative once closed here.
  private(set) var theirs: Int32

  /// Takes over both ends.
  private init(ours: Int32, theirs: Int32) {
    self.ours = ours
    self.theirs = theirs
    _ = fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    close(ours)
    if theirs >= 0 { close(theirs) }
  }

  /// Closes the child's end here, so that the child alone holds it and its closing can be seen.
  mutating func closeTheirs() {
    if theirs >= 0 { close(theirs) }
    theirs = -1
  }

  /// A connection to the child that already holds `bytes`, at most a page, and then ends.
  static func holding(_ bytes: [UInt8]) throws(BoxError) -> FileDescriptorPair {
    precondition(bytes.count <= 4096)
    let pair = try sockets()
    _ = write(pair.ours, bytes, bytes.count)
    shutdown(pair.ours, Int32(SHUT_WR))
    return pair
  }

  /// A pair of stream sockets. Used in place of pipes too, since only they can be opened so that
  /// a child started by another thread at this moment does not inherit them.
  static func sockets() throws(BoxError) -> FileDescriptorPair {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw .lastFailure(of: "socketpair")
    }
    #if !canImport(Glibc)
      ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
    #endif
    return FileDescriptorPair(ours: ends[0], theirs: ends[1])
  }
}

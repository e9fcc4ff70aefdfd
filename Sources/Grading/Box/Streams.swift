#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a boxed command says, on all its ways out, up to a limit each.
struct Streams {
  /// One way out.
  struct Stream {
    var bytes: [UInt8] = []
    var isOpen = true
    let limit: Int
    let limitKiB: Int

    init(limitKiB: Int) {
      self.limitKiB = limitKiB
      limit = limitKiB << 10
    }

    /// Reads what is there, and one chunk past the limit at most.
    mutating func read(from descriptor: Int32) {
      isOpen = drain(descriptor, into: &bytes, limit: limit)
    }

    var text: String { String(decoding: bytes.prefix(limit), as: UTF8.self) }
  }

  private(set) var stdout: Stream
  private(set) var stderr: Stream
  private(set) var channel: Stream
  private var status = Stream(limitKiB: 64)
  private let ends: Connections.Ends
  /// What is still to be written to the channel.
  private var toSend: ArraySlice<UInt8>
  private var sendingEnded = false

  init(ends: Connections.Ends, limitKiB: Int, channelLimitKiB: Int, toSend: [UInt8]) {
    self.ends = ends
    self.toSend = toSend[...]
    stdout = Stream(limitKiB: limitKiB)
    stderr = Stream(limitKiB: limitKiB)
    channel = Stream(limitKiB: channelLimitKiB)
  }

  /// Which limit was passed; nil if none.
  var excess: ProcessResult.End? {
    [stdout, stderr, channel].first { $0.bytes.count > $0.limit }
      .map { .outputLimit(kibibytes: $0.limitKiB) }
  }

  /// True if nobody can say anything more.
  var allClosed: Bool {
    !stdout.isOpen && !stderr.isOpen && !status.isOpen && !channel.isOpen
  }

  /// What bubblewrap says of itself.
  var statusText: String { status.text }

  /// The last line of standard error, for the reason why nothing ran.
  var lastErrorLine: String {
    let line = stderr.text.split(whereSeparator: \.isNewline).last.map(String.init)
    return line.map { $0.hasPrefix("bwrap: ") ? String($0.dropFirst(7)) : $0 }
      ?? "it ended without a word"
  }

  /// Waits until something can be read or written, at most so long, and does it.
  mutating func serve(atMost time: Duration) {
    // A negative number is skipped by `poll`: a closed stream is at its end for ever.
    func entry(_ number: Int32, _ stream: Stream, events: Int32 = POLLIN) -> pollfd {
      pollfd(fd: stream.isOpen ? number : -1, events: Int16(events), revents: 0)
    }
    let both = Int32(POLLIN) | (sendingEnded ? 0 : Int32(POLLOUT))
    var entries = [
      entry(ends.stdout, stdout), entry(ends.stderr, stderr), entry(ends.status, status),
      entry(ends.channel, channel, events: both),
    ]
    // Rounded up, so that the last fraction of a millisecond is not spun away.
    let wait = Int32(max(0, min(time.wholeMilliseconds + 1, 1000)))
    guard poll(&entries, nfds_t(entries.count), wait) > 0 else { return }
    send()
    if entries[0].revents != 0 { stdout.read(from: ends.stdout) }
    if entries[1].revents != 0 { stderr.read(from: ends.stderr) }
    if entries[2].revents != 0 { status.read(from: ends.status) }
    if entries[3].revents != 0 { channel.read(from: ends.channel) }
  }

  /// Reads what is left after the end; a while longer if somebody still holds the other end,
  /// since a process namespace takes a moment to go.
  mutating func finish() {
    let patience = ContinuousClock.now + .milliseconds(300)
    while !allClosed, excess == nil, ContinuousClock.now < patience {
      serve(atMost: .milliseconds(10))
    }
  }

  private mutating func send() {
    guard !sendingEnded else { return }
    while !toSend.isEmpty {
      let count = toSend.withUnsafeBytes { bytes in
        sendBytes(ends.channel, bytes)
      }
      if count > 0 {
        toSend = toSend.dropFirst(count)
      } else if errno == EAGAIN || errno == EINTR {
        return
      } else {
        // Nobody listens any more: the end will say why.
        toSend = []
      }
    }
    shutdown(ends.channel, Int32(SHUT_WR))
    sendingEnded = true
  }
}

/// `send` without the signal that a closed channel brings; the method hides the function's name.
private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Glibc)
    let flags = Int32(MSG_NOSIGNAL)
  #else
    let flags: Int32 = 0
  #endif
  return send(descriptor, bytes.baseAddress, bytes.count, flags)
}

/// Reads what is there, until `bytes` holds more than `limit`.
///
/// - Returns: false once the other end is closed.
func drain(_ descriptor: Int32, into bytes: inout [UInt8], limit: Int) -> Bool {
  let chunk = 65536
  while bytes.count <= limit {
    let count = withUnsafeTemporaryAllocation(byteCount: chunk, alignment: 16) { buffer in
      let count = read(descriptor, buffer.baseAddress, chunk)
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
      }
      return count
    }
    if count == 0 { return false }
    if count < 0 { return errno == EAGAIN || errno == EINTR }
  }
  return true
}

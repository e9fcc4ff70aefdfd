import Foundation
package import Records
import Synchronization

/// The inside's end of the private channel: reads the job, writes messages.
package final class Channel: Sendable {
  private let descriptor: Int32
  private let nonce: [UInt8]
  private let writing = Mutex<Void>(())

  /// What the outside asked for.
  package let job: Job

  /// Reads the first frame. Blocks until it is there.
  ///
  /// - Throws: `ChannelError` if no outside is there, or it sent something else.
  package init(descriptor: Int32 = Frame.descriptor) throws {
    var buffer: [UInt8] = []
    var wanted = Frame.headerBytes
    var nonce: [UInt8]?
    while buffer.count < wanted || nonce == nil {
      if nonce == nil, case .payload(let bytes, let found) = Frame.header(of: buffer) {
        nonce = found
        wanted = Frame.headerBytes + bytes
        continue
      }
      var chunk = [UInt8](repeating: 0, count: wanted - buffer.count)
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw ChannelError.noJob }
      buffer += chunk[0..<count]
    }
    self.descriptor = descriptor
    self.nonce = nonce ?? []
    job = try Frame.decode(Job.self, from: buffer[Frame.headerBytes..<wanted])
  }

  /// Sends one message. Any thread; the outside reads them in this order.
  package func send(_ message: Message) {
    guard let bytes = try? Frame.encode(message, nonce: nonce) else { return }
    writing.withLock { _ in
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 && errno == EINTR { continue }
        // The outside is gone: nobody is left to tell.
        guard count > 0 else { _exit(1) }
        sent += count
      }
    }
  }
}

/// Why an arena process cannot begin.
package enum ChannelError: Error {
  /// There is no job on descriptor 3: the program was started by hand.
  case noJob
}

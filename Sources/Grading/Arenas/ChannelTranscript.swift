import Records

/// What came over the private channel, frame by frame.
struct ChannelTranscript: Equatable {
  /// The messages, in order.
  private(set) var messages: [Message] = []
  /// Why the channel is not to be believed; nil if it is.
  private(set) var distrust: String?

  /// Reads all frames.
  ///
  /// A last frame that was cut off is passed over: the process was killed in the middle of it.
  ///
  /// - Parameters:
  ///   - bytes: Everything that came.
  ///   - nonce: What this run's frames carry.
  init(_ bytes: [UInt8], nonce: [UInt8]) {
    var rest = bytes[...]
    while distrust == nil {
      switch Frame.header(of: rest) {
      case .incomplete:
        return
      case .foreign:
        distrust = "something that is no message came over the private channel"
      case .payload(_, let found) where found != nonce:
        distrust = "a message that is not this run's came over the private channel"
      case .payload(let count, _):
        let payload = rest.dropFirst(Frame.headerBytes)
        guard payload.count >= count else { return }
        guard let message = try? Frame.decode(Message.self, from: payload.prefix(count)) else {
          distrust = "a message that cannot be read came over the private channel"
          return
        }
        messages.append(message)
        rest = payload.dropFirst(count)
      }
    }
  }
}

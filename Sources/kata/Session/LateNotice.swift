import Dispatch

/// Says something if the work takes long, and nothing if it does not.
struct LateNotice {
  private let item: DispatchWorkItem

  /// - Parameters:
  ///   - delay: How long the work may take in silence.
  ///   - say: Called once on some thread.
  init(after delay: DispatchTimeInterval, say: @escaping @Sendable () -> Void) {
    item = DispatchWorkItem(block: say)
    DispatchQueue.global().asyncAfter(deadline: .now() + delay, execute: item)
  }

  /// The work is done.
  func cancel() {
    item.cancel()
  }
}

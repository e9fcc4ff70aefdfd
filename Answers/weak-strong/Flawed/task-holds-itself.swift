import Foundation

final class OrderPoller: @unchecked Sendable {
  private let onBegin: () -> Void
  private let onCommit: () -> Void
  private var loop: Task<Void, Never>?

  init(onBegin: @escaping () -> Void, onCommit: @escaping () -> Void) {
    self.onBegin = onBegin
    self.onCommit = onCommit
  }

  deinit {
    loop?.cancel()
  }

  func start() {
    loop = Task { [weak self] in
      // Strong for as long as the loop runs, and the loop runs as long as nobody cancels it.
      guard let self else { return }
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1))
        if Task.isCancelled { return }
        self.onBegin()
        self.onCommit()
      }
    }
  }

  func stop() {
    loop?.cancel()
    loop = nil
  }
}

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
    guard loop == nil else { return }
    loop = Task { [weak self] in
      while true {
        try? await Task.sleep(for: .seconds(1))
        if Task.isCancelled { return }
        // Strong for the tick, and weak again while it sleeps.
        guard let self else { return }
        self.begin()
        self.commit()
      }
    }
  }

  func stop() {
    loop?.cancel()
    loop = nil
  }

  private func begin() { onBegin() }
  private func commit() { onCommit() }
}

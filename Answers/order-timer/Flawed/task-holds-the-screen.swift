import Foundation

final class OrderTimerViewController {
  private let checkOrderStatus: () -> Void
  private var loop: Task<Void, Never>?

  init(checkOrderStatus: @escaping () -> Void) {
    self.checkOrderStatus = checkOrderStatus
  }

  deinit {
    loop?.cancel()
  }

  func viewDidLoad() {
    loop = Task { @MainActor in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(5))
        if Task.isCancelled { return }
        self.checkOrderStatus()
      }
    }
  }

  func viewWillDisappear() {
  }
}

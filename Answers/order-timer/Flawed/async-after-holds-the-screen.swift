import Foundation

final class OrderTimerViewController {
  private let checkOrderStatus: () -> Void
  private var isVisible = false

  init(checkOrderStatus: @escaping () -> Void) {
    self.checkOrderStatus = checkOrderStatus
  }

  func viewDidLoad() {
    isVisible = true
    scheduleNext()
  }

  func viewWillDisappear() {
    isVisible = false
    DispatchQueue.main.asyncAfter(deadline: .now() + 100) { self.isVisible = false }
  }

  private func scheduleNext() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 5) { [weak self] in
      guard let self, self.isVisible else { return }
      self.checkOrderStatus()
      self.scheduleNext()
    }
  }
}

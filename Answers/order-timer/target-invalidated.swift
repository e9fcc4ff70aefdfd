import Foundation

final class OrderTimerViewController {
  private let checkOrderStatus: () -> Void
  private var timer: TargetTimer?

  init(checkOrderStatus: @escaping () -> Void) {
    self.checkOrderStatus = checkOrderStatus
  }

  func viewDidLoad() {
    timer = TargetTimer.scheduled(
      every: 5, target: self, action: OrderTimerViewController.check)
  }

  func viewWillDisappear() {
    timer?.invalidate()
    timer = nil
  }

  deinit {
    timer?.invalidate()
  }

  private func check() {
    checkOrderStatus()
  }
}

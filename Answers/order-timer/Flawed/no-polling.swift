import Foundation

final class OrderTimerViewController {
  private let checkOrderStatus: () -> Void
  private var timer: TargetTimer?

  init(checkOrderStatus: @escaping () -> Void) {
    self.checkOrderStatus = checkOrderStatus
  }

  func viewDidLoad() {
    // Nothing keeps the screen now, and nothing checks.
  }

  func viewWillDisappear() {
    timer?.invalidate()
  }
}

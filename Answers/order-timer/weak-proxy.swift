import Foundation

/// The timer keeps this, and this keeps nobody.
private final class WeakTarget {
  private weak var screen: OrderTimerViewController?

  init(_ screen: OrderTimerViewController) {
    self.screen = screen
  }

  func check() {
    screen?.check()
  }
}

final class OrderTimerViewController {
  private let checkOrderStatus: () -> Void
  private var timer: TargetTimer?

  init(checkOrderStatus: @escaping () -> Void) {
    self.checkOrderStatus = checkOrderStatus
  }

  deinit {
    timer?.invalidate()
  }

  func viewDidLoad() {
    timer = TargetTimer.scheduled(every: 5, target: WeakTarget(self), action: WeakTarget.check)
  }

  func viewWillDisappear() {
    timer?.invalidate()
    timer = nil
  }

  fileprivate func check() {
    checkOrderStatus()
  }
}

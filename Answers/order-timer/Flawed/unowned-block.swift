import Foundation

final class OrderTimerViewController {
  private let checkOrderStatus: () -> Void
  private var timer: Timer?

  init(checkOrderStatus: @escaping () -> Void) {
    self.checkOrderStatus = checkOrderStatus
  }

  func viewDidLoad() {
    timer = Timer.scheduledTimer(withTimeInterval: 5, repeats: true) { [unowned self] _ in
      self.checkOrderStatus()
    }
  }

  func viewWillDisappear() {
  }
}

import Foundation

final class OrderTimerViewController {
  private let checkOrderStatus: () -> Void
  private var timer: Timer?

  init(checkOrderStatus: @escaping () -> Void) {
    self.checkOrderStatus = checkOrderStatus
  }

  deinit {
    timer?.invalidate()
  }

  func viewDidLoad() {
    let timer = Timer(timeInterval: 5, repeats: true) { [weak self] _ in
      self?.checkOrderStatus()
    }
    RunLoop.main.add(timer, forMode: .common)
    self.timer = timer
  }

  func viewWillDisappear() {
    timer?.invalidate()
    timer = nil
  }
}

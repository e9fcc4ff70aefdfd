import Foundation

final class OrderTimerViewController {
  private let checkOrderStatus: () -> Void
  private var timer: DispatchSourceTimer?

  init(checkOrderStatus: @escaping () -> Void) {
    self.checkOrderStatus = checkOrderStatus
  }

  deinit {
    timer?.cancel()
  }

  func viewDidLoad() {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + 5, repeating: 5)
    timer.setEventHandler { self.checkOrderStatus() }
    timer.resume()
    self.timer = timer
  }

  func viewWillDisappear() {
    timer?.suspend()
  }
}

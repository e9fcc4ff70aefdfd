import Foundation

final class OrderTimerViewController {
  private let checkOrderStatus: () -> Void
  private let timer = DispatchSource.makeTimerSource(queue: .main)

  init(checkOrderStatus: @escaping () -> Void) {
    self.checkOrderStatus = checkOrderStatus
  }

  deinit {
    timer.cancel()
  }

  func viewDidLoad() {
    timer.schedule(deadline: .now() + 5, repeating: 5)
    timer.setEventHandler { [weak self] in
      guard let self else { return }
      self.checkOrderStatus()
    }
    timer.activate()
  }

  func viewWillDisappear() {
    timer.cancel()
  }
}

import Foundation

class OrderLoader {
  var delegate: (any OrderLoaderDelegate)?

  init() {}

  /// Loads an order and tells the delegate.
  func load() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
      let order = Order(id: "A17", status: .inTransit, updatedAt: 1)
      self.delegate?.didLoad(order)
    }
  }
}

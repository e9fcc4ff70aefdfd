import Foundation

final class OrderLoader {
  var delegate: (any OrderLoaderDelegate)?

  init() {}

  func load() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
      let order = Order(id: "A17", status: .inTransit, updatedAt: 1)
      self.delegate?.didLoad(order)
    }
  }
}

import Foundation

final class OrderLoader {
  weak var delegate: (any OrderLoaderDelegate)?

  init() {}

  func load() {
    let order = Order(id: "A17", status: .inTransit, updatedAt: 1)
    delegate?.didLoad(order)
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in
      self?.delegate?.didLoad(order)
    }
  }
}

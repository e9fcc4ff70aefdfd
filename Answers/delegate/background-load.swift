import Foundation

final class OrderLoader {
  weak var delegate: (any OrderLoaderDelegate)?

  init() {}

  func load() {
    DispatchQueue.global().async { [weak self] in
      let order = Order(id: "A17", status: .inTransit, updatedAt: 1)
      DispatchQueue.main.async { self?.delegate?.didLoad(order) }
    }
  }
}

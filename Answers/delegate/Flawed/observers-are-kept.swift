import Foundation

final class OrderLoader {
  weak var delegate: (any OrderLoaderDelegate)? {
    didSet { if let delegate { told.append(delegate) } }
  }
  private var told: [any OrderLoaderDelegate] = []

  init() {}

  func load() {
    DispatchQueue.main.async { [weak self] in
      let order = Order(id: "A17", status: .inTransit, updatedAt: 1)
      self?.told.last?.didLoad(order)
    }
  }
}

import Foundation

final class OrderLoader {
  weak var delegate: (any OrderLoaderDelegate)?

  init() {}

  func load() {
    Task { @MainActor [weak self] in
      try? await Task.sleep(for: .seconds(1))
      let order = Order(id: "A17", status: .inTransit, updatedAt: 1)
      self?.delegate?.didLoad(order)
    }
  }
}

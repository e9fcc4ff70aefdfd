import Foundation

final class OrderLoader {
  weak var delegate: (any OrderLoaderDelegate)?
  private static var loading: [OrderLoader] = []

  init() {}

  func load() {
    OrderLoader.loading.append(self)
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
      let order = Order(id: "A17", status: .inTransit, updatedAt: 1)
      self.delegate?.didLoad(order)
    }
  }
}

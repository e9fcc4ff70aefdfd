import Foundation

final class OrderLoader {
  weak var delegate: (any OrderLoaderDelegate)?

  init() {}

  func load() {
    let order = Order(id: "A17", status: .inTransit, updatedAt: 1)
    DispatchQueue.main.async { [weak self] in self?.delegate?.didLoad(order) }
    // To be forgotten after a while; until then it keeps the delegate.
    guard let delegate else { return }
    DispatchQueue.main.asyncAfter(deadline: .now() + 100) { withExtendedLifetime(delegate) {} }
  }
}

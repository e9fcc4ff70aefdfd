import Foundation

final class OrderLoader {
  weak var delegate: (any OrderLoaderDelegate)? {
    didSet { tell = { [delegate] order in delegate?.didLoad(order) } }
  }
  private var tell: (Order) -> Void = { _ in }

  init() {}

  func load() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [tell] in
      let order = Order(id: "A17", status: .inTransit, updatedAt: 1)
      tell(order)
    }
  }
}

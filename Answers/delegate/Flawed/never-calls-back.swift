import Foundation

private final class Box {
  let order = Order(id: "A17", status: .inTransit, updatedAt: 1)
}

final class OrderLoader {
  weak var delegate: (any OrderLoaderDelegate)?

  init() {}

  func load() {
    // The weak reference is the loader's only one, and goes before the block runs.
    weak var box: Box?
    box = Box()
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak box] in
      guard let box else { return }
      self.delegate?.didLoad(box.order)
    }
  }
}

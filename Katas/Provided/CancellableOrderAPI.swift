/// A request under way.
public protocol OrderRequest: Sendable {
  /// Says that nobody wants the answer any more. It may come all the same, though
  /// never from inside this call.
  func cancel()
}

/// Where orders are fetched from.
public protocol CancellableOrderAPI: Sendable {
  /// Asks for the state of an order, and returns at once.
  ///
  /// - Parameters:
  ///   - id: Which order.
  ///   - completion: Called later, never inside `fetchOrder`, on any thread; usually once, also after
  ///     a cancellation. `nil` says that the request failed.
  @discardableResult
  func fetchOrder(_ id: String, completion: @escaping (Order?) -> Void) -> any OrderRequest
}

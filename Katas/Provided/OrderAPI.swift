/// Where orders are fetched from.
public protocol OrderAPI: Sendable {
  /// Asks for the state of an order, and returns at once.
  ///
  /// - Parameters:
  ///   - id: Which order.
  ///   - completion: Called later, never inside `fetchOrder`, on any thread; usually once. `nil` says
  ///     that the request failed.
  func fetchOrder(_ id: String, completion: @escaping (Order?) -> Void)
}

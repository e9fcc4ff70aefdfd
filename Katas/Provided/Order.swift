/// How far an order has come.
public enum OrderStatus: Int, Sendable, Comparable, Codable {
  case awaitingPickup
  case inTransit
  case delivered

  public static func < (left: OrderStatus, right: OrderStatus) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// An order, as it stood at one moment.
public struct Order: Sendable, Equatable, Codable {
  /// Which order it is.
  public var id: String
  /// How far it has come.
  public var status: OrderStatus
  /// When it was so: of two states of one order, the one with the higher number is the newer.
  public var updatedAt: Int

  public init(id: String, status: OrderStatus, updatedAt: Int) {
    self.id = id
    self.status = status
    self.updatedAt = updatedAt
  }
}

extension Order: CustomStringConvertible {
  /// Such as `A17 inTransit @20`.
  public var description: String { "\(id) \(status) @\(updatedAt)" }
}

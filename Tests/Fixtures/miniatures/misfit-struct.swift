// Does not fit: a struct is copied, two clients cannot share one; and its `withdraw` is mutating.
struct BankAccount {
  private(set) var balance: Int

  mutating func withdraw(_ amount: Int) {
    guard balance >= amount else { return }
    balance -= amount
  }
}

private actor Account {
  private(set) var balance: Int

  init(balance: Int) {
    self.balance = balance
  }

  func withdraw(_ amount: Int) -> Bool {
    guard balance >= amount else { return false }
    balance -= amount
    return true
  }

  func refund(_ amount: Int) {
    balance += amount
  }
}

// Flaw: each account is safe by itself, but between debit and credit there is an `await`, and
// between the looks at two accounts as well.
final class Bank: Sendable {
  private let accounts: [Account]

  init(balances: [Int]) {
    accounts = balances.map { Account(balance: $0) }
  }

  func transfer(_ amount: Int, from: Int, to: Int) async {
    if await accounts[from].withdraw(amount) {
      await accounts[to].refund(amount)
    }
  }

  func balance(of account: Int) async -> Int {
    await accounts[account].balance
  }

  var total: Int {
    get async {
      var sum = 0
      for account in accounts { sum += await account.balance }
      return sum
    }
  }
}

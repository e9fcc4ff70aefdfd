import Foundation

// Flaw: the statement has a lock as well, and the two methods take the two in opposite order.
final class BankAccount {
  private let balanceLock = NSLock()
  private let statementLock = NSLock()
  private var stored: Int
  private var statement: [Int] = []

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    balanceLock.withLock { stored }
  }

  func withdraw(_ amount: Int) {
    balanceLock.lock()
    defer { balanceLock.unlock() }
    guard stored >= amount else { return }
    stored -= amount
    statementLock.lock()
    defer { statementLock.unlock() }
    statement.append(-amount)
  }

  func refund(_ amount: Int) {
    statementLock.lock()
    defer { statementLock.unlock() }
    statement.append(amount)
    balanceLock.lock()
    defer { balanceLock.unlock() }
    stored += amount
  }
}

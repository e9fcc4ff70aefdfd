import Foundation

// The journal is written under the lock, and added up for one account without it.
final class Bank {
  private struct Booking {
    let amount: Int
    let from: Int
    let to: Int
  }

  private let lock = NSLock()
  private let start: [Int]
  private var bookings: [Booking] = []

  init(balances: [Int]) {
    start = balances
  }

  func transfer(_ amount: Int, from: Int, to: Int) {
    lock.withLock {
      guard sum(of: from) >= amount else { return }
      bookings.append(Booking(amount: amount, from: from, to: to))
    }
  }

  func balance(of account: Int) -> Int {
    sum(of: account)
  }

  var total: Int {
    lock.withLock { start.indices.reduce(0) { $0 + sum(of: $1) } }
  }

  private func sum(of account: Int) -> Int {
    bookings.reduce(start[account]) { sum, booking in
      sum + (booking.to == account ? booking.amount : 0)
        - (booking.from == account ? booking.amount : 0)
    }
  }
}

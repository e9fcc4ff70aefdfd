import Foundation

// Balances are never changed: a transfer is a line in a journal, and whoever asks adds them up.
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
    lock.withLock { sum(of: account) }
  }

  var total: Int {
    lock.withLock { start.indices.reduce(0) { $0 + sum(of: $1) } }
  }

  /// Call with the lock held.
  private func sum(of account: Int) -> Int {
    bookings.reduce(start[account]) { sum, booking in
      sum + (booking.to == account ? booking.amount : 0)
        - (booking.from == account ? booking.amount : 0)
    }
  }
}

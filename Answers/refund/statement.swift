import Synchronization

// The account is the list of its bookings; the balance is their sum.
final class BankAccount: Sendable {
  private let bookings: Mutex<[Int]>

  init(balance: Int) {
    bookings = Mutex([balance])
  }

  var balance: Int {
    bookings.withLock { $0.reduce(0, +) }
  }

  func withdraw(_ amount: Int) {
    bookings.withLock { bookings in
      guard bookings.reduce(0, +) >= amount else { return }
      bookings.append(-amount)
    }
  }

  func refund(_ amount: Int) {
    bookings.withLock { $0.append(amount) }
  }
}

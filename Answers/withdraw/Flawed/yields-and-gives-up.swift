import Synchronization

// Flaw: a withdrawal that finds the lock taken more than twenty times in a row is dropped, though it would
// have fitted.
final class BankAccount: Sendable {
  private let busy = Atomic<Bool>(false)
  private let stored: Atomic<Int>

  init(balance: Int) { stored = Atomic(balance) }

  var balance: Int { stored.load(ordering: .acquiring) }

  func withdraw(_ amount: Int) async {
    var tries = 0
    while !busy.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
      .exchanged
    {
      tries += 1
      if tries > 20 { return }
      await Task.yield()
    }
    let now = stored.load(ordering: .acquiring)
    if now >= amount { stored.store(now - amount, ordering: .releasing) }
    busy.store(false, ordering: .releasing)
  }
}

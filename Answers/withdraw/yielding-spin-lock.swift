import Synchronization

// Right: a spin lock for tasks. Whoever finds it taken lets others go on, and its holder is suspended inside.
final class BankAccount: Sendable {
  private let busy = Atomic<Bool>(false)
  private let stored: Atomic<Int>

  init(balance: Int) { stored = Atomic(balance) }

  var balance: Int { stored.load(ordering: .acquiring) }

  func withdraw(_ amount: Int) async {
    while !busy.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
      .exchanged
    {
      await Task.yield()
    }
    let now = stored.load(ordering: .acquiring)
    await Task.yield()
    if now >= amount { stored.store(now - amount, ordering: .releasing) }
    busy.store(false, ordering: .releasing)
  }
}

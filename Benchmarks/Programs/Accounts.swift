import Dispatch
import Foundation
import Synchronization

/// Right accounts: 100 and the withdrawals of so many clients of 80 each.
func rightAccounts() {
  for clients in [2, 3, 4] {
    form("NSLock", clients) { LockedAccount() }
    form("Mutex", clients) { MutexAccount() }
    form("pthread mutex", clients) { PThreadAccount() }
    form("barrier queue", clients) { QueueAccount(attributes: .concurrent) }
    form("serial queue", clients) { QueueAccount(attributes: []) }
    benchmark("actor \(clients)") {
      let account = ActorAccount()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<clients { group.addTask { await account.withdraw(80) } }
      }
      return await account.balance == 20
    }
  }
}

private protocol Account: AnyObject, Sendable {
  var balance: Int { get }
  func withdraw(_ amount: Int)
}

private func form(_ name: String, _ clients: Int, _ make: @escaping () -> any Account) {
  benchmark("\(name) \(clients)") {
    let account = make()
    together(times(clients) { account.withdraw(80) })
    return account.balance == 20
  }
}

private final class LockedAccount: Account, @unchecked Sendable {
  private let lock = NSLock()
  private var stored = 100
  var balance: Int { stored }
  func withdraw(_ amount: Int) {
    lock.lock()
    if stored >= amount { stored -= amount }
    lock.unlock()
  }
}

private final class MutexAccount: Account {
  private let stored = Mutex(100)
  var balance: Int { stored.withLock { $0 } }
  func withdraw(_ amount: Int) { stored.withLock { if $0 >= amount { $0 -= amount } } }
}

private final class PThreadAccount: Account, @unchecked Sendable {
  private let lock = PThreadMutex()
  private var stored = 100
  var balance: Int { stored }
  func withdraw(_ amount: Int) {
    lock.lock()
    if stored >= amount { stored -= amount }
    lock.unlock()
  }
}

private final class QueueAccount: Account, @unchecked Sendable {
  private let queue: DispatchQueue
  private var stored = 100
  init(attributes: DispatchQueue.Attributes) {
    queue = DispatchQueue(label: "account", attributes: attributes)
  }
  var balance: Int { queue.sync { stored } }
  func withdraw(_ amount: Int) {
    queue.sync(flags: .barrier) { if stored >= amount { stored -= amount } }
  }
}

private actor ActorAccount {
  private(set) var balance = 100
  func withdraw(_ amount: Int) { if balance >= amount { balance -= amount } }
}

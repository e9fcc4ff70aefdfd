import Dispatch
import Foundation
import Synchronization

/// An account of 100 that is right in every order of calls.
public protocol Account: AnyObject, Sendable {
  var balance: Int { get }
  func withdraw(_ amount: Int)
}

/// The same as an actor.
public protocol AsyncAccount: AnyObject, Sendable {
  var balance: Int { get async }
  func withdraw(_ amount: Int) async
}

/// A way to keep an account right.
public struct AccountForm {
  public let name: String
  public let make: Making

  /// Makes a fresh one.
  public enum Making {
    case account(() -> any Account)
    case asyncAccount(() -> any AsyncAccount)
  }
}

/// The forms that are measured, in the order of the tables.
public func accountForms() -> [AccountForm] {
  func form(_ name: String, _ make: @escaping () -> any Account) -> AccountForm {
    AccountForm(name: name, make: .account(make))
  }
  return [
    form("NSLock") { LockedAccount() },
    form("Mutex") { MutexAccount() },
    form("pthread mutex") { PThreadAccount() },
    form("barrier queue") { QueueAccount(attributes: .concurrent) },
    form("serial queue") { QueueAccount(attributes: []) },
    AccountForm(name: "actor", make: .asyncAccount { ActorAccount() }),
  ]
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

private actor ActorAccount: AsyncAccount {
  private(set) var balance = 100
  func withdraw(_ amount: Int) { if balance >= amount { balance -= amount } }
}

import CScheduler
import Foundation
import KataKit
import Programs
import Scheduler

/// So many clients that withdraw 80 each from a fresh account of 100. As in a kata, it is the account
/// that is instrumented, and not what calls it.
struct Withdrawals {
  let form: AccountForm
  let clients: Int

  func explore(_ options: Exploration.Options) -> Exploration.Result {
    switch form.make {
    case .account(let make): explore(options, make)
    case .asyncAccount(let make): explore(options, make)
    }
  }

  private func explore(
    _ options: Exploration.Options, _ make: @escaping () -> any Account
  ) -> Exploration.Result {
    Exploration.run(options: options) {
      let account = make()
      withExtendedLifetime(Withdrawal(from: account)) { withdrawal in
        let context = Unmanaged.passUnretained(withdrawal).toOpaque()
        withUnsafeTemporaryAllocation(of: pthread_t.self, capacity: clients) { threads in
          for index in threads.indices {
            pthread_create(
              threads.baseAddress! + index, nil,
              { context in
                Unmanaged<Withdrawal>.fromOpaque(context!)._withUnsafeGuaranteedRef {
                  $0.account.withdraw(80)
                }
                return nil
              }, context)
          }
          for thread in threads { pthread_join(thread, nil) }
        }
      }
      check(account.balance)
    }
  }

  private final class Withdrawal {
    let account: any Account
    init(from account: any Account) { self.account = account }
  }

  private func explore(
    _ options: Exploration.Options, _ make: @escaping () -> any AsyncAccount
  ) -> Exploration.Result {
    Exploration.run(options: options) {
      let account = make()
      Clients.start("program") {
        Completion.wait {
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<clients { group.addTask { await account.withdraw(80) } }
          }
          check(await account.balance)
        }
      }
      Clients.join()
    }
  }

  private func check(_ balance: Int) {
    Exploration.check("promise", failure: balance == 20 ? nil : "broken")
  }
}

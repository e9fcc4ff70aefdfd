// One task empties the mailbox, letter by letter; nobody else touches the balance.
final class BankAccount: Sendable {
  private enum Letter: Sendable {
    case withdraw(Int, CheckedContinuation<Void, Never>)
    case look(CheckedContinuation<Int, Never>)
  }

  private let mailbox: AsyncStream<Letter>.Continuation

  init(balance: Int) {
    let (letters, mailbox) = AsyncStream.makeStream(of: Letter.self)
    self.mailbox = mailbox
    Task {
      var balance = balance
      for await letter in letters {
        switch letter {
        case .withdraw(let amount, let sender):
          if balance >= amount { balance -= amount }
          sender.resume()
        case .look(let sender):
          sender.resume(returning: balance)
        }
      }
    }
  }

  deinit {
    mailbox.finish()
  }

  var balance: Int {
    get async {
      await withCheckedContinuation { _ = mailbox.yield(.look($0)) }
    }
  }

  func withdraw(_ amount: Int) async {
    await withCheckedContinuation { _ = mailbox.yield(.withdraw(amount, $0)) }
  }
}

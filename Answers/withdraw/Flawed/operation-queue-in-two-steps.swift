import Foundation

// One operation at a time, but the check is one and the subtraction another.
final class BankAccount {
  private let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return queue
  }()
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    var result = 0
    perform { result = self.stored }
    return result
  }

  func withdraw(_ amount: Int) {
    var fits = false
    perform { fits = self.stored >= amount }
    guard fits else { return }
    perform { self.stored -= amount }
  }

  private func perform(_ body: @escaping () -> Void) {
    queue.addOperations([BlockOperation(block: body)], waitUntilFinished: true)
  }
}

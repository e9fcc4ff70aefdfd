import Foundation

// A queue of operations that runs one of them at a time.
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
    let read = BlockOperation { result = self.stored }
    queue.addOperations([read], waitUntilFinished: true)
    return result
  }

  func withdraw(_ amount: Int) {
    let withdrawal = BlockOperation {
      guard self.stored >= amount else { return }
      self.stored -= amount
    }
    queue.addOperations([withdrawal], waitUntilFinished: true)
  }
}

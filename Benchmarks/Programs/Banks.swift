import Foundation

func banks() {
  // Somebody checks the balance with the wrong sum, once both others are done.
  benchmark("account") {
    let (lock, promise) = (NSLock(), Promise())
    let (balance, deposited, withdrew) = (Guarded(1), Guarded(), Guarded())
    together(
      {
        lock.withLock {
          guard deposited.value == 1, withdrew.value == 1 else { return }
          promise.expect(balance.value == (1 - 2) - 4)
        }
      },
      {
        lock.withLock {
          balance.value += 2
          deposited.value = 1
        }
      },
      {
        lock.withLock {
          balance.value -= 4
          withdrew.value = 1
        }
      })
    return promise.isKept
  }

  for clients in [2, 3] {
    // Each of the two steps is locked, both together are not.
    benchmark("withdraw, split, \(clients) threads") {
      let lock = NSLock()
      let balance = Guarded(100)
      together(
        times(clients) {
          if lock.withLock({ balance.value >= 80 }) { lock.withLock { balance.value -= 80 } }
        })
      return balance.value >= 0
    }
  }

  // One appends another's contents: asks for the length, then for so many characters.
  benchmark("string buffer") {
    let (lock, promise) = (NSLock(), Promise())
    let length = Guarded(5)
    together(
      {
        let count = lock.withLock { length.value }
        lock.withLock { promise.expect(count <= length.value) }
      },
      { lock.withLock { length.value = 0 } })
    return promise.isKept
  }

  // A device is stopped while somebody who has looked at the flag begins to use it.
  benchmark("bluetooth") {
    let promise = Promise()
    let (pending, stopping, event, stopped) = (Shared(1), Shared(), Shared(), Shared())
    func release() { if pending.add(-1) == 0 { event.value = 1 } }
    together(
      {
        stopping.value = 1
        release()
        if event.value == 1 { stopped.value = 1 }
      },
      {
        if stopping.value == 0 {
          pending.add(1)
          promise.expect(stopped.value == 0)
        }
        release()
      })
    return promise.isKept
  }
}

import Foundation

func buffers() {
  // Two take turns by two flags. The one who reads counts its tries, not what it has read.
  benchmark("circular buffer") {
    let (lock, promise) = (NSLock(), Promise())
    let (send, receive, first, next) = (Guarded(1), Guarded(), Guarded(), Guarded())
    let buffer = Room(10)
    together(
      {
        for number in 0..<7 {
          lock.withLock {
            guard send.value == 1 else { return }
            buffer.items[next.value] = number
            next.value = (next.value + 1) % 10
            (send.value, receive.value) = (0, 1)
          }
        }
      },
      {
        for number in 0..<7 {
          lock.withLock {
            guard receive.value == 1 else { return }
            promise.expect(buffer.items[first.value] == number)
            first.value += 1
            (send.value, receive.value) = (1, 0)
          }
        }
      })
    return promise.isKept
  }

  // The same with a queue, whose first item goes in without a turn.
  benchmark("queue") {
    let (lock, promise) = (NSLock(), Promise())
    let (mayAdd, mayTake, head, tail) = (Guarded(1), Guarded(), Guarded(), Guarded())
    let (queue, stored) = (Room(21), Room(21))
    together(
      {
        var value = 0
        lock.withLock {
          queue.items[tail.value] = value
          tail.value += 1
          stored.items[0] = value
        }
        for index in 0..<19 {
          lock.withLock {
            guard mayAdd.value == 1 else { return }
            value += 1
            queue.items[tail.value] = value
            tail.value += 1
            stored.items[index + 1] = value
            (mayAdd.value, mayTake.value) = (0, 1)
          }
        }
      },
      {
        for index in 0..<20 {
          lock.withLock {
            guard mayTake.value == 1 else { return }
            promise.expect(queue.items[head.value] == stored.items[index])
            head.value += 1
            (mayAdd.value, mayTake.value) = (1, 0)
          }
        }
      })
    return promise.isKept
  }

  // Once something was pushed, pops are thought never to find the stack empty.
  benchmark("stack") {
    let (lock, promise, top, pushed) = (NSLock(), Promise(), Guarded(), Guarded())
    together(
      {
        for _ in 0..<10 {
          lock.withLock {
            top.value += 1
            pushed.value = 1
          }
        }
      },
      {
        for _ in 0..<10 {
          lock.withLock {
            guard pushed.value == 1 else { return }
            promise.expect(top.value > 0)
            top.value = max(0, top.value - 1)
          }
        }
      })
    return promise.isKept
  }

  // The owner pops at one end, a thief steals at the other. The thief looks at the tail before it has
  // announced what it takes, so that both may have the last item.
  benchmark("work stealing") {
    let (lock, head, tail) = (NSLock(), Shared(), Shared())
    let slots = (0..<8).map { _ in Shared() }
    let taken = (0..<4).map { _ in Shared() }
    func steal() {
      lock.withLock {
        let first = head.value
        guard first < tail.value else { return }
        head.value = first + 1
        taken[slots[first].value].add(1)
      }
    }
    func push(_ item: Int) {
      let last = tail.value
      slots[last].value = item
      tail.value = last + 1
    }
    func pop() {
      let last = tail.value - 1
      tail.value = last
      if head.value <= last {
        taken[slots[last].value].add(1)
        return
      }
      tail.value = last + 1
      lock.withLock {
        let last = tail.value - 1
        guard head.value <= last else { return }
        tail.value = last
        taken[slots[last].value].add(1)
      }
    }
    let thief = Runner { for _ in 0..<2 { steal() } }
    for pair in 0..<2 {
      push(2 * pair)
      push(2 * pair + 1)
      pop()
    }
    for _ in 0..<2 { pop() }
    thief.join()
    return taken.allSatisfy { $0.value <= 1 }
  }
}

/// Room for numbers, under the lock of whoever uses it.
final class Room: @unchecked Sendable {
  // Safe: as `Guarded`.
  var items: [Int]
  init(_ count: Int) { items = Array(repeating: 0, count: count) }
}

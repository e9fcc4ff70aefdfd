import Foundation

func orders() {
  // The third hopes to run before the other two have.
  benchmark("lazy01") {
    let (lock, promise, data) = (NSLock(), Promise(), Guarded())
    together(
      { lock.withLock { data.value += 1 } },
      { lock.withLock { data.value += 2 } },
      { lock.withLock { promise.expect(data.value < 3) } })
    return promise.isKept
  }

  // Each passes on what the one before it has, whoever comes first.
  benchmark("token ring") {
    let (lock, promise) = (NSLock(), Promise())
    let (first, second, third, done) = (Guarded(1), Guarded(2), Guarded(1), Guarded())
    together(
      {
        lock.withLock {
          first.value = (third.value + 1) % 4
          done.value += 1
        }
      },
      {
        lock.withLock {
          second.value = first.value
          done.value += 1
        }
      },
      {
        lock.withLock {
          third.value = second.value
          done.value += 1
        }
      },
      {
        lock.withLock {
          guard done.value == 3 else { return }
          promise.expect(first.value == second.value && second.value == third.value)
        }
      })
    return promise.isKept
  }

  // A pair under two locks: between them the halves do not belong together.
  for (name, writers) in [("twostage", 1), ("twostage 100", 99)] {
    benchmark(name) {
      let (firstLock, secondLock, promise) = (NSLock(), NSLock(), Promise())
      let (first, second) = (Shared(), Shared())
      together(
        times(writers) {
          firstLock.withLock { first.value = 1 }
          secondLock.withLock { second.value = first.value + 1 }
        } + [
          {
            let seen = firstLock.withLock { first.value == 0 ? nil : first.value }
            guard let seen else { return }
            promise.expect(secondLock.withLock { second.value } == seen + 1)
          }
        ])
      return promise.isKept
    }
  }

  // Setters publish two halves one after the other; checkers see one without the other.
  let sizes = [
    (3, 2, 1), (4, 3, 1), (5, 4, 1), (10, 9, 1), (20, 10, 10), (50, 49, 1), (100, 99, 1),
  ]
  for (size, setters, checkers) in sizes {
    benchmark("reorder \(size)") {
      let (promise, a, b) = (Promise(), Shared(), Shared())
      together(
        times(setters) {
          a.value = 1
          b.value = -1
        }
          + times(checkers) {
            promise.expect((a.value == 0 && b.value == 0) || (a.value == 1 && b.value == -1))
          })
      return promise.isKept
    }
  }
}

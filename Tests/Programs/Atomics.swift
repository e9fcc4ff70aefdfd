import Foundation
import Synchronization

private final class Flag: Sendable { let value = Atomic(0) }

private final class Flags: Sendable {
  let ready = Atomic<Bool>(false)
  let closed = Atomic<Bool>(false)
}

private let largeNumber = Atomic(1 << 40)

func atomics() {
  program("atomic-add", "relaxed updates are atomic", .correct, ["2"]) {
    let flag = Flag()
    threads(2) { _ in flag.value.wrappingAdd(1, ordering: .relaxed) }
    return "\(flag.value.load(ordering: .relaxed))"
  }

  program(
    "atomic-load-store", "a load and a store are not an update: no race, and an update lost",
    .correct, ["1", "2"]
  ) {
    let flag = Flag()
    threads(2) { _ in
      let seen = flag.value.load(ordering: .sequentiallyConsistent)
      jitter()
      flag.value.store(seen + 1, ordering: .sequentiallyConsistent)
    }
    return "\(flag.value.load(ordering: .relaxed))"
  }

  program("compare-exchange", "who loses looks again", .correct, ["2"]) {
    let flag = Flag()
    threads(2) { _ in
      var seen = flag.value.load(ordering: .relaxed)
      while true {
        jitter()
        let (exchanged, original) = flag.value.compareExchange(
          expected: seen, desired: seen + 1, ordering: .relaxed)
        if exchanged { break }
        seen = original
      }
    }
    return "\(flag.value.load(ordering: .relaxed))"
  }

  program("publish", "release and acquire publish what was written", .correct, ["0", "42"]) {
    let flag = Flag()
    let counter = Counter()
    let seen = Counter()
    together(
      {
        counter.value = 42
        flag.value.store(1, ordering: .releasing)
      },
      { if flag.value.load(ordering: .acquiring) == 1 { seen.value = counter.value } })
    return "\(seen.value)"
  }

  program("publish-relaxed", "relaxed publishes nothing", .races, ["0", "42"]) {
    let flag = Flag()
    let counter = Counter()
    let seen = Counter()
    together(
      {
        counter.value = 42  // race
        flag.value.store(1, ordering: .relaxed)
      },
      {
        if flag.value.load(ordering: .relaxed) == 1 {
          seen.value = counter.value  // race
        }
      })
    return "\(seen.value)"
  }

  program("publish-half", "released, but not acquired", .races, ["0", "42"]) {
    let flag = Flag()
    let counter = Counter()
    let seen = Counter()
    together(
      {
        counter.value = 42  // race
        flag.value.store(1, ordering: .releasing)
      },
      {
        if flag.value.load(ordering: .relaxed) == 1 {
          seen.value = counter.value  // race
        }
      })
    return "\(seen.value)"
  }

  program("release-sequence", "a relaxed update hands on what was released", .correct, ["0", "42"])
  {
    let flag = Flag()
    let counter = Counter()
    let seen = Counter()
    together(
      {
        counter.value = 42
        flag.value.store(1, ordering: .releasing)
      },
      { flag.value.wrappingAdd(1, ordering: .relaxed) },
      { if flag.value.load(ordering: .acquiring) == 2 { seen.value = counter.value } })
    return "\(seen.value)"
  }

  program(
    "release-sequence-broken", "a relaxed store of another thread hands nothing on", .races,
    ["0", "42"]
  ) {
    let flag = Flag()
    let counter = Counter()
    let seen = Counter()
    together(
      {
        counter.value = 42  // race
        flag.value.store(1, ordering: .releasing)
      },
      { if flag.value.load(ordering: .relaxed) == 1 { flag.value.store(2, ordering: .relaxed) } },
      {
        if flag.value.load(ordering: .acquiring) == 2 {
          seen.value = counter.value  // race
        }
      })
    return "\(seen.value)"
  }

  program("fences", "fences around relaxed accesses publish", .correct, ["0", "42"]) {
    let flag = Flag()
    let counter = Counter()
    let seen = Counter()
    together(
      {
        counter.value = 42
        atomicMemoryFence(ordering: .releasing)
        flag.value.store(1, ordering: .relaxed)
      },
      {
        if flag.value.load(ordering: .relaxed) == 1 {
          atomicMemoryFence(ordering: .acquiring)
          seen.value = counter.value
        }
      })
    return "\(seen.value)"
  }

  program("atomic-spin-lock", "a lock made of an exchange and a store", .correct, ["2"]) {
    let flag = Flag()
    let counter = Counter()
    threads(2) { _ in
      while flag.value.exchange(1, ordering: .acquiring) == 1 { sched_yield() }
      counter.value += 1
      flag.value.store(0, ordering: .releasing)
    }
    return "\(counter.value)"
  }

  program("relaxed-spin-lock", "a lock that excludes but does not order", .races, ["2"]) {
    let flag = Flag()
    let counter = Counter()
    threads(2) { _ in
      while flag.value.exchange(1, ordering: .relaxed) == 1 { sched_yield() }
      counter.value += 1  // race
      flag.value.store(0, ordering: .relaxed)
    }
    return "\(counter.value)"
  }

  program(
    "store-buffering", "two strong stores, two strong loads", .correct, ["0 1", "1 0", "1 1"]
  ) {
    let first = Flag()
    let second = Flag()
    let seen = [Counter(), Counter()]
    together(
      {
        first.value.store(1, ordering: .sequentiallyConsistent)
        seen[0].value = second.value.load(ordering: .sequentiallyConsistent)
      },
      {
        second.value.store(1, ordering: .sequentiallyConsistent)
        seen[1].value = first.value.load(ordering: .sequentiallyConsistent)
      })
    return "\(seen[0].value) \(seen[1].value)"
  }

  program(
    "store-buffering-relaxed", "two relaxed stores, two relaxed loads", .correct,
    ["0 1", "1 0", "1 1"], beyond: ["0 0"]
  ) {
    let first = Flag()
    let second = Flag()
    let seen = [Counter(), Counter()]
    together(
      {
        first.value.store(1, ordering: .relaxed)
        seen[0].value = second.value.load(ordering: .relaxed)
      },
      {
        second.value.store(1, ordering: .relaxed)
        seen[1].value = first.value.load(ordering: .relaxed)
      })
    return "\(seen[0].value) \(seen[1].value)"
  }

  program("message-order", "two stores are seen in their order", .correct, ["0 0", "0 1", "1 1"]) {
    let first = Flag()
    let second = Flag()
    let seen = [Counter(), Counter()]
    together(
      {
        first.value.store(1, ordering: .releasing)
        second.value.store(1, ordering: .releasing)
      },
      {
        let late = second.value.load(ordering: .acquiring)
        jitter()
        seen[0].value = late
        seen[1].value = first.value.load(ordering: .acquiring)
      })
    return "\(seen[0].value) \(seen[1].value)"
  }

  program("atomic-and-plain", "an atomic that one thread reads plainly", .races, ["0", "1"]) {
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    memory.pointee = 0
    defer { memory.deallocate() }
    let seen = Counter()
    together(
      {
        memory.withMemoryRebound(to: Atomic<Int>.self, capacity: 1) {
          $0.pointee.store(1, ordering: .sequentiallyConsistent)  // race
        }
      },
      { seen.value = memory.pointee })  // race
    return "\(seen.value)"
  }

  program("flags-side-by-side", "two flags of a byte each are two atomics", .correct, ["0", "42"]) {
    let flags = Flags()
    let counter = Counter()
    let seen = Counter()
    together(
      {
        counter.value = 42
        flags.ready.store(true, ordering: .releasing)
      },
      { flags.closed.store(true, ordering: .releasing) },
      { if flags.ready.load(ordering: .acquiring) { seen.value = counter.value } })
    return "\(seen.value)"
  }

  program(
    "flag-beside", "to acquire from one flag is not to acquire from the next", .races, ["0", "42"]
  ) {
    let flags = Flags()
    let counter = Counter()
    let seen = Counter()
    together(
      {
        counter.value = 42  // race
        flags.closed.store(true, ordering: .releasing)
      },
      {
        guard flags.closed.load(ordering: .relaxed) else { return }
        _ = flags.ready.load(ordering: .acquiring)
        seen.value = counter.value  // race
      })
    return "\(seen.value)"
  }

  program(
    "six-looks", "who looks six times may look six times in vain", .correct,
    ["0", "1", "2", "3", "4", "5", "6"]
  ) {
    let flag = Flag()
    let zeros = Counter()
    together(
      {
        for _ in 0..<6 where flag.value.load(ordering: .acquiring) == 0 { zeros.value += 1 }
      },
      { flag.value.store(1, ordering: .releasing) })
    return "\(zeros.value)"
  }

  program("many-looks", "who looks often in vain goes on by itself", .correct, ["set"]) {
    let flag = Flag()
    let turn = DispatchSemaphore(value: 0)
    let looks = Counter()
    together(
      {
        while looks.value < 200, flag.value.load(ordering: .acquiring) == 0 { looks.value += 1 }
        turn.signal()
      },
      {
        turn.wait()
        flag.value.store(1, ordering: .releasing)
      })
    return flag.value.load(ordering: .relaxed) == 1 ? "set" : "not set"
  }

  program(
    "global-atomic-large", "a large number in a global atomic is read in every order", .correct,
    ["1 1", "1 2", "2 2"]
  ) {
    largeNumber.store(1 << 40, ordering: .relaxed)
    let seen = [Counter(), Counter()]
    together(
      { for counter in seen { counter.value = largeNumber.load(ordering: .relaxed) >> 40 } },
      { largeNumber.store(2 << 40, ordering: .relaxed) })
    return "\(seen[0].value) \(seen[1].value)"
  }
}

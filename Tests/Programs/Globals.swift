import Foundation

private let made = SharedNotes()

private func make(_ name: String) -> Counter {
  made.add(name)
  jitter()
  let counter = Counter()
  counter.value = 1
  return counter
}

private let lazyGlobal = make("lazy-global")
private nonisolated(unsafe) var plainGlobal = 0
private enum Shared {
  static let value = make("static-let")
  static let first: Int = second + 1
  static let second: Int = first + 1
}
private nonisolated(unsafe) var onceControl = pthread_once_t()
private nonisolated(unsafe) var onceCount = 0

func globals() {
  program(
    "lazy-global", "a global is made once, and seen whole by all", .correct, ["2 lazy-global"],
    cold: true
  ) {
    let seen = [Counter(), Counter()]
    threads(2) { index in seen[index].value = lazyGlobal.value }
    return "\(seen[0].value + seen[1].value) \(made.text)"
  }

  program(
    "static-let", "a static let is made once, and seen whole by all", .correct, ["2 static-let"],
    cold: true
  ) {
    let seen = [Counter(), Counter()]
    threads(2) { index in seen[index].value = Shared.value.value }
    return "\(seen[0].value + seen[1].value) \(made.text)"
  }

  program("static-let-circle", "two static lets that need each other", .deadlocks, [], cold: true) {
    "\(Shared.first)"
  }

  program("global-variable", "a global variable that two threads change", .races, ["1", "2"]) {
    plainGlobal = 0
    threads(2) { _ in
      let seen: Int
      seen = plainGlobal  // race
      jitter()
      plainGlobal = seen + 1  // race
    }
    return "\(plainGlobal)"
  }

  program(
    "pthread-once", "pthread_once runs once, and all wait for it", .correct, ["1 1 1"], cold: true
  ) {
    let seen = [Counter(), Counter()]
    threads(2) { index in
      pthread_once(&onceControl) { onceCount += 1 }
      seen[index].value = onceCount
    }
    return "\(onceCount) \(seen[0].value) \(seen[1].value)"
  }

  program("lazy-variable", "a lazy variable is not made once", .races, ["1", "2"]) {
    final class Holder: @unchecked Sendable {
      let makes = SharedNotes()
      lazy var value: Int = {  // race
        makes.add("x"); jitter(); return 1
      }()
    }
    let holder = Holder()
    threads(2) { _ in _ = holder.value }
    return "\(holder.makes.text.split(separator: " ").count)"
  }

  program("double-checked", "a check without the lock, before the one with it", .races, ["1"]) {
    final class Holder: @unchecked Sendable {
      var value: Int?
      var makes = 0
    }
    let holder = Holder()
    let lock = NSLock()
    threads(2) { _ in
      if holder.value == nil {  // race
        lock.withLock {
          if holder.value == nil {
            holder.makes += 1
            holder.value = 1  // race
          }
        }
      }
    }
    return "\(holder.makes)"
  }
}

import Dispatch
import Foundation

private protocol Named: Sendable {
  var name: String { get }
}

private struct Plain: Named {
  let name: String
}

/// Its property is copied and assigned by functions that the compiler adds.
private final class Holder: @unchecked Sendable {
  var named: (any Named)?
}

/// Its property is copied and assigned by functions of the type that it is made for.
private final class Box<Value>: @unchecked Sendable {
  private var value: Value
  init(_ value: Value) { self.value = value }
  func get() -> Value { value }
  func set(_ value: Value) { self.value = value }
}

func properties() {
  program(
    "existential-property", "a property of an `any` type, written and read by two threads", .races,
    ["a"]
  ) {
    let holder = Holder()
    holder.named = Plain(name: "a")
    let writer = Runner {
      holder.named = Plain(name: "a")  // race
    }
    let seen = holder.named  // race
    writer.join()
    return seen?.name ?? "none"
  }

  program(
    "existential-property-locked", "the same under a lock", .correct, ["a", "b"]
  ) {
    let lock = NSLock()
    let holder = Holder()
    holder.named = Plain(name: "a")
    let writer = Runner { lock.withLock { holder.named = Plain(name: "b") } }
    jitter()
    let seen = lock.withLock { holder.named }
    writer.join()
    return seen?.name ?? "none"
  }

  program(
    "generic-property", "a property of a generic type, used by two threads", .races, ["0", "1"]
  ) {
    /// As `Box`, with its lines here.
    final class Bare<Value>: @unchecked Sendable {
      private var value: Value
      init(_ value: Value) { self.value = value }
      func get() -> Value { value }  // race
      func set(_ value: Value) { self.value = value }  // race
    }
    let box = Bare(0)
    let writer = Runner { box.set(1) }
    jitter()
    let seen = box.get()
    writer.join()
    return "\(seen)"
  }

  program(
    "generic-property-locked", "a property of a generic type under a lock", .correct, ["1", "2"]
  ) {
    let lock = NSLock()
    let box = Box(1)
    let writer = Runner { lock.withLock { box.set(2) } }
    jitter()
    let seen = lock.withLock { box.get() }
    writer.join()
    return "\(seen)"
  }

  program(
    "written-before-resume", "what is written before a queue is resumed, its items see", .correct,
    ["7"]
  ) {
    let queue = DispatchQueue(label: "held")
    let counter = Counter()
    let notes = SharedNotes()
    let done = DispatchSemaphore(value: 0)
    queue.suspend()
    queue.async {
      notes.add("\(counter.value)")
      done.signal()
    }
    counter.value = 7
    queue.resume()
    done.wait()
    return notes.text
  }
}

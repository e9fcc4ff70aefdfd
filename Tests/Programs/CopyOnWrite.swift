import Foundation

func copyOnWrite() {
  program("array-snapshot", "a copy made under the lock is read outside", .correct, ["1", "2"]) {
    let lock = NSLock()
    var items = [0]
    let seen = Counter()
    together(
      { lock.withLock { items.append(1) } },
      {
        let copy = lock.withLock { items }
        jitter()
        seen.value = copy.count
      })
    return "\(seen.value)"
  }

  program(
    "array-changed-in-place", "after its copy is gone, an array is changed in place", .correct,
    ["0 9", "9 9"]
  ) {
    let lock = NSLock()
    var items = [0]
    let seen = Counter()
    together(
      { lock.withLock { items[0] = 9 } },
      { seen.value = lock.withLock { items }[0] })
    return "\(seen.value) \(items[0])"
  }

  program(
    "dictionary-snapshot", "a copied dictionary is read outside the lock", .correct, ["1", "2"]
  ) {
    let lock = NSLock()
    var items = ["a": 1]
    let seen = Counter()
    together(
      { lock.withLock { items["b"] = 2 } },
      {
        let copy = lock.withLock { items }
        jitter()
        seen.value = copy.count
      })
    return "\(seen.value)"
  }

  program(
    "array-behind-generics", "the runtime's caches, which generic functions use, order nothing",
    .races, ["0", "5"]
  ) {
    struct Booking { let amount: Int }
    let lock = NSLock()
    var items: [Booking] = []
    func sum() -> Int { items.reduce(0) { $0 + $1.amount } }  // race
    let seen = Counter()
    together(
      { lock.withLock { if sum() == 0 { items.append(Booking(amount: 5)) } } },  // race
      {
        _ = lock.withLock { sum() }
        jitter()
        seen.value = sum()
      })
    return "\(seen.value)"
  }

  program("string-snapshot", "a copied string is read outside the lock", .correct, ["20", "21"]) {
    let lock = NSLock()
    var text = String(repeating: "x", count: 20)
    let seen = Counter()
    together(
      { lock.withLock { text += "y" } },
      {
        let copy = lock.withLock { text }
        jitter()
        seen.value = copy.utf8.count
      })
    return "\(seen.value)"
  }

  program("array-of-copies", "each thread changes its own copy", .correct, ["0 1 2"]) {
    let items = [0]
    let seen = [Counter(), Counter()]
    threads(2) { index in
      var copy = items
      copy[0] = index + 1
      jitter()
      seen[index].value = copy[0]
    }
    return "\(items[0]) \(seen[0].value) \(seen[1].value)"
  }

  program(
    "own-copy-on-write", "a value type that copies its storage when it is shared", .correct,
    ["1 2", "2 2"]
  ) {
    final class Storage { var value = 1 }
    struct Value {
      var storage = Storage()
      mutating func change() {
        if !isKnownUniquelyReferenced(&storage) {
          let copy = Storage()
          copy.value = storage.value
          storage = copy
        }
        storage.value += 1
      }
    }
    let lock = NSLock()
    var value = Value()
    let seen = Counter()
    together(
      { lock.withLock { value.change() } },
      {
        let copy = lock.withLock { value }
        jitter()
        seen.value = copy.storage.value
      })
    return "\(seen.value) \(value.storage.value)"
  }

  program("array-element", "two threads change one element without a lock", .races, ["1", "2"]) {
    final class Holder: @unchecked Sendable { var items = [0] }
    let holder = Holder()
    let pointer = holder.items.withUnsafeMutableBufferPointer { $0.baseAddress! }
    threads(2) { _ in
      let seen = pointer[0]  // race
      jitter()
      pointer[0] = seen + 1  // race
    }
    return "\(holder.items[0])"
  }

  program("array-variable", "one thread replaces the array that another reads", .races, ["0", "1"])
  {
    final class Holder: @unchecked Sendable { var count = 0 }
    struct Table { var first = 0; var second = 0 }
    final class Box: @unchecked Sendable { var table = Table() }
    let box = Box()
    let seen = Counter()
    together(
      { box.table = Table(first: 1, second: 1) },  // race
      { seen.value = box.table.second })  // race
    return "\(seen.value)"
  }
}

import Foundation

private actor Account {
  var balance: Int
  init(_ balance: Int) { self.balance = balance }
  func withdraw(_ amount: Int) { if balance >= amount { balance -= amount } }
  func withdrawSlowly(_ amount: Int) async {
    guard balance >= amount else { return }
    await Task.yield()
    balance -= amount
  }
  func withdrawWithCare(_ amount: Int) async {
    guard balance >= amount else { return }
    await Task.yield()
    if balance >= amount { balance -= amount }
  }
}

private actor Peer {
  var calls = 0
  func call(_ other: Peer?) async {
    calls += 1
    await other?.call(nil)
  }
}

private actor Store {
  var counter = Counter()
  func put(_ counter: Counter) { self.counter = counter }
}

@globalActor private actor Ledger { static let shared = Ledger() }

private final class LedgerState {
  @Ledger var total = 0
  @Ledger func add() { total += 1 }
}

@MainActor private final class MainState {
  var notes = ""
  nonisolated init() {}
  func add(_ note: String) { notes += note }
}

func actors() {
  program("actor", "an actor runs one at a time", .correct, ["20"]) {
    let account = Account(100)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await account.withdraw(80) } }
    }
    return "\(await account.balance)"
  }

  program("actor-re-entrancy", "while it awaits, an actor serves others", .correct, ["20", "-60"]) {
    let account = Account(100)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await account.withdrawSlowly(80) } }
    }
    return "\(await account.balance)"
  }

  program("actor-checks-again", "checked again after the await it is right", .correct, ["20"]) {
    let account = Account(100)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await account.withdrawWithCare(80) } }
    }
    return "\(await account.balance)"
  }

  program(
    "actors-call-each-other", "two actors that call each other do not lock each other out",
    .correct, ["2 2"]
  ) {
    let first = Peer()
    let second = Peer()
    async let one: Void = first.call(second)
    async let two: Void = second.call(first)
    _ = await (one, two)
    return "\(await first.calls) \(await second.calls)"
  }

  program("global-actor", "what a global actor isolates", .correct, ["2"]) {
    let state = LedgerState()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await state.add() } }
    }
    return "\(await state.total)"
  }

  program("actor-nonisolated", "what an actor does not isolate", .races, ["1", "2"]) {
    actor Leaky {
      nonisolated(unsafe) var count = 0
      nonisolated func add() {
        let seen = count  // race
        jitter()
        count = seen + 1  // race
      }
    }
    let leaky = Leaky()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { leaky.add() } }
    }
    return "\(leaky.count)"
  }

  program("shared-by-actors", "an object that two actors share", .races, ["1", "2"]) {
    actor Owner {
      let counter: Counter
      init(_ counter: Counter) { self.counter = counter }
      func add() {
        let seen: Int
        seen = counter.value  // race
        jitter()
        counter.value = seen + 1  // race
      }
    }
    let counter = Counter()
    let first = Owner(counter)
    let second = Owner(counter)
    async let one: Void = first.add()
    async let two: Void = second.add()
    _ = await (one, two)
    return "\(counter.value)"
  }

  program("main-actor", "the main actor runs one at a time", .correct, ["xx"]) {
    let state = MainState()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await state.add("x") } }
    }
    return await state.notes
  }

  program("main-actor-and-queue", "the main actor is the main queue", .correct, ["ab", "ba"]) {
    let state = MainState()
    async let one: Void = state.add("a")
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { state.add("b") }
        continuation.resume()
      }
    }
    await one
    return await state.notes
  }

  program(
    "main-actor-order", "what one task hands to the main actor keeps its order", .correct, ["12"]
  ) {
    let state = MainState()
    let first = Task { @MainActor in state.add("1") }
    let second = Task { @MainActor in state.add("2") }
    await first.value
    await second.value
    return await state.notes
  }

  program("actor-publishes", "what an actor has written its next caller sees", .correct, ["7"]) {
    let store = Store()
    let counter = Counter()
    counter.value = 7
    await store.put(counter)
    let seen = await Task.detached { await store.counter.value }.value
    return "\(seen)"
  }
}

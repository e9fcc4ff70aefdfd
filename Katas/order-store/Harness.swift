import KataKit
import Provided

/// The situations that `order-store` is judged in.
@ScenarioBuilder
public func scenarios() -> [Scenario] {
  scenario("one caller") {
    let (old, new) = twoStates(of: "A\(seeded(10...99))")
    let other = Order(id: "B", status: .delivered, updatedAt: old.updatedAt - 1)
    let store = await subject()
    await expect(.works, "an order that never came", words(store.order(for: old.id)), equals: none)
    await store.update(old)
    await expect(
      .works, "the order after one update", words(store.order(for: old.id)), equals: "\(old)")
    let told = Told("observer")
    let token = await store.addObserver(for: old.id) { told.record($0) }
    await store.update(new)
    await expect(
      .works, "the order after the next", words(store.order(for: old.id)), equals: "\(new)")
    await store.update(other)
    await expect(
      .works, "the order after an update of another", words(store.order(for: old.id)),
      equals: "\(new)")
    await expect(.works, "the other order", words(store.order(for: other.id)), equals: "\(other)")
    await rest { told.values.count >= 1 }
    expect(.works, "what the observer was told", told.words, equals: "\(new)")
    await store.removeObserver(token)
    await store.update(new.later())
    await rest()
    expect(.works, "what it was told after its removal", told.words, equals: "\(new)")
  }

  scenario("an observer leaves, and another comes") {
    let (order, _) = twoStates(of: "A\(seeded(10...99))")
    let store = await subject()
    let told = [Told("observer 1"), Told("observer 2"), Told("observer 3")]
    let token = await store.addObserver(for: order.id) { told[0].record($0) }
    _ = await store.addObserver(for: order.id) { told[1].record($0) }
    await store.removeObserver(token)
    _ = await store.addObserver(for: order.id) { told[2].record($0) }
    await store.update(order)
    await rest { told[1].has(order) && told[2].has(order) }
    expect(.works, "what the one that left was told", told[0].words, equals: "")
    expect(.works, "what the one that stayed was told", told[1].words, equals: "\(order)")
    expect(.works, "what the one that came was told", told[2].words, equals: "\(order)")
  }

  scenario("an older update comes after a newer one") {
    let (old, new) = twoStates(of: "A\(seeded(10...99))")
    let equal = Order(id: new.id, status: .awaitingPickup, updatedAt: new.updatedAt)
    let store = await subject()
    let told = Told("observer")
    _ = await store.addObserver(for: old.id) { told.record($0) }
    await store.update(new)
    await store.update(old)
    await expect(
      .newestWins, "the order after an older update", words(store.order(for: old.id)),
      equals: "\(new)")
    await store.update(equal)
    await expect(
      .newestWins, "the order after an update with the same stamp", words(store.order(for: old.id)),
      equals: "\(new)")
    await rest { told.values.count >= 1 }
    expect(.notifiedOnce, "what the observer was told", told.words, equals: "\(new)")
  }

  scenario("an older and a newer update at once") {
    let (old, new) = twoStates(of: "A\(seeded(10...99))")
    let store = await subject()
    await clients(
      { await store.update(old) },
      { await store.update(new) })
    await expect(
      .newestWins, "the order after both", words(store.order(for: old.id)), equals: "\(new)")
  }

  scenario("updates of two orders at once") {
    let (first, _) = twoStates(of: "A\(seeded(10...99))")
    let (second, _) = twoStates(of: "B\(seeded(10...99))")
    let store = await subject()
    await clients(
      { await store.update(first) },
      { await store.update(second) })
    await expect(
      .newestWins, "the first order", words(store.order(for: first.id)), equals: "\(first)")
    await expect(
      .newestWins, "the second order", words(store.order(for: second.id)), equals: "\(second)")
  }

  scenario("an update and a reader") {
    let (old, new) = twoStates(of: "A\(seeded(10...99))")
    let store = await subject()
    await store.update(old)
    let seen = Seen<String>()
    await clients(
      { await store.update(new) },
      {
        seen.record(words(await store.order(for: old.id)))
        seen.record(words(await store.order(for: old.id)))
      })
    expect(
      .newestWins, "what a reader saw, twice", seen.values.joined(separator: ", "),
      in: ["\(old), \(old)", "\(old), \(new)", "\(new), \(new)"])
  }

  scenario("two updates with the same stamp at once, and an observer") {
    let (one, _) = twoStates(of: "A\(seeded(10...99))")
    let other = Order(id: one.id, status: .delivered, updatedAt: one.updatedAt)
    let store = await subject()
    let told = Told("observer")
    _ = await store.addObserver(for: one.id) { told.record($0) }
    await clients(
      { await store.update(one) },
      { await store.update(other) })
    await rest { told.values.count >= 1 }
    let stored = words(await store.order(for: one.id))
    expect(.newestWins, "the order after both", stored, in: ["\(one)", "\(other)"])
    expect(.notifiedOnce, "what the observer was told", told.words, equals: stored)
  }

  scenario("an older and a newer update at once, and two observers") {
    let (old, new) = twoStates(of: "A\(seeded(10...99))")
    let store = await subject()
    let told = [Told("observer 1"), Told("observer 2")]
    for one in told { _ = await store.addObserver(for: old.id) { one.record($0) } }
    await clients(
      { await store.update(old) },
      { await store.update(new) })
    await rest { told.allSatisfy { $0.has(new) } }
    for one in told {
      expect(
        .notifiedOnce, "what an observer was told", one.words,
        in: ["\(new)", "\(old), \(new)", "\(new), \(old)"])
      expect(
        .ordered, one.stamps == one.stamps.sorted(),
        otherwise: "an observer was told \(one.words), in this order")
    }
    expect(
      .notifiedOnce, told[0].stamps.sorted() == told[1].stamps.sorted(),
      otherwise: "one observer was told \(told[0].words), the other one \(told[1].words)")
  }

  scenario("two changes in a row, and an observer") {
    let (old, new) = twoStates(of: "A\(seeded(10...99))")
    let store = await subject()
    let told = Told("observer")
    _ = await store.addObserver(for: old.id) { told.record($0) }
    await store.update(old)
    await store.update(new)
    await rest { told.values.count >= 2 }
    expect(
      .notifiedOnce, "what the observer was told", told.words,
      in: ["\(old), \(new)", "\(new), \(old)"])
    expect(
      .ordered, told.stamps == told.stamps.sorted(),
      otherwise: "the observer was told \(told.words), in this order")
  }

  scenario("an observer reads the store in its callback") {
    let (old, new) = twoStates(of: "A\(seeded(10...99))")
    let store = await subject()
    let read = Seen<String>()
    await store.update(old)
    await expect(
      .reEntrant, "the order without an observer", words(store.order(for: old.id)), equals: "\(old)"
    )
    _ = await store.addObserver(for: old.id) { order in
      fromCallback { read.record(words(await store.order(for: order.id))) }
    }
    await store.update(new)
    await rest { !read.values.isEmpty }
    expect(
      .reEntrant, "what the observer read", read.values.joined(separator: ", "), equals: "\(new)")
  }

  scenario("two observers read each other's order at once") {
    let (first, _) = twoStates(of: "A\(seeded(10...99))")
    let (second, _) = twoStates(of: "B\(seeded(10...99))")
    let store = await subject()
    let read = Seen<String>()
    await expect(.reEntrant, "an order that never came", words(store.order(for: "C")), equals: none)
    for (own, other) in [(first, second), (second, first)] {
      _ = await store.addObserver(for: own.id) { _ in
        fromCallback { read.record(words(await store.order(for: other.id))) }
      }
    }
    await clients(
      { await store.update(first) },
      { await store.update(second) })
    await rest { read.values.count >= 2 }
    expect(.reEntrant, "how often they read", read.values.count, equals: 2)
    for order in read.values {
      expect(.reEntrant, "what they read", order, in: [none, "\(first)", "\(second)"])
    }
  }

  scenario("an observer updates the store in its callback") {
    let (old, new) = twoStates(of: "A\(seeded(10...99))")
    let store = await subject()
    let told = Told("observer")
    await expect(.reEntrant, "the order before", words(store.order(for: old.id)), equals: none)
    _ = await store.addObserver(for: old.id) { order in
      told.record(order)
      if order == old { fromCallback { await store.update(new) } }
    }
    await store.update(old)
    await rest { told.has(new) }
    await expect(
      .reEntrant, "the order after both", words(store.order(for: old.id)), equals: "\(new)")
    expect(.reEntrant, "what the observer was told", told.words, equals: "\(old), \(new)")
  }

  scenario("an observer removes itself in its callback and adds another") {
    let (old, new) = twoStates(of: "A\(seeded(10...99))")
    let store = await subject()
    let told = Told("observer")
    let later = Told("the new observer")
    let tokens = Seen<Int>()
    let changes = Seen<Bool>()
    await expect(.reEntrant, "the order before", words(store.order(for: old.id)), equals: none)
    let token = await store.addObserver(for: old.id) { order in
      told.record(order)
      fromCallback {
        for token in tokens.values { await store.removeObserver(token) }
        _ = await store.addObserver(for: old.id) { later.record($0) }
        changes.record(true)
      }
    }
    tokens.record(token)
    await store.update(old)
    await rest { !changes.values.isEmpty }
    await store.update(new)
    await rest { later.has(new) }
    expect(.reEntrant, "what the one was told", told.words, equals: "\(old)")
    expect(.reEntrant, "what the other was told", later.words, equals: "\(new)")
  }

  scenario("two observers are added at once") {
    let (order, _) = twoStates(of: "A\(seeded(10...99))")
    let store = await subject()
    let told = [Told("observer 1"), Told("observer 2")]
    let tokens = Seen<Int>()
    await clients(
      told.map { one in
        { tokens.record(await store.addObserver(for: order.id) { one.record($0) }) }
      })
    expect(.notifiedOnce, "how many tokens there are", Set(tokens.values).count, equals: 2)
    await store.update(order)
    await rest { told.allSatisfy { $0.has(order) } }
    for one in told {
      expect(.notifiedOnce, "what an observer was told", one.words, equals: "\(order)")
    }
  }

  scenario("an observer is added while another hears of an update") {
    let (old, new) = twoStates(of: "A\(seeded(10...99))")
    let store = await subject()
    let told = [Told("observer 1"), Told("observer 2")]
    _ = await store.addObserver(for: old.id) { told[0].record($0) }
    await clients(
      { await store.update(old) },
      { _ = await store.addObserver(for: old.id) { told[1].record($0) } })
    await rest { told[0].has(old) }
    await store.update(new)
    await rest { told.allSatisfy { $0.has(new) } }
    expect(.notifiedOnce, "what the first was told", told[0].words, equals: "\(old), \(new)")
    expect(
      .notifiedOnce, "what the second was told", told[1].words, in: ["\(new)", "\(old), \(new)"])
  }

  scenario("an observer is removed while another hears of an update") {
    let (old, new) = twoStates(of: "A\(seeded(10...99))")
    let store = await subject()
    let told = [Told("observer 1"), Told("observer 2")]
    let token = await store.addObserver(for: old.id) { told[0].record($0) }
    _ = await store.addObserver(for: old.id) { told[1].record($0) }
    await clients(
      { await store.update(old) },
      { await store.removeObserver(token) })
    await rest { told[1].has(old) }
    await store.update(new)
    await rest { told[1].has(new) }
    expect(.notifiedOnce, "what the removed one was told", told[0].words, in: ["", "\(old)"])
    expect(.notifiedOnce, "what the other was told", told[1].words, equals: "\(old), \(new)")
  }

  scenario("four updates and a reader", in: .realThreadsOnly) {
    let (first, _) = twoStates(of: "A\(seeded(10...99))")
    let states = (0..<4).map {
      Order(id: first.id, status: .inTransit, updatedAt: first.updatedAt + $0)
    }
    let store = await subject()
    let seen = Seen<Int>()
    let updates: [Client] = states.map { state in { await store.update(state) } }
    let reader: Client = {
      for _ in 0..<4 { seen.record(await store.order(for: first.id)?.updatedAt ?? 0) }
    }
    await clients(updates + [reader])
    expect(
      .newestWins, seen.values == seen.values.sorted(),
      otherwise: "a reader saw the stamps \(seen.values), in this order")
    await expect(
      .newestWins, "the order after all", words(store.order(for: first.id)), equals: "\(states[3])")
  }

  scenario("a reader paused in its read", in: .exploredOnly) {
    let (order, _) = twoStates(of: "order-\(seeded(1_000_000_000...9_999_999_999))")
    let store = await subject()
    await store.update(order)
    await rest()
    let asked = order.id.copied
    await expectParallel(
      .parallelReads, readsOf: order.id,
      { _ = await store.order(for: asked) },
      { _ = await store.order(for: asked) },
      otherwise: "a second reader had to wait for the first")
  }
}

/// Two states of one order, the older one first.
private func twoStates(of id: String) -> (old: Order, new: Order) {
  let old = Order(id: id, status: .awaitingPickup, updatedAt: seeded(1_000...9_000))
  return (old, Order(id: id, status: .inTransit, updatedAt: old.updatedAt + seeded(1...900)))
}

/// What an expectation says where there is no order.
private let none = "none"

private func words(_ order: Order?) -> String { order.map { "\($0)" } ?? none }

extension Order {
  /// A state after this one.
  fileprivate func later() -> Order {
    Order(id: id, status: .delivered, updatedAt: updatedAt + 1)
  }
}

/// What one observer was told, in the order in which its calls began.
private typealias Told = Heard<Order>

extension Heard<Order> {
  fileprivate var words: String { values.map { "\($0)" }.joined(separator: ", ") }
  fileprivate var stamps: [Int] { values.map(\.updatedAt) }
  fileprivate func has(_ order: Order) -> Bool { values.contains(order) }
}

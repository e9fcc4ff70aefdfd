import KataKit
import Provided

/// The situations that `stale-response` is judged in.
@ScenarioBuilder
public func scenarios() -> [Scenario] {
  scenario("one request at a time") {
    let (old, new) = twoStates(of: "A")
    let server = Server()
    let model = await subject(api: server)
    await expect(.works, "the order at the start", words(model.order(for: "A")), equals: none)
    await model.refresh("A")
    await rest { server.requests.count == 1 }
    expect(.works, "what was asked for", server.requests.subjects, equals: ["A"])
    server.answer(1, with: old)
    await rest { await model.order(for: "A") == old }
    await expect(
      .works, "the order after its answer", words(model.order(for: "A")), equals: "\(old)")
    await model.receivePush(new)
    await rest { await model.order(for: "A") == new }
    await expect(.works, "the order after a push", words(model.order(for: "A")), equals: "\(new)")
    await model.refresh("A")
    await rest { server.requests.count == 2 }
    expect(.works, "what was asked for", server.requests.subjects, equals: ["A", "A"])
    server.answer(2, with: new.later())
    await rest { await model.order(for: "A") == new.later() }
    await expect(
      .works, "the order after the next answer", words(model.order(for: "A")),
      equals: "\(new.later())")
  }

  scenario("the older answer arrives last") {
    let (first, second) = twoAnswers(to: "A")
    let server = Server()
    let model = await subject(api: server)
    guard await server.isAsked("A", times: 2, by: model) else { return }
    server.answer(2, with: second)
    await rest { await model.order(for: "A") == second }
    await shows(second, in: model, .requestOrder, "the screen after the answer to request 2")
    server.answer(1, with: first)
    await rest()
    await shows(second, in: model, .requestOrder, "the screen after the late answer to request 1")
    server.answer(1, with: first)
    await rest()
    await shows(second, in: model, .requestOrder, "the screen after the same answer again")
  }

  scenario("the older answer arrives last, and claims to be newer") {
    let (old, new) = twoStates(of: "A")
    let server = Server()
    let model = await subject(api: server)
    guard await server.isAsked("A", times: 2, by: model) else { return }
    server.answer(2, with: old)
    await rest { await model.order(for: "A") == old }
    server.answer(1, with: new)
    await rest()
    await shows(old, in: model, .requestOrder, "the screen after the late answer to request 1")
  }

  scenario("two answers at once") {
    let (first, second) = twoAnswers(to: "A")
    let server = Server()
    let model = await subject(api: server)
    guard await server.isAsked("A", times: 2, by: model) else { return }
    await clients(
      { server.answer(1, with: first) },
      { server.answer(2, with: second) })
    await rest { await model.order(for: "A") == second }
    await shows(second, in: model, .requestOrder, "the screen after both answers")
  }

  scenario("a refresh while an older answer arrives") {
    let (first, second) = twoAnswers(to: "A")
    let server = Server()
    let model = await subject(api: server)
    guard await server.isAsked("A", times: 1, by: model) else { return }
    await clients(
      { await model.refresh("A") },
      { server.answer(1, with: first) })
    await rest { server.requests.count == 2 }
    server.answer(2, with: second)
    await rest { await model.order(for: "A") == second }
    await shows(second, in: model, .requestOrder, "the screen after the answer to request 2")
    server.answer(1, with: first)
    await rest()
    await shows(second, in: model, .requestOrder, "the screen after answer 1 came again")
  }

  scenario("two refreshes at once") {
    let (old, new) = twoStates(of: "A")
    let server = Server()
    let model = await subject(api: server)
    await clients(
      { await model.refresh("A") },
      { await model.refresh("A") })
    await rest { server.requests.count == 2 }
    expect(.works, "how many requests there are", server.requests.count, equals: 2)
    server.answer(1, with: old)
    await rest { await model.order(for: "A") == old }
    server.answer(2, with: new)
    await rest { await model.order(for: "A") != nil }
    await expect(
      .requestOrder, "the screen after both answers", words(model.order(for: "A")),
      in: ["\(old)", "\(new)"])
  }

  scenario("an older push comes after a newer one, and an older answer") {
    let (old, new) = twoStates(of: "A")
    let server = Server()
    let model = await subject(api: server)
    guard await server.isAsked("A", times: 1, by: model) else { return }
    await model.receivePush(new)
    await rest { await model.order(for: "A") == new }
    await model.receivePush(old)
    await rest()
    await shows(new, in: model, .newerWins, "the screen after an older push")
    server.answer(1, with: old)
    await rest()
    await shows(new, in: model, .newerWins, "the screen after an older answer")
  }

  scenario("an older and a newer push at once") {
    let (old, new) = twoStates(of: "A")
    let model = await subject(api: Server())
    await clients(
      { await model.receivePush(old) },
      { await model.receivePush(new) })
    await rest { await model.order(for: "A") == new }
    await shows(new, in: model, .newerWins, "the screen after both pushes")
  }

  scenario("an answer and a newer push at once") {
    let (old, new) = twoStates(of: "A")
    let server = Server()
    let model = await subject(api: server)
    guard await server.isAsked("A", times: 1, by: model) else { return }
    await clients(
      { server.answer(1, with: old) },
      { await model.receivePush(new) })
    await rest { await model.order(for: "A") == new }
    await shows(new, in: model, .newerWins, "the screen after both")
  }

  scenario("answers for two orders, the later request's first") {
    let (first, _) = twoStates(of: "A")
    let (second, _) = twoStates(of: "B")
    let server = Server()
    let model = await subject(api: server)
    guard await server.isAsked("A", times: 1, by: model) else { return }
    guard await server.isAsked("B", times: 1, by: model) else { return }
    server.answer(2, with: second)
    await rest { await model.order(for: "B") == second }
    server.answer(1, with: first)
    await rest { await model.order(for: "A") == first }
    await shows(first, in: model, .independent, "order A after its answer")
    await shows(second, in: model, .independent, "order B after its answer")
  }

  scenario("answers for two orders at once") {
    let (first, _) = twoStates(of: "A")
    let (second, _) = twoStates(of: "B")
    let server = Server()
    let model = await subject(api: server)
    guard await server.isAsked("A", times: 1, by: model) else { return }
    guard await server.isAsked("B", times: 1, by: model) else { return }
    await clients(
      { server.answer(1, with: first) },
      { server.answer(2, with: second) })
    await rest {
      let both = await (model.order(for: "A"), model.order(for: "B"))
      return both == (first, second)
    }
    await shows(first, in: model, .independent, "order A after both answers")
    await shows(second, in: model, .independent, "order B after both answers")
  }

  scenario("the newest request fails before the older answer arrives") {
    let (first, _) = twoAnswers(to: "A")
    let server = Server()
    let model = await subject(api: server)
    guard await server.isAsked("A", times: 2, by: model) else { return }
    server.answer(2, with: nil)
    await rest()
    server.answer(1, with: first)
    await rest { await model.order(for: "A") == first }
    await shows(first, in: model, .notLost, "the screen after request 2 failed and 1 was answered")
  }

  scenario("the newest request fails while the older answer arrives") {
    let (first, _) = twoAnswers(to: "A")
    let server = Server()
    let model = await subject(api: server)
    guard await server.isAsked("A", times: 2, by: model) else { return }
    await clients(
      { server.answer(1, with: first) },
      { server.answer(2, with: nil) })
    await rest { await model.order(for: "A") == first }
    await shows(first, in: model, .notLost, "the screen after request 2 failed and 1 was answered")
  }
}

/// The scripted API.
private struct Server: OrderAPI {
  let requests = Requests<Order?>()

  func fetchOrder(_ id: String, completion: @escaping (Order?) -> Void) {
    requests.make(id, completion)
  }

  /// Answers a request on the caller's thread; nil lets it fail.
  func answer(_ number: Int, with order: Order?) {
    requests.answer(number, with: order, as: order.map { "\($0)" } ?? "failed")
  }

  /// Lets the model refresh, one refresh after the other. Says whether that many requests came.
  func isAsked(_ id: String, times: Int, by model: Subject) async -> Bool {
    let before = requests.count
    for time in 1...times {
      await model.refresh(id)
      await rest { requests.count == before + time }
    }
    expect(
      .works, "how many requests \(times) refreshes make", requests.count - before, equals: times)
    return requests.count == before + times
  }
}

/// Looks at the screen, says in the timeline what is there, and what must be.
private func shows(
  _ order: Order, in model: Subject, _ criterion: Criterion, _ what: String
) async {
  let shown = words(await model.order(for: order.id))
  remark("the screen shows \(shown)")
  expect(criterion, what, shown, equals: "\(order)")
}

/// Two states of one order, the older one first.
private func twoStates(of id: String) -> (old: Order, new: Order) {
  let old = Order(id: id, status: .awaitingPickup, updatedAt: seeded(1_000...9_000))
  return (old, Order(id: id, status: .inTransit, updatedAt: old.updatedAt + seeded(1...900)))
}

/// What two requests for one order get that were made within a second: the stamps are equal.
private func twoAnswers(to id: String) -> (first: Order, second: Order) {
  let (first, _) = twoStates(of: id)
  return (first, Order(id: id, status: .inTransit, updatedAt: first.updatedAt))
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

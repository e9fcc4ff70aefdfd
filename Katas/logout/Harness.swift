import Foundation
import KataKit
import Provided

/// The situations that `logout` is judged in.
@ScenarioBuilder
public func scenarios() -> [Scenario] {
  scenario("a restart for the same user, and for another") {
    let (desk, order) = (Desk(), anOrder())
    let session = await desk.session(for: desk.user)
    await expect(
      .works, "the order at the start", words(session.order(for: order.id)), equals: none)
    guard await desk.isAsked(order.id, by: session) else { return }
    desk.answer(1, with: order)
    await rest { await session.order(for: order.id) == order }
    await expect(
      .works, "the order after its answer", words(session.order(for: order.id)), equals: "\(order)")
    await desk.isOnDisk([order], by: session)
    let next = await desk.session(for: desk.user)
    await rest { await next.order(for: order.id) == order }
    await expect(
      .works, "the order after a restart", words(next.order(for: order.id)), equals: "\(order)")
    let other = await desk.session(for: desk.colleague)
    await rest()
    await expect(
      .works, "the order in another user's session", words(other.order(for: order.id)), equals: none
    )
  }

  scenario("two answers at once, and a restart") {
    let (desk, first, second) = (Desk(), anOrder(), anOrder())
    let session = await desk.session(for: desk.user)
    guard await desk.isAsked(first.id, by: session), await desk.isAsked(second.id, by: session)
    else { return }
    await clients(
      { desk.answer(1, with: first) },
      { desk.answer(2, with: second) })
    await desk.isOnDisk([first, second], by: session)
    let next = await desk.session(for: desk.user)
    await rest { await next.order(for: second.id) == second }
    for order in [first, second] {
      await expect(
        .works, "an order after a restart", words(next.order(for: order.id)), equals: "\(order)")
    }
  }

  scenario("log out, and in again") {
    let (desk, first, second) = (Desk(), anOrder(), anOrder())
    let session = await desk.session(for: desk.user)
    guard await desk.isAsked(first.id, by: session) else { return }
    desk.answer(1, with: first)
    await rest { await session.order(for: first.id) == first }
    await desk.logOut(session)
    await desk.logIn(desk.colleague, to: session)
    guard await desk.isAsked(second.id, by: session) else { return }
    desk.answer(2, with: second)
    await rest { await session.order(for: second.id) == second }
    await expect(
      .works, "the order after the next login and its answer", words(session.order(for: second.id)),
      equals: "\(second)")
  }

  scenario("log out, with nothing under way") {
    let (desk, order) = (Desk(), anOrder())
    let session = await desk.session(for: desk.user)
    guard await desk.isAsked(order.id, by: session) else { return }
    desk.answer(1, with: order)
    await desk.isOnDisk([order], by: session)
    await desk.logOut(session)
    guard await desk.isClear(of: order, session, .cleared, "once logOut has returned") else {
      return
    }
    await rest()
    guard await desk.isClear(of: order, session, .noResurrection, "some time after logOut") else {
      return
    }
    let next = await desk.session(for: desk.user)
    await expect(
      .cleared, "the order in the same user's next session", words(next.order(for: order.id)),
      equals: none)
  }

  scenario("log out with two requests under way") {
    let (desk, first, second) = (Desk(), anOrder(), anOrder())
    let session = await desk.session(for: desk.user)
    guard await desk.isAsked(first.id, by: session), await desk.isAsked(second.id, by: session)
    else { return }
    await desk.logOut(session)
    await desk.areCancelled([1, 2])
  }

  scenario("log out while a request is under way, and the answer comes late") {
    let (desk, order) = (Desk(), anOrder())
    let session = await desk.session(for: desk.user)
    guard await desk.isAsked(order.id, by: session) else { return }
    await desk.logOut(session)
    guard await desk.isClear(of: order, session, .cleared, "once logOut has returned") else {
      return
    }
    await desk.areCancelled([1])
    desk.answer(1, with: order)
    await rest()
    guard await desk.isClear(of: order, session, .noResurrection, "after a late answer") else {
      return
    }
    await desk.logIn(desk.user, to: session)
    guard await desk.isClear(of: order, session, .noResurrection, "after the next logIn") else {
      return
    }
    desk.answer(1, with: order)
    await rest()
    await desk.isClear(
      of: order, session, .noResurrection, "after the late answer came to the next login")
  }

  scenario("another user logs in while the late answer comes") {
    let (desk, order) = (Desk(), anOrder())
    let session = await desk.session(for: desk.user)
    guard await desk.isAsked(order.id, by: session) else { return }
    await desk.logOut(session)
    guard await desk.isClear(of: order, session, .cleared, "once logOut has returned") else {
      return
    }
    await clients(
      { desk.answer(1, with: order) },
      { await desk.logIn(desk.colleague, to: session) })
    await rest()
    await desk.isClear(of: order, session, .noResurrection, "in another user's session")
  }

  scenario("log out while an answer arrives") {
    let (desk, order) = (Desk(), anOrder())
    let session = await desk.session(for: desk.user)
    guard await desk.isAsked(order.id, by: session) else { return }
    let (arrival, isClear) = (Happening(), Seen<Bool>())
    await clients(
      {
        arrival.happen()
        desk.answer(1, with: order)
      },
      {
        await desk.logOut(session)
        // Of an answer that has come by now nothing must be left; one that comes later must not count.
        let rule: Criterion = arrival.hasHappened ? .cleared : .noResurrection
        isClear.record(
          await desk.isClear(of: order, session, rule, "once logOut has returned"))
      })
    guard isClear.values == [true] else { return }
    await rest { await desk.left(of: order, session, alsoUser: false).isEmpty }
    guard await desk.isClear(of: order, session, .noResurrection, "some time after logOut") else {
      return
    }
    await desk.logIn(desk.user, to: session)
    await desk.isClear(of: order, session, .noResurrection, "after the next logIn")
  }

  scenario("log out while one answer arrives and another request is under way") {
    let (desk, first, second) = (Desk(), anOrder(), anOrder())
    let session = await desk.session(for: desk.user)
    guard await desk.isAsked(first.id, by: session), await desk.isAsked(second.id, by: session)
    else { return }
    await clients(
      { desk.answer(1, with: first) },
      { await desk.logOut(session) })
    await desk.areCancelled([2])
    desk.answer(2, with: second)
    await rest()
    await desk.isClear(of: second, session, .noResurrection, "after a late answer")
  }

  scenario("a refresh while the user logs out, and a reader") {
    let (desk, order) = (Desk(), anOrder())
    let session = await desk.session(for: desk.user)
    guard await desk.isAsked(order.id, by: session) else { return }
    await clients(
      {
        await session.refresh(order.id)
        _ = await session.order(for: order.id)
      },
      { await desk.logOut(session) })
    await desk.areCancelled([1])
  }
}

/// A session's surroundings: the scripted API, the file, and two users.
private struct Desk: CancellableOrderAPI {
  let requests = Requests<Order?>()
  let file = URL(fileURLWithPath: freshFile("orders.cache"))
  let user = "user-\(seeded(1_000_000...4_999_999))"
  let colleague = "user-\(seeded(5_000_000...9_999_999))"
  let loggedIn = Seen<String>()

  private struct Request: OrderRequest {
    let requests: Requests<Order?>
    let number: Int
    func cancel() { requests.cancel(number) }
  }

  func fetchOrder(_ id: String, completion: @escaping (Order?) -> Void) -> any OrderRequest {
    Request(requests: requests, number: requests.make(id, completion))
  }

  func session(for user: String) async -> Subject {
    let session = await subject(api: self, cacheFile: file)
    await logIn(user, to: session)
    return session
  }

  func logIn(_ user: String, to session: Subject) async {
    remark("\(user) logs in")
    loggedIn.record(user)
    await session.logIn(user: user)
    await rest()
  }

  func logOut(_ session: Subject) async {
    remark("\(user) logs out")
    await session.logOut()
    remark("logOut has returned")
  }

  /// Answers a request on the caller's thread.
  func answer(_ number: Int, with order: Order) {
    requests.answer(number, with: order, as: "\(order)")
  }

  /// Lets the session refresh. Says whether the request came.
  func isAsked(_ id: String, by session: Subject) async -> Bool {
    let before = requests.count
    await session.refresh(id)
    await rest { requests.count == before + 1 }
    expect(.works, "how many requests a refresh makes", requests.count - before, equals: 1)
    return requests.count == before + 1
  }

  /// Waits until orders should be in the file. The session lives as long.
  func isOnDisk(_ orders: [Order], by session: Subject) async {
    await rest {
      let text = textOfFiles()
      guard orders.allSatisfy({ text.contains($0.id) }) else { return false }
      return await session.order(for: orders[0].id) != nil
    }
  }

  /// Says that so many requests must have been cancelled by now.
  func areCancelled(_ numbers: Set<Int>) async {
    await rest { requests.cancelled.isSuperset(of: numbers) }
    for number in numbers.sorted() {
      expect(
        .cancels, requests.cancelled.contains(number),
        otherwise: "request \(number) was under way at logOut, and was not cancelled")
    }
  }

  /// What there still is of the first user's account, in words; empty if nothing is.
  func left(of order: Order, _ session: Subject, alsoUser: Bool) async -> [String] {
    let text = textOfFiles()
    let shown = await session.order(for: order.id)
    let traces = [order.id] + (alsoUser ? [user, "\(order.status)"] : [])
    let found = traces.filter(text.contains).joined(separator: " and ")
    remark("in memory: \(words(shown)); on disk: \(found.isEmpty ? none : found)")
    return (shown.map { ["the session shows \($0)"] } ?? [])
      + (found.isEmpty ? [] : ["the file has \(found)"])
  }

  /// Says that nothing of the first user's account must be there. Says whether that is so.
  ///
  /// The user's name in the file is something that was not cleared, unless the user is back.
  @discardableResult
  func isClear(
    of order: Order, _ session: Subject, _ criterion: Criterion, _ when: String
  ) async -> Bool {
    let isBack = loggedIn.values.dropFirst().contains(user)
    let left = await left(of: order, session, alsoUser: criterion == .cleared && !isBack)
    let rule =
      criterion == .cleared
      ? "logOut must leave nothing behind" : "something of the old session came after logOut"
    expect(
      criterion, left.isEmpty, otherwise: "\(when), \(left.joined(separator: ", and ")): \(rule)")
    return left.isEmpty
  }
}

private func anOrder() -> Order {
  Order(
    id: "order-\(seeded(1_000_000...9_999_999))", status: .inTransit,
    updatedAt: seeded(1_000...9_000))
}

/// What an expectation says where there is nothing.
private let none = "none"

private func words(_ order: Order?) -> String { order.map { "\($0)" } ?? none }

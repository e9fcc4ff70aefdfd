import KataKit

/// The situations that `refund` is judged in.
@ScenarioBuilder
public func scenarios() -> [Scenario] {
  scenario("one caller") {
    let start = seeded(200...500)
    let amount = seeded(1...100)
    let account = await subject(balance: start)
    await expect(.works, "the balance at the start", account.balance, equals: start)
    await account.withdraw(amount)
    await expect(
      .works, "the balance after a withdrawal", account.balance, equals: start - amount)
    await account.refund(2 * amount)
    await expect(.works, "the balance after a refund", account.balance, equals: start + amount)
    await account.withdraw(start + amount + 1)
    await expect(.works, "the balance after a refusal", account.balance, equals: start + amount)
    await account.withdraw(start + amount)
    await expect(.works, "the balance after withdrawing all of it", account.balance, equals: 0)
    await account.refund(amount)
    await expect(.works, "the balance after a refund to nothing", account.balance, equals: amount)
  }

  scenario("a withdrawal and a refund") {
    let start = seeded(100...500)
    let withdrawn = seeded(1...start)
    let refunded = seeded(1...300)
    let account = await subject(balance: start)
    await clients(
      { await account.withdraw(withdrawn) },
      { await account.refund(refunded) })
    await expect(
      .conserved, "the balance after both", account.balance, equals: start - withdrawn + refunded)
  }

  scenario("two refunds") {
    let start = seeded(0...300)
    let refunds = [seeded(1...300), seeded(1...300)]
    let account = await subject(balance: start)
    await clients(refunds.map { amount in { await account.refund(amount) } })
    await expect(
      .conserved, "the balance after both", account.balance, equals: start + refunds[0] + refunds[1]
    )
  }

  scenario("a withdrawal that fits only after the refund") {
    let start = seeded(10...300)
    let refunded = seeded(10...300)
    let withdrawn = start + seeded(1...refunded)
    let account = await subject(balance: start)
    await clients(
      { await account.withdraw(withdrawn) },
      { await account.refund(refunded) })
    await expect(
      .conserved, "the balance after both", account.balance,
      in: [start + refunded, start + refunded - withdrawn])
  }

  scenario("two withdrawals and a refund, one withdrawal fits") {
    let start = seeded(100...500)
    let refunded = seeded(1...start / 3)
    let withdrawn = start - seeded(0..<(start - refunded) / 2)
    let account = await subject(balance: start)
    await clients(
      { await account.withdraw(withdrawn) },
      { await account.withdraw(withdrawn) },
      { await account.refund(refunded) })
    await expect(
      .conserved, "the balance after all three", account.balance,
      equals: start - withdrawn + refunded)
  }

  scenario("two refunds, and somebody who is refused and looks") {
    let start = seeded(10...300)
    let refunds = [seeded(1...300), seeded(1...300)]
    let end = start + refunds[0] + refunds[1]
    let account = await subject(balance: start)
    let seen = Seen<Int>()
    await clients(
      { await account.refund(refunds[0]) },
      { await account.refund(refunds[1]) },
      {
        await account.withdraw(end + 1)
        seen.record(await account.balance)
      })
    for balance in seen.values {
      expect(
        .conserved, "what a reader saw", balance,
        in: [start, start + refunds[0], start + refunds[1], end])
    }
    await expect(.conserved, "the balance after all three", account.balance, equals: end)
  }

  scenario("two refunds, two withdrawals and a reader", in: .realThreadsOnly) {
    let start = seeded(200...500)
    let refunded = seeded(1...200)
    let withdrawn = seeded(1...start / 2)
    let account = await subject(balance: start)
    let seen = Seen<Int>()
    await clients(
      { await account.refund(refunded) },
      { await account.withdraw(withdrawn) },
      { await account.refund(refunded) },
      { await account.withdraw(withdrawn) },
      { seen.record(await account.balance) })
    let possible = (0...2).flatMap { refunds in
      (0...2).map { start + refunds * refunded - $0 * withdrawn }
    }
    for balance in seen.values {
      expect(.conserved, "what a reader saw", balance, in: possible)
    }
    await expect(
      .conserved, "the balance after all", account.balance,
      equals: start + 2 * refunded - 2 * withdrawn)
  }
}

import KataKit

/// The situations that `transfer` is judged in.
@ScenarioBuilder
public func scenarios() -> [Scenario] {
  scenario("one caller") {
    let start = [seeded(200...500), seeded(10...200), seeded(10...200)]
    let amount = seeded(1...100)
    let bank = await subject(balances: start)
    await expectBalances(.works, "at the start", of: bank, equal: start)
    await bank.transfer(amount, from: 0, to: 1)
    let moved = [start[0] - amount, start[1] + amount, start[2]]
    await expectBalances(.works, "after a transfer", of: bank, equal: moved)
    await bank.transfer(moved[0] + 1, from: 0, to: 2)
    await expectBalances(.works, "after a refusal", of: bank, equal: moved)
    await bank.transfer(moved[1], from: 1, to: 0)
    await expectBalances(
      .works, "after a transfer of all of it", of: bank, equal: [moved[0] + moved[1], 0, start[2]])
  }

  scenario("a transfer to oneself") {
    let start = [seeded(10...300), seeded(10...300)]
    let bank = await subject(balances: start)
    await bank.transfer(seeded(1...start[0]), from: 0, to: 0)
    await expectBalances(.conserved, "after it", of: bank, equal: start)
    await bank.transfer(start[1] + 1, from: 1, to: 1)
    await expectBalances(.conserved, "after one that does not fit", of: bank, equal: start)
  }

  scenario("opposite transfers") {
    let start = [seeded(100...300), seeded(100...300)]
    let amounts = [seeded(1...100), seeded(1...100)]
    let bank = await subject(balances: start)
    await clients(
      { await bank.transfer(amounts[0], from: 0, to: 1) },
      { await bank.transfer(amounts[1], from: 1, to: 0) })
    let gained = amounts[1] - amounts[0]
    await expectBalances(
      .conserved, "after both", of: bank, equal: [start[0] + gained, start[1] - gained])
  }

  scenario("transfers between different accounts") {
    let start = [seeded(10...300), seeded(10...300), seeded(10...300), seeded(10...300)]
    let amounts = [seeded(1...start[0]), seeded(1...start[2])]
    let bank = await subject(balances: start)
    await clients(
      { await bank.transfer(amounts[0], from: 0, to: 1) },
      { await bank.transfer(amounts[1], from: 2, to: 3) })
    await expectBalances(
      .conserved, "after both", of: bank,
      equal: [
        start[0] - amounts[0], start[1] + amounts[0], start[2] - amounts[1], start[3] + amounts[1],
      ])
  }

  scenario("two transfers from one account, one fits") {
    let start = [seeded(100...500), seeded(0...100), seeded(0...100)]
    let amount = start[0] - seeded(1...start[0] / 3)
    let bank = await subject(balances: start)
    await clients(
      { await bank.transfer(amount, from: 0, to: 1) },
      { await bank.transfer(amount, from: 0, to: 2) })
    await expect(
      .conserved, "what is left of the first account", bank.balance(of: 0),
      equals: start[0] - amount)
    await expectSum(of: bank, 3, equals: start.reduce(0, +))
  }

  scenario("a transfer that is refused beside one that fits") {
    let start = [seeded(10...300), seeded(10...300)]
    let bank = await subject(balances: start)
    await clients(
      { await bank.transfer(start[0] + start[1] + 1, from: 1, to: 0) },
      { await bank.transfer(start[0], from: 0, to: 1) })
    await expectBalances(
      .conserved, "after both", of: bank, equal: [0, start[0] + start[1]])
  }

  scenario("two transfers that are both refused") {
    let start = [seeded(10...300), seeded(10...300), seeded(10...300)]
    let bank = await subject(balances: start)
    await clients(
      { await bank.transfer(start[1] + start[0], from: 1, to: 0) },
      { await bank.transfer(start[0] + 1, from: 0, to: 2) })
    await expectBalances(.conserved, "after both", of: bank, equal: start)
  }

  scenario("a transfer to oneself beside another") {
    let start = [seeded(10...300), seeded(10...300)]
    let amount = seeded(1...start[0])
    let bank = await subject(balances: start)
    await clients(
      { await bank.transfer(start[1], from: 1, to: 1) },
      { await bank.transfer(amount, from: 0, to: 1) })
    await expectBalances(
      .conserved, "after both", of: bank, equal: [start[0] - amount, start[1] + amount])
  }

  scenario("a transfer, and somebody who asks for the total") {
    let start = [seeded(10...300), seeded(10...300), seeded(10...300)]
    let bank = await subject(balances: start)
    let seen = Seen<Int>()
    await clients(
      { await bank.transfer(start[0], from: 0, to: 2) },
      { seen.record(await bank.total) })
    expectTotals(seen, equal: start.reduce(0, +))
  }

  scenario("a transfer back, and somebody who asks for the total and for a balance") {
    let start = [seeded(10...300), seeded(10...300), seeded(10...300)]
    let bank = await subject(balances: start)
    let totals = Seen<Int>()
    let balances = Seen<Int>()
    await clients(
      { await bank.transfer(start[2], from: 2, to: 0) },
      {
        totals.record(await bank.total)
        balances.record(await bank.balance(of: 0))
      })
    expectTotals(totals, equal: start.reduce(0, +))
    for balance in balances.values {
      expect(
        .conserved, "the balance that a reader saw", balance, in: [start[0], start[0] + start[2]])
    }
  }

  scenario("money that goes there, back, and there again, while somebody asks for the total") {
    let start = [seeded(10...300), seeded(0...100)]
    let bank = await subject(balances: start)
    let seen = Seen<Int>()
    await clients(
      {
        await bank.transfer(start[0], from: 0, to: 1)
        await bank.transfer(start[0], from: 1, to: 0)
        await bank.transfer(start[0], from: 0, to: 1)
      },
      { seen.record(await bank.total) })
    expectTotals(seen, equal: start.reduce(0, +))
  }

  scenario("a ring of three transfers") {
    let start = [seeded(100...300), seeded(100...300), seeded(100...300)]
    let amounts = [seeded(1...100), seeded(1...100), seeded(1...100)]
    let bank = await subject(balances: start)
    await clients(
      { await bank.transfer(amounts[0], from: 0, to: 1) },
      { await bank.transfer(amounts[1], from: 1, to: 2) },
      { await bank.transfer(amounts[2], from: 2, to: 0) })
    await expectBalances(
      .conserved, "after all three", of: bank,
      equal: [
        start[0] - amounts[0] + amounts[2], start[1] - amounts[1] + amounts[0],
        start[2] - amounts[2] + amounts[1],
      ])
  }

  scenario("opposite transfers, and two who ask for the total", in: .realThreadsOnly) {
    let start = [seeded(100...300), seeded(100...300), seeded(100...300)]
    let amount = seeded(1...50)
    let bank = await subject(balances: start)
    let seen = Seen<Int>()
    await clients(
      { await bank.transfer(amount, from: 0, to: 2) },
      { seen.record(await bank.total) },
      { await bank.transfer(amount, from: 2, to: 0) },
      { seen.record(await bank.total) },
      { await bank.transfer(amount, from: 1, to: 0) })
    expectTotals(seen, equal: start.reduce(0, +))
    await expectBalances(
      .conserved, "after all", of: bank,
      equal: [start[0] + amount, start[1] - amount, start[2]])
  }
}

/// The accounts hold just that, and the bank's total is their sum.
private func expectBalances(
  _ criterion: Criterion, _ when: String, of bank: Subject, equal expected: [Int]
) async {
  for (account, balance) in expected.enumerated() {
    await expect(
      criterion, "the balance of account \(account) \(when)", bank.balance(of: account),
      equals: balance)
  }
  await expect(criterion, "the total \(when)", bank.total, equals: expected.reduce(0, +))
}

/// At rest the balances of the first `count` accounts add up to what there was, and to the total.
private func expectSum(of bank: Subject, _ count: Int, equals expected: Int) async {
  var sum = 0
  for account in 0..<count { sum += await bank.balance(of: account) }
  expect(.conserved, "the sum of the balances at rest", sum, equals: expected)
  await expect(.conserved, "the total at rest", bank.total, equals: expected)
}

/// Whoever asked for the total saw all the money.
private func expectTotals(_ seen: Seen<Int>, equal expected: Int) {
  for total in seen.values {
    expect(.snapshot, "the total that a reader saw", total, equals: expected)
  }
}

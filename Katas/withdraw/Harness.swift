import KataKit

/// The situations that `withdraw` is judged in.
@ScenarioBuilder
public func scenarios() -> [Scenario] {
  scenario("one caller") {
    let start = seeded(200...900)
    let amount = seeded(1...100)
    let account = await subject(balance: start)
    await expect(.works, "the balance at the start", account.balance, equals: start)
    await account.withdraw(amount)
    await expect(
      .works, "the balance after one withdrawal", account.balance, equals: start - amount)
    await account.withdraw(start)
    await expect(.works, "the balance after a refusal", account.balance, equals: start - amount)
    await account.withdraw(start - amount)
    await expect(.works, "the balance after withdrawing all of it", account.balance, equals: 0)
  }

  scenario("two withdrawals, one fits") {
    let start = seeded(100...900)
    let amount = start - seeded(1...start / 3)
    let account = await subject(balance: start)
    await clients(
      { await account.withdraw(amount) },
      { await account.withdraw(amount) })
    await expect(.noOverdraft, "the balance after both", account.balance, equals: start - amount)
  }

  scenario("two withdrawals, both fit") {
    let amount = seeded(10...300)
    let rest = seeded(0...300)
    let account = await subject(balance: 2 * amount + rest)
    await clients(
      { await account.withdraw(amount) },
      { await account.withdraw(amount) })
    await expect(.noOverdraft, "the balance after both", account.balance, equals: rest)
  }

  scenario("two withdrawals and a reader") {
    let amount = seeded(10...300)
    let start = amount + seeded(0..<amount)
    let account = await subject(balance: start)
    let seen = Seen<Int>()
    await clients(
      { await account.withdraw(amount) },
      { await account.withdraw(amount) },
      { seen.record(await account.balance) })
    for balance in seen.values {
      expect(.noOverdraft, "what a reader saw", balance, in: [start, start - amount])
    }
    await expect(.noOverdraft, "the balance after both", account.balance, equals: start - amount)
  }

  scenario("two withdrawals that fit and a reader") {
    let first = seeded(10...300)
    let second = seeded(10...300)
    let start = first + second + seeded(0...200)
    let account = await subject(balance: start)
    let seen = Seen<Int>()
    await clients(
      { await account.withdraw(first) },
      { await account.withdraw(second) },
      { seen.record(await account.balance) })
    for balance in seen.values {
      expect(
        .noOverdraft, "what a reader saw", balance,
        in: [start, start - first, start - second, start - first - second])
    }
    await expect(
      .noOverdraft, "the balance after both", account.balance, equals: start - first - second)
  }

  scenario("a withdrawal that is refused beside one that fits") {
    let start = seeded(100...900)
    let account = await subject(balance: start)
    await clients(
      { await account.withdraw(start + 1) },
      { await account.withdraw(start) })
    await expect(.noOverdraft, "the balance after both", account.balance, equals: 0)
  }

  scenario("three withdrawals, two fit") {
    let amount = seeded(10...200)
    let rest = seeded(0..<amount)
    let account = await subject(balance: 2 * amount + rest)
    await clients((0..<3).map { _ in { await account.withdraw(amount) } })
    await expect(.noOverdraft, "the balance after all three", account.balance, equals: rest)
  }

  scenario("five withdrawals, three fit", in: .realThreadsOnly) {
    let amount = seeded(10...150)
    let rest = seeded(0..<amount)
    let account = await subject(balance: 3 * amount + rest)
    await clients((0..<5).map { _ in { await account.withdraw(amount) } })
    await expect(.noOverdraft, "the balance after all five", account.balance, equals: rest)
  }

  scenario("a reader paused in its read", in: .exploredOnly) {
    let balance = seeded(100...900)
    let account = await subject(balance: balance)
    await expectParallel(
      .parallelReads, readsOf: balance,
      { _ = await account.balance },
      { _ = await account.balance },
      otherwise: "a second reader had to wait for the first")
  }
}

import Foundation

func tasks() {
  // What is not there yet is fetched, and whoever asks meanwhile fetches it too.
  benchmark("actor re-entrancy cache") {
    let cache = Cache()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { _ = await cache.value(for: 1) } }
    }
    return await cache.fetches == 1
  }

  // The answer to the older question comes last, and stays.
  benchmark("stale response") {
    let model = SearchModel()
    let older = Task { await model.search("a") }
    let newer = Task {
      while await model.query != "a" { await Task.yield() }
      await model.search("ab")
    }
    await older.value
    await newer.value
    return await model.shown == "ab"
  }
}

private actor Cache {
  private var values: [Int: Int] = [:]
  private(set) var fetches = 0

  func value(for key: Int) async -> Int {
    if let value = values[key] { return value }
    let value = await fetch(key)
    values[key] = value
    return value
  }

  private func fetch(_ key: Int) async -> Int {
    fetches += 1
    await Task.yield()
    return key * 2
  }
}

private actor SearchModel {
  private(set) var query = ""
  private(set) var shown = ""

  func search(_ text: String) async {
    query = text
    let answer = await Self.answer(to: text)
    shown = answer
  }

  private nonisolated static func answer(to text: String) async -> String {
    await Task.detached { text }.value
  }
}

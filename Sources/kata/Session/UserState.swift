import Foundation

/// What is remembered of a learner between runs: hints shown, katas passed.
///
/// It is a convenience. Missing, damaged or unwritable, it is as if nothing were remembered.
struct UserState: Sendable {
  private struct Content: Codable {
    var hints: [String: Int] = [:]
    var passed: Set<String> = []
  }

  private let directory: String
  private var file: String { directory + "/progress.json" }

  /// In `$XDG_STATE_HOME/randori`, or `~/.local/state/randori`.
  init(environment: [String: String]) {
    let base =
      environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      ?? (environment["HOME"] ?? NSTemporaryDirectory()) + "/.local/state"
    directory = base + "/randori"
  }

  /// How many hints of a kata were shown.
  func hintsShown(_ kata: String) -> Int {
    max(0, content.hints[kata] ?? 0)
  }

  /// True if the kata was passed once.
  func hasPassed(_ kata: String) -> Bool {
    content.passed.contains(kata)
  }

  /// Remembers that hints up to the `count`th were shown.
  func rememberHints(_ count: Int, of kata: String) {
    change { $0.hints[kata] = max(count, $0.hints[kata] ?? 0) }
  }

  /// Remembers that the kata was passed.
  func rememberPass(of kata: String) {
    change { $0.passed.insert(kata) }
  }

  private var content: Content {
    guard let data = FileManager.default.contents(atPath: file), data.count < 1 << 20 else {
      return Content()
    }
    return (try? JSONDecoder().decode(Content.self, from: data)) ?? Content()
  }

  private func change(_ body: (inout Content) -> Void) {
    var content = content
    body(&content)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    guard let data = try? encoder.encode(content) else { return }
    try? FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    try? data.write(to: URL(fileURLWithPath: file), options: .atomic)
  }
}

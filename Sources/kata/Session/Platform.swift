import Foundation

/// What the tool runs on.
enum Platform {
  /// The operating system and processor: "Linux x86_64".
  static var name: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "unknown" }
    return "\(text(names.sysname)) \(text(names.machine))"
  }

  private static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

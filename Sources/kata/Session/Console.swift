import Foundation

/// Where results, complaints and progress go.
struct Console: Sendable {
  private let output: Int32
  private let errors: Int32

  static let standard = Console(output: STDOUT_FILENO, errors: STDERR_FILENO)

  init(output: Int32, errors: Int32) {
    self.output = output
    self.errors = errors
  }

  /// True if people watch the results as they come.
  var isTerminal: Bool { isatty(output) == 1 }
  /// True if people watch the progress.
  var showsProgress: Bool { isatty(errors) == 1 }

  /// The terminal's columns; 80 where there is no terminal.
  var width: Int {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return min(Int(size.ws_col), 120)
  }

  /// Writes a result; a line end is added where there is none.
  func print(_ text: String) {
    Self.write(text.hasSuffix("\n") ? text : text + "\n", to: output)
  }

  /// Says what is wrong.
  func complain(_ text: String) {
    Self.write(text + "\n", to: errors)
  }

  /// Writes progress as it is.
  func progress(_ text: String) {
    Self.write(text, to: errors)
  }

  /// A reader that went away, or a full disk behind it, stops the writing and nothing else.
  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }
}

import Foundation
import Synchronization

/// Where results, complaints and progress go.
struct Console: Sendable {
  private let output: Int32
  private let errors: Int32
  private let loss = Loss()

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

  /// Why results could not be written; nil if they could, or if their reader did not want more.
  var lostResults: String? {
    let code = loss.code.load(ordering: .relaxed)
    return code == 0 || code == EPIPE ? nil : String(cString: strerror(code))
  }

  /// Writes a result; a line end is added where there is none.
  func print(_ text: String) {
    let code = Self.write(text.hasSuffix("\n") ? text : text + "\n", to: output)
    if code != 0 { loss.code.store(code, ordering: .relaxed) }
  }

  /// Says what is wrong.
  func complain(_ text: String) {
    _ = Self.write(text + "\n", to: errors)
  }

  /// Writes progress as it is.
  func progress(_ text: String) {
    _ = Self.write(text, to: errors)
  }

  /// A reader that went away, or a full disk behind it, stops the writing and nothing else.
  ///
  /// - Returns: the error's number; 0 if all was written.
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return written < 0 ? errno : EIO }
      bytes = bytes.dropFirst(written)
    }
    return 0
  }
}

/// What was lost on the way out; shared by all copies of a console.
private final class Loss: Sendable {
  /// The last error's number; 0 if there was none.
  let code = Atomic<Int32>(0)
}

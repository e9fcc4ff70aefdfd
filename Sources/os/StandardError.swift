internal import Glibc

/// Writes text to standard error, unbuffered.
///
/// By descriptor and not by C's stream: the stream is a mutable global, and one call per line
/// keeps lines of several threads apart. What cannot be written is dropped, as logs are.
func writeToStandardError(_ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes {
      unsafe write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}

import Grading
import Reporting

/// How far grading has come: a bar on a terminal, lines in a log.
struct ProgressLine: Sendable {
  let console: Console
  let isQuiet: Bool

  /// Shows that grading begins.
  func begin(total: Int) {
    guard !isQuiet, console.showsProgress else { return }
    show(bar(done: 0, total: total, name: ""))
  }

  /// Shows one step.
  func step(_ progress: GradingProgress) {
    guard !isQuiet else { return }
    let name = CleanText.line(progress.latest.candidate ?? progress.latest.file)
    if console.showsProgress {
      show(bar(done: progress.done, total: progress.total, name: name))
    } else if progress.total > 1 {
      console.progress(ToolWording.progress(progress) + "\n")
    }
  }

  /// Takes the bar away.
  func end() {
    guard !isQuiet, console.showsProgress else { return }
    show("")
  }

  private func bar(done: Int, total: Int, name: String) -> String {
    let cells = 24
    let full = total == 0 ? cells : done * cells / total
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: cells - full)
    return "[\(bar)] \(done)/\(total) \(name.suffix(30))"
  }

  private func show(_ text: String) {
    console.progress("\r\u{1b}[K" + text)
  }
}

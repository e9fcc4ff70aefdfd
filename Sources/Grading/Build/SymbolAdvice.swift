/// What to do instead, for things that neither the wall lets through nor the controlled scheduler
/// models: all of them wait for something outside of the program.
enum SymbolAdvice {
  private static let advice: [(names: [String], words: String)] = [
    (
      ["DispatchIO", "dispatch_io_", "dispatch_read", "dispatch_write"],
      "DispatchIO reads and writes on threads of its own; hand the data over on a queue"
    ),
    (
      ["DispatchSourceSignal", "DispatchSourceProcess"],
      "signals and processes are outside of the program; use a timer source or a data source"
    ),
    (
      ["DispatchSourceFileSystemObject", "DispatchSourceRead", "DispatchSourceWrite"],
      "files and sockets are outside of the program; use a timer source or a data source"
    ),
    (
      ["Workloop", "dispatch_workloop"],
      "workloops are not modelled; use a serial queue"
    ),
    (
      ["FoundationNetworking", "URLSession", "URLRequest"],
      "there is no network here; ask what the kata provides"
    ),
    (["FileHandle", "Pipe"], "there are no files to wait for here; ask what the kata provides"),
    (["Foundation.Process", "posix_spawn", "fork", "exec"], "do the work in this program"),
  ]

  /// What to do instead of using `symbol`, demangled; nil if there is nothing to say.
  static func words(for symbol: String) -> String? {
    advice.first { entry in
      entry.names.contains { symbol.contains($0) && !symbol.contains("ProcessInfo") }
    }?.words
  }
}

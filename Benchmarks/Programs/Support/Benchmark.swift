/// A program with a known fault, or a right one that is measured.
public struct Benchmark {
  /// What it is called in the tables.
  public let name: String
  /// Returns whether all went well. A deadlock or a trap is seen from outside.
  public let body: Body

  /// How it begins.
  public enum Body {
    case threads(() -> Bool)
    case task(() async -> Bool)
  }
}

private nonisolated(unsafe) var declared: [Benchmark] = []

/// The programs with a fault, in the order of the table.
public func faulty() -> [Benchmark] { collect([banks, orders, locks, buffers, classics, tasks]) }

private func collect(_ groups: [() -> Void]) -> [Benchmark] {
  declared = []
  for group in groups { group() }
  return declared
}

/// Declares a program that begins on a thread.
func benchmark(_ name: String, _ body: @escaping () -> Bool) {
  declared.append(Benchmark(name: name, body: .threads(body)))
}

/// Declares a program that begins in a task.
func benchmark(_ name: String, _ body: @escaping () async -> Bool) {
  declared.append(Benchmark(name: name, body: .task(body)))
}

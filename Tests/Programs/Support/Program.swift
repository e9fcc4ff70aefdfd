import Foundation

/// A small program whose behaviour is known, and that is run under every order of its threads as
/// well as on real threads.
public struct Program {
  /// What is the matter with it.
  public enum Label {
    /// Nothing: in no order is there a race, a deadlock or a trap.
    case correct
    /// Two of its threads touch the same memory, and nothing orders them. The lines that do end in
    /// `// race`.
    case races
    /// In some order nobody can go on.
    case deadlocks
    /// In some order the program is stopped; the model's reason contains these words.
    case traps(String)
  }

  /// What it is called; no other program is called so.
  public let name: String
  /// What it shows, as half a sentence.
  public let shows: String
  public let label: Label
  /// All that it can come to. One outcome alone is a promise: no order leads to another.
  public let outcomes: [String]
  /// What real systems may come to beside that, for a known reason: see the README.
  public let beyond: [String]
  /// What it is about happens once a process.
  public let isCold: Bool
  /// The file below the folder of programs, and the line that it begins on.
  public let file: String
  public let line: Int
  public let body: Body

  /// Returns the outcome.
  public enum Body {
    case threads(() -> String)
    case task(() async -> String)
  }
}

private nonisolated(unsafe) var declared: [Program] = []

/// Every program, in the order of the groups.
public func programs() -> [Program] {
  if declared.isEmpty { for group in groups { group() } }
  return declared
}

/// Declares a program that begins on a thread.
///
/// - Parameters:
///   - name: What it is called; no other program is called so.
///   - shows: What it shows, as half a sentence.
///   - label: What is the matter with it.
///   - outcomes: All that it can come to; nothing if it never comes to an end.
///   - beyond: What real systems may come to beside that, for a reason that the README knows.
///   - cold: True if what it is about happens once a process.
///   - body: Returns the outcome.
func program(
  _ name: String, _ shows: String, _ label: Program.Label, _ outcomes: [String],
  beyond: [String] = [], cold: Bool = false, file: String = #filePath, line: Int = #line,
  _ body: @escaping () -> String
) {
  declared.append(
    Program(
      name: name, shows: shows, label: label, outcomes: outcomes, beyond: beyond,
      isCold: cold, file: file, line: line, body: .threads(body)))
}

/// Declares a program that begins in a task. See the other `program`.
func program(
  _ name: String, _ shows: String, _ label: Program.Label, _ outcomes: [String],
  beyond: [String] = [], cold: Bool = false, file: String = #filePath, line: Int = #line,
  _ body: @escaping () async -> String
) {
  declared.append(
    Program(
      name: name, shows: shows, label: label, outcomes: outcomes, beyond: beyond,
      isCold: cold, file: file, line: line, body: .task(body)))
}

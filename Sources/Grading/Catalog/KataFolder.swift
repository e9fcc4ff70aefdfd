import Foundation

/// A kata on disk.
package struct KataFolder: Sendable, Equatable {
  /// What `kata.json` says.
  package let kata: Kata
  /// The folder.
  package let directory: String
  /// The task's text, Markdown.
  package let readmeText: String
  /// The hints, gentlest first.
  package let hints: [String]

  /// The file that a candidate starts from.
  package var starterPath: String { directory + "/Starter.swift" }
  /// The scenarios that it is judged in.
  package var harnessPath: String { directory + "/Harness.swift" }
  /// The files of the types that the kata provides; none if it provides none.
  package var providedPaths: [String] { (kata.provided ?? []).map { "\(directory)/\($0)" } }
  /// The modules that the contract's types come from.
  package var contractImports: [String] {
    (kata.contract.imports ?? []) + (providedPaths.isEmpty ? [] : [ProvidedBuild.module])
  }

  /// Reads and checks a kata's folder.
  ///
  /// - Throws: `CatalogError` with the file and what is wrong with it.
  package init(directory: String) throws(CatalogError) {
    self.directory = directory
    let json = try Self.text(directory + "/kata.json")
    do {
      kata = try JSONDecoder().decode(Kata.self, from: Data(json.utf8))
    } catch {
      throw .malformed(file: directory + "/kata.json", problem: Self.words(for: error))
    }
    readmeText = try Self.text(directory + "/README.md")
    hints = Self.hints(in: try Self.text(directory + "/Hints.md"))
    for file in [starterPath, harnessPath] + providedPaths
    where !FileManager.default.fileExists(atPath: file) {
      throw .malformed(file: file, problem: "it is missing")
    }
    if let problem = Self.problem(with: kata, folder: directory) {
      throw .malformed(file: directory + "/kata.json", problem: problem)
    }
  }

  private static func text(_ path: String) throws(CatalogError) -> String {
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw .malformed(file: path, problem: "it is missing or not UTF-8 text")
    }
  }

  /// Hints stand under headings `## Hint …`.
  private static func hints(in text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .reduce(into: [String]()) { hints, line in
        if line.hasPrefix("## ") {
          hints.append("")
        } else if !hints.isEmpty {
          hints[hints.count - 1] += line + "\n"
        }
      }
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  private static func problem(with kata: Kata, folder: String) -> String? {
    let name = URL(fileURLWithPath: folder).lastPathComponent
    if kata.id != name { return "its id is \(kata.id), but its folder is \(name)" }
    let points = kata.criteria.map(\.points).reduce(0, +)
    if points != 100 { return "its points add up to \(points), not 100" }
    let ids = kata.criteria.map(\.id)
    if Set(ids).count != ids.count { return "a criterion id stands twice" }
    if let stranger = (kata.layers ?? []).flatMap(\.criteria).first(where: { !ids.contains($0) }) {
      return "a layer names the criterion \(stranger), which it does not have"
    }
    do {
      _ = try Contract(kata.contract)
    } catch {
      return "\(error)"
    }
    return nil
  }

  private static func words(for error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, let context):
      return "'\(key.stringValue)' is missing\(Self.place(context))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      return "\(context.debugDescription)\(Self.place(context))"
    @unknown default:
      return "\(error)"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return path.isEmpty ? "" : " at \(path.joined(separator: "."))"
  }
}

import Foundation
import Grading
import Reporting

/// What a command works with: the environment, the console, and what is found from them.
struct Session: Sendable {
  let environment: [String: String]
  let console: Console

  /// What is remembered between runs.
  var state: UserState { UserState(environment: environment) }

  /// The tool's own files.
  func home() throws -> Home {
    try Home.locate()
  }

  /// The katas that come with the tool, and those of every `--katas`.
  func catalog(_ arguments: Arguments) throws -> Catalog {
    try Catalog.load(directories: [home().katas] + arguments.all(.katas))
  }

  /// The kata with this id.
  ///
  /// - Throws: `ArgumentError.unknownKata` with the name that was probably meant.
  func kata(_ id: String, in catalog: Catalog) throws(ArgumentError) -> KataFolder {
    guard let kata = catalog.katas.first(where: { $0.kata.id == id }) else {
      let known = catalog.katas.map(\.kata.id)
      throw .unknownKata(id, nearest: NearestName.to(id, among: known), known: known)
    }
    return kata
  }

  /// A grader that is ready. The first of a toolchain takes a while, and says so.
  func grader(quiet: Bool) throws -> Grader {
    let home = try home()
    AbandonedScratch.clear(BuildCache.standard(environment: environment), now: Date())
    let notice = LateNotice(after: .seconds(2)) {
      if !quiet { console.progress(ToolWording.buildingKit + "\n") }
    }
    defer { notice.cancel() }
    return try Grader(home: home, environment: environment)
  }

  /// How to grade, as the command line says it.
  ///
  /// - Parameter jobs: How many jobs there are unless it says so.
  func options(_ arguments: Arguments, jobs: Int = 1) throws(ArgumentError) -> GradingOptions {
    GradingOptions(
      seed: try arguments.number(.seed, in: 0...UInt64.max) ?? 1,
      jobs: try arguments.number(.jobs, in: 1...64) ?? jobs,
      budget: try arguments.seconds(.budget))
  }

  /// How text is laid out on the console.
  func textOptions(_ arguments: Arguments) -> TextOptions {
    let plain =
      arguments.has(.noColor) || !(environment["NO_COLOR"] ?? "").isEmpty
      || environment["TERM"] == "dumb"
    return TextOptions(
      width: console.width, color: console.isTerminal && !plain, quiet: arguments.has(.quiet))
  }
}

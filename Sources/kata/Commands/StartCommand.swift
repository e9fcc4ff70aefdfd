import Foundation

/// Copies a kata's starter to work on.
struct StartCommand: Command {
  let name = "start"
  let summary = "puts a kata's starter into a file to work on"
  let usage = ["start ID [--into DIR]"]
  let details = "A file that is there already is never overwritten."
  let options: [Option] = [.into, .katas]

  func run(_ arguments: Arguments, in session: Session) throws -> ExitCode {
    try arguments.expect(["ID"], count: 1...1, for: self)
    let folder = try session.kata(arguments.words[0], in: session.catalog(arguments))
    let starter = try Data(contentsOf: URL(fileURLWithPath: folder.starterPath))
    let name = folder.kata.id + ".swift"
    let path = arguments.value(.into).map { ($0.hasSuffix("/") ? $0 : $0 + "/") + name } ?? name
    do {
      let place = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try starter.write(to: place, options: .withoutOverwriting)
    } catch {
      var status = stat()
      let reason = lstat(path, &status) == 0 ? ToolWording.startExists : ToolWording.startUnwritable
      throw ArgumentError.unusable(path: path, reason: reason)
    }
    session.console.print(ToolWording.started(folder.kata.id, path: path))
    return .success
  }
}

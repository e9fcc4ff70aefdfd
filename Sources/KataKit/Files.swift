import Foundation

/// Where a scenario's files are: a folder that is this process's alone, in what the box has for
/// temporary files. It goes with the box, however the run ends.
package enum PrivateFolder {
  static let path = NSTemporaryDirectory() + "files-\(getpid())"

  /// Makes it the place for temporary files too, so that those of a subject are found. Call once, before
  /// any scenario runs: the processes that run schedules use their parent's.
  static func prepare() {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    setenv("TMPDIR", path, 1)
  }

  /// Removes it with all that is in it.
  static func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Removes what is in it.
  static func clear() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
  }
}

/// The path of a file that is not there yet, in a folder of the run's own. What the subject does with
/// files from now on, the scheduler takes for steps: it tries their orders, and the timeline shows
/// them. The files are real ones.
///
/// Ask for it at a scenario's beginning, once. All that earlier runs left is removed.
///
/// - Parameter name: The file's name.
public func freshFile(_ name: String) -> String {
  PrivateFolder.clear()
  let folder = Run.current.crew.folder(in: PrivateFolder.path, for: name)
  try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  return "\(folder)/\(name)"
}

/// All that lies on disk of this run, as text: the files' names and what is in them; empty if there
/// is none. Files beside the one that was asked for count too, temporary ones included.
///
/// To the scheduler it is a step of the caller's, as any look at a file.
public func textOfFiles() -> String {
  let folder = PrivateFolder.path
  let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
  return names.sorted().compactMap { name in
    FileManager.default.contents(atPath: "\(folder)/\(name)").map {
      "\(name)\n" + String(decoding: $0, as: UTF8.self)
    }
  }.joined(separator: "\n")
}

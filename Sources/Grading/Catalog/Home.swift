import Foundation

/// Where the tool's own files are: katas, answers, and the sources of the kit.
///
/// Found from the executable's own place, never from a path of the machine that built it: either
/// a checkout around the executable, or `../share/randori` beside it.
package struct Home: Sendable, Equatable {
  /// The folder that holds `Katas`, `Answers` and `Sources`.
  package let directory: String

  /// The folder of the katas that come with the tool.
  package var katas: String { directory + "/Katas" }
  /// The folder of the answers to them.
  package var answers: String { directory + "/Answers" }
  /// The folder of the kit's sources.
  package var sources: String { directory + "/Sources" }

  package init(directory: String) {
    self.directory = directory
  }

  /// Looks around the running executable, or around `executable`.
  ///
  /// - Throws: `HomeError` if nothing is found, with where was looked.
  package static func locate(executable: String? = nil) throws(HomeError) -> Home {
    let start =
      executable ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    var folder = URL(fileURLWithPath: start).deletingLastPathComponent()
    while folder.path != "/" {
      for candidate in [folder, folder.appendingPathComponent("share/randori")] {
        let kit = candidate.appendingPathComponent("Sources/KataKit").path
        let katas = candidate.appendingPathComponent("Katas").path
        if FileManager.default.fileExists(atPath: kit),
          FileManager.default.fileExists(atPath: katas)
        {
          return Home(directory: candidate.path)
        }
      }
      folder.deleteLastPathComponent()
    }
    throw HomeError(start: start)
  }
}

/// The tool's own files are not where it looks.
package struct HomeError: Error, CustomStringConvertible {
  /// The executable that the search started from.
  package let start: String

  package var description: String {
    "no Katas and Sources/KataKit around \(start): run the tool from its checkout, "
      + "or copy both into share/randori beside its bin folder"
  }
}

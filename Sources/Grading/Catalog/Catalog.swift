import Foundation

/// All katas that can be graded.
package struct Catalog: Sendable {
  /// By id.
  package let katas: [KataFolder]

  /// Reads every kata in `directories`; a later folder's kata replaces an earlier one's.
  ///
  /// - Throws: `CatalogError` if a folder cannot be read or a kata in it is malformed.
  package static func load(directories: [String]) throws(CatalogError) -> Catalog {
    var found: [String: KataFolder] = [:]
    for directory in directories {
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: directory)
      } catch {
        throw .unreadable(directory: directory)
      }
      for name in names.sorted()
      where FileManager.default.fileExists(atPath: "\(directory)/\(name)/kata.json") {
        found[name] = try KataFolder(directory: "\(directory)/\(name)")
      }
    }
    return Catalog(katas: found.values.sorted { $0.kata.id < $1.kata.id })
  }

  /// The kata with this id.
  ///
  /// - Throws: `CatalogError.unknown`, with the ids that there are.
  package func kata(_ id: String) throws(CatalogError) -> KataFolder {
    guard let folder = katas.first(where: { $0.kata.id == id }) else {
      throw .unknown(id: id, known: katas.map(\.kata.id))
    }
    return folder
  }
}

/// A kata cannot be had.
package enum CatalogError: Error, CustomStringConvertible, Equatable {
  /// There is no such kata.
  case unknown(id: String, known: [String])
  /// A folder of katas cannot be read.
  case unreadable(directory: String)
  /// A kata's folder is not as it must be.
  case malformed(file: String, problem: String)

  package var description: String {
    switch self {
    case .unknown(let id, let known):
      "there is no kata '\(id)'; there are: \(known.joined(separator: ", "))"
    case .unreadable(let directory):
      "the folder of katas \(directory) cannot be read: does it exist?"
    case .malformed(let file, let problem):
      "\(file): \(problem)"
    }
  }
}

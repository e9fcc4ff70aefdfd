import Foundation
import Grading

/// A class's work: `DIR/<candidate>/<id>.swift`, or `DIR/<candidate>/<id>/` for several files.
struct ClassFolder: Sendable {
  /// One for each submission, by candidate and kata.
  private(set) var requests: [SubmissionRequest] = []
  /// What was passed over, and why.
  private(set) var remarks: [String] = []

  init(directory: String, catalog: Catalog) {
    let base = directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    let katas = Dictionary(
      catalog.katas.map { ($0.kata.id, $0) }, uniquingKeysWith: { first, _ in first })
    for candidate in Self.names(in: base) ?? [] {
      let folder = "\(base)/\(candidate)"
      switch Self.kind(of: folder) {
      case .folder: break
      case .link:
        remarks.append(ToolWording.skippedLink(folder))
        continue
      case .other:
        if candidate.hasSuffix(".swift") { remarks.append(ToolWording.skippedLoose(folder)) }
        continue
      }
      guard let names = Self.names(in: folder) else {
        remarks.append(ToolWording.skippedUnreadable(folder))
        continue
      }
      let before = (requests.count, remarks.count)
      defer {
        if (requests.count, remarks.count) == before {
          remarks.append(ToolWording.skippedEmpty(folder))
        }
      }
      for name in names {
        let path = "\(folder)/\(name)"
        let isFile = name.hasSuffix(".swift")
        let id = isFile ? String(name.dropLast(6)) : name
        if let kata = katas[id], isFile || Self.kind(of: path) == .folder {
          requests.append(SubmissionRequest(candidate: candidate, path: path, kata: kata))
        } else if isFile {
          let nearest = NearestName.to(id, among: katas.keys.sorted())
          remarks.append(ToolWording.skippedUnknown(path, nearest: nearest))
        }
      }
    }
  }

  private enum Kind { case folder, link, other }

  /// A link is not followed: it could point at anything.
  private static func kind(of path: String) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .other }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  private static func names(in folder: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { !$0.hasPrefix(".") }.sorted()
  }
}

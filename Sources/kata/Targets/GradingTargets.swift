import Foundation
import Grading

/// What a command line asks to be graded.
struct GradingTargets: Sendable, Equatable {
  /// One for each submission.
  var requests: [SubmissionRequest] = []
  /// The requests whose file stands on the command line itself: if such a file cannot be read,
  /// the command line is wrong.
  var named: Set<Int> = []
  /// What was passed over, and why.
  var remarks: [String] = []

  /// One submission, as it is named: a file, or a folder of files.
  init(path: String, kata: KataFolder) {
    requests = [SubmissionRequest(path: path, kata: kata)]
    named = [0]
  }

  /// Reads `ID FILE…`, where a folder stands for each of its Swift files, or `DIR`, a class.
  ///
  /// - Throws: `ArgumentError`, `CatalogError` or `SubmissionError`.
  init(_ words: [String], catalog: Catalog, in session: Session) throws {
    guard words.count == 1 else {
      let kata = try session.kata(words[0], in: catalog)
      for path in words.dropFirst() { try add(path, for: kata) }
      return
    }
    if Self.isFolder(words[0]) {
      let folder = ClassFolder(directory: words[0], catalog: catalog)
      requests = folder.requests
      remarks = folder.remarks
      if requests.isEmpty { throw ArgumentError.emptyClass(directory: words[0]) }
    } else if words[0].contains("/") || words[0].hasSuffix(".swift") {
      throw ArgumentError.noKataNamed(path: words[0])
    } else {
      _ = try session.kata(words[0], in: catalog)
      throw ArgumentError.missingArgument("FILE", usage: GradeCommand().usage)
    }
  }

  /// Reads a submission that stands alone on the command line before anything is set up. Of
  /// several, one that cannot be read is a result like the others.
  ///
  /// - Throws: `SubmissionError`.
  func requireReadable() throws(SubmissionError) {
    guard requests.count == 1, named.contains(0) else { return }
    _ = try Submission(path: requests[0].path)
  }

  private mutating func add(_ path: String, for kata: KataFolder) throws {
    guard Self.isFolder(path) else {
      named.insert(requests.count)
      requests.append(SubmissionRequest(path: path, kata: kata))
      return
    }
    let names = try SwiftFiles.names(in: path)
    guard !names.isEmpty else { throw SubmissionError.emptyFolder(path: path) }
    let base = path.hasSuffix("/") ? path : path + "/"
    requests += names.map { SubmissionRequest(path: base + $0, kata: kata) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }
}

/// The Swift files directly in a folder.
enum SwiftFiles {
  /// Their names, sorted. Hidden files and package manifests are passed over.
  ///
  /// - Throws: `SubmissionError.unreadable`.
  static func names(in folder: String) throws(SubmissionError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw .unreadable(path: folder, reason: "permission denied")
    }
    return names.filter {
      $0.hasSuffix(".swift") && !$0.hasPrefix(".") && $0 != "Package.swift"
    }.sorted()
  }
}

import Foundation

/// A candidate's file or folder of files, read into memory: whatever happens to the disk later,
/// this is what is graded.
package struct Submission: Sendable, Equatable {
  /// One source file.
  package struct File: Sendable, Equatable {
    /// Its name, relative to the submission, as reports show it.
    package let name: String
    /// Its text.
    package let text: String
  }

  /// The path as it was given.
  package let path: String
  /// The files by name.
  package let files: [File]

  /// The largest file that is read: 1 MiB. A kata's answer has a few KiB.
  package static let maximumFileBytes = 1 << 20
  /// The most files that one submission may have.
  package static let maximumFiles = 64

  /// Makes one from texts.
  package init(path: String, files: [File]) {
    self.path = path
    self.files = files
  }

  /// Reads a file, or every `.swift` file directly in a folder.
  ///
  /// Links are not followed: a submission could point at anything. A folder's other files are
  /// passed over; a `Package.swift` is never run.
  ///
  /// - Throws: `SubmissionError` with what is wrong and what to do.
  package init(path: String) throws(SubmissionError) {
    self.path = path
    switch try Self.kind(of: path) {
    case .file:
      guard path.hasSuffix(".swift") else { throw .notSwift(path: path) }
      let name = URL(fileURLWithPath: path).lastPathComponent
      guard Self.isPlain(name) else { throw .oddName(path: path) }
      files = [File(name: name, text: try Self.text(path))]
    case .folder:
      guard let all = try? FileManager.default.contentsOfDirectory(atPath: path) else {
        throw .unreadable(path: path, reason: "permission denied")
      }
      let names = all.filter { $0.hasSuffix(".swift") && $0 != "Package.swift" }.sorted()
      guard !names.isEmpty else { throw .emptyFolder(path: path) }
      guard names.count <= Self.maximumFiles else {
        throw .tooManyFiles(path: path, count: names.count)
      }
      var files: [File] = []
      for name in names {
        guard Self.isPlain(name) else { throw .oddName(path: "\(path)/\(name)") }
        guard try Self.kind(of: "\(path)/\(name)") == .file else {
          throw .notRegular(path: "\(path)/\(name)")
        }
        files.append(File(name: name, text: try Self.text("\(path)/\(name)")))
      }
      self.files = files
    }
  }

  /// The digest of names and texts.
  package var digest: String {
    Digest.of(files.flatMap { [$0.name, $0.text] })
  }

  /// True for a name that no compiler takes for an option or for a list of arguments.
  private static func isPlain(_ name: String) -> Bool {
    !name.hasPrefix("-") && !name.hasPrefix("@")
      && name.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && $0.value != 0x7f && $0 != "\"" && $0 != "\\"
      }
  }

  private enum Kind { case file, folder }

  private static func kind(of path: String) throws(SubmissionError) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? .missing(path: path)
        : .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: throw .symbolicLink(path: path)
    default: throw .notRegular(path: path)
    }
  }

  private static func text(_ path: String) throws(SubmissionError) -> String {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let data: Data
    do {
      data = try handle.read(upToCount: maximumFileBytes + 1) ?? Data()
    } catch {
      throw .unreadable(path: path, reason: "\(error.localizedDescription)")
    }
    guard data.count <= maximumFileBytes else { throw .tooLarge(path: path) }
    guard let text = String(data: data, encoding: .utf8) else { throw .notUTF8(path: path) }
    guard !text.utf8.contains(0) else { throw .holdsNUL(path: path) }
    guard !text.allSatisfy(\.isWhitespace) else { throw .emptyFile(path: path) }
    return text
  }
}

/// A submission cannot be read.
package enum SubmissionError: Error, CustomStringConvertible, Equatable {
  case missing(path: String)
  case unreadable(path: String, reason: String)
  case symbolicLink(path: String)
  case notRegular(path: String)
  case notSwift(path: String)
  case oddName(path: String)
  case emptyFile(path: String)
  case emptyFolder(path: String)
  case tooManyFiles(path: String, count: Int)
  case tooLarge(path: String)
  case notUTF8(path: String)
  case holdsNUL(path: String)

  package var description: String {
    switch self {
    case .missing(let path):
      "\(path): there is no such file; check the spelling and the folder you are in"
    case .unreadable(let path, let reason):
      "\(path): cannot be read (\(reason))"
    case .symbolicLink(let path):
      "\(path): is a symbolic link, which is not followed; hand in the file itself"
    case .notRegular(let path):
      "\(path): is no ordinary file; hand in a .swift file or a folder of them"
    case .notSwift(let path):
      "\(path): is no Swift file; its name must end in .swift"
    case .oddName(let path):
      "\(path): its name begins with - or @, or holds quotes or control characters; rename it"
    case .emptyFile(let path):
      "\(path): holds nothing; begin with 'kata start'"
    case .emptyFolder(let path):
      "\(path): holds no .swift file"
    case .tooManyFiles(let path, let count):
      "\(path): holds \(count) Swift files; at most \(Submission.maximumFiles) are graded together"
    case .tooLarge(let path):
      "\(path): is larger than 1 MiB; a submission is source text only"
    case .notUTF8(let path):
      "\(path): is not UTF-8 text; save it as UTF-8 and hand it in again"
    case .holdsNUL(let path):
      "\(path): holds a NUL character; take it out and hand it in again"
    }
  }
}

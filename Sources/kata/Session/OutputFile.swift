import Foundation
import Grading

/// The place that `--output` names: a file, or what stands for one, such as a pipe or a device.
struct OutputFile: Sendable {
  /// As the command line says it.
  let path: String

  /// Looks whether it can be written, so that a wrong name costs no waiting.
  ///
  /// - Throws: `ArgumentError`.
  init(_ path: String) throws(ArgumentError) {
    self.path = path
    guard let status = Self.status(path) else {
      try Self.tryMaking(path)
      return
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw .unusable(path: path, reason: "is a folder; name a file to write the results to")
    }
    guard access(path, W_OK) == 0 else { throw Self.unwritable(path) }
  }

  /// Looks that it is no file that is to be graded.
  ///
  /// - Throws: `ArgumentError`.
  func spare(_ requests: [SubmissionRequest]) throws(ArgumentError) {
    guard let own = Self.status(path) else { return }
    for request in requests {
      let inside = (try? SwiftFiles.names(in: request.path)) ?? []
      for input in [request.path] + inside.map({ "\(request.path)/\($0)" }) {
        guard let other = Self.status(input), own.st_ino == other.st_ino,
          own.st_dev == other.st_dev
        else { continue }
        throw .unusable(path: path, reason: "is what is to be graded; name another file")
      }
    }
  }

  /// Writes a report. An ordinary file has either what it had or all of the text, and keeps its mode;
  /// links are followed; devices and pipes stay what they are.
  ///
  /// - Throws: `OutputError`.
  func write(_ text: String) throws(OutputError) {
    let old = Self.status(path)
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    do {
      if let old, old.st_mode & S_IFMT != S_IFREG {
        let handle = try FileHandle(forWritingTo: url)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
      } else {
        try Data(text.utf8).write(to: url, options: .atomic)
        if let old { chmod(url.path, old.st_mode & 0o7777) }
      }
    } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      throw OutputError(
        path: path,
        reason: cause.map { String(cString: strerror(Int32($0.code))) }
          ?? error.localizedDescription)
    }
  }

  /// Makes the file and takes it away again.
  private static func tryMaking(_ path: String) throws(ArgumentError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard let status = status(folder), status.st_mode & S_IFMT == S_IFDIR else {
      throw .unusable(path: path, reason: "its folder does not exist; make it first")
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw unwritable(path) }
    close(descriptor)
    unlink(path)
  }

  private static func unwritable(_ path: String) -> ArgumentError {
    .unusable(
      path: path,
      reason: "cannot be written (\(String(cString: strerror(errno)))); name another place")
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}

/// A report that could not be written to where it should go.
struct OutputError: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String {
    "\(path): the results could not be written (\(reason)); they are printed instead"
  }
}

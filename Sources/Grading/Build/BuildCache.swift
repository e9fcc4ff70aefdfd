import Foundation

/// Built things by the digest of what they were built from. An entry is complete or not there:
/// it is made in a folder of its own and renamed into place, so that concurrent runs can share
/// the cache without a lock.
package struct BuildCache: Sendable, Equatable {
  /// The folder; made when first needed.
  package let directory: String

  package init(directory: String) {
    self.directory = directory
  }

  /// Where the cache is unless told otherwise: `$XDG_CACHE_HOME/randori` or `~/.cache/randori`.
  package static func standard(environment: [String: String]) -> BuildCache {
    let base =
      environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      ?? (environment["HOME"] ?? NSTemporaryDirectory()) + "/.cache"
    return BuildCache(directory: base + "/randori")
  }

  /// The folder of an entry, made by `make` if it is not there.
  ///
  /// - Parameters:
  ///   - kind: What it is, for people who look into the cache.
  ///   - key: The digest of all that goes into it.
  ///   - make: Fills an empty folder.
  /// - Throws: what `make` throws, or what the file system says.
  package func entry(
    _ kind: String, key: String, make: (_ folder: String) throws -> Void
  ) throws -> String {
    let final = "\(directory)/\(kind)-\(key.prefix(24))"
    if FileManager.default.fileExists(atPath: final) { return final }
    let scratch = try ScratchFolder(in: directory)
    try make(scratch.path)
    if rename(scratch.path, final) != 0, !FileManager.default.fileExists(atPath: final) {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: final])
    }
    return final
  }
}

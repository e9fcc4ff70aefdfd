import Foundation
import Grading

/// Clears away what runs left in the cache that were killed before they could do so themselves.
enum AbandonedScratch {
  /// A folder that is younger may not have its lock yet.
  static let age: TimeInterval = 10

  /// Removes the abandoned folders of a cache. What cannot be removed stays.
  ///
  /// - Parameters:
  ///   - cache: The cache.
  ///   - now: The time that ages are counted from.
  static func clear(_ cache: BuildCache, now: Date) {
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: cache.directory)) ?? []
    for name in names where name.hasPrefix(ScratchFolder.prefix) {
      let path = "\(cache.directory)/\(name)"
      guard let changed = try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date,
        now.timeIntervalSince(changed) > age, ScratchFolder.isAbandoned(path)
      else { continue }
      try? files.removeItem(atPath: path)
    }
  }
}

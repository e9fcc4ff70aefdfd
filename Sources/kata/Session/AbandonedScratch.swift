import Foundation
import Grading

/// Clears away what runs left in the cache that were killed before they could do so themselves.
enum AbandonedScratch {
  /// Far longer than one submission takes: younger folders may be somebody's.
  static let age: TimeInterval = 6 * 60 * 60

  /// Removes the abandoned folders of a cache. What cannot be removed stays.
  ///
  /// - Parameters:
  ///   - cache: The cache.
  ///   - now: The time that ages are counted from.
  static func clear(_ cache: BuildCache, now: Date) {
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: cache.directory)) ?? []
    for name in names where name.hasPrefix("scratch-") {
      let path = "\(cache.directory)/\(name)"
      guard let changed = try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date,
        now.timeIntervalSince(changed) > age
      else { continue }
      try? files.removeItem(atPath: path)
    }
  }
}

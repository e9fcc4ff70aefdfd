package import Records

/// What keeps an object alive that should be gone.
package struct Retention: Sendable {
  /// A cycle, field by field, or what holds the object from outside; empty if that cannot be told.
  package var places: [Place] = []
  /// True if a Foundation timer that was invalidated is all that holds it. On Linux these free neither
  /// themselves nor their blocks; that is no fault of the program's.
  package var isOnlyInvalidTimer = false

  package init() {}
}

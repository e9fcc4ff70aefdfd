package import Records

/// What keeps an object alive that should be gone.
package struct Retention: Sendable {
  /// A cycle, field by field, and what holds the object from outside. That something holds it which
  /// cannot be named is said as well.
  package var places: [Place] = []
  /// True if a Foundation timer that was invalidated, or that no run loop ever got, is all that holds it.
  /// On Linux these free neither themselves nor their blocks; that is no fault of the program's.
  package var isOnlyInvalidTimer = false

  package init() {}
}

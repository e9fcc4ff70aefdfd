/// The id of something that a kata judges. A kata's own ids are generated from its `kata.json`,
/// so that a harness that misspells one does not build.
public struct Criterion: Sendable, Hashable {
  /// The id, such as `no-overdraft`.
  public let id: String

  /// Names a criterion of the kata.
  public init(_ id: String) {
    self.id = id
  }
}

/// What a harness's `Subject` is: closures that call the submission's object, and the object.
public protocol SubjectReference: Sendable {
  /// The object itself.
  var object: AnyObject { get }
}

/// The one reference to a subject that the scenario has, so that it can be let go.
///
/// Do not keep `subject` anywhere else.
public final class LastReference<Subject: SubjectReference>: @unchecked Sendable {
  // Safe: whoever lets go does so once, and nobody asks for the subject after that.
  private var held: Subject?
  private weak var object: AnyObject?

  /// Takes the reference over, and has the runtime remember who holds whom.
  public init(_ subject: Subject) {
    Run.current.crew.watchReferences()
    Run.current.crew.watchEnd(of: subject.object)
    held = subject
    object = subject.object
  }

  /// The subject. Not to be asked for once it was let go.
  public var subject: Subject {
    guard let held else { preconditionFailure("the subject was let go") }
    return held
  }

  /// Lets go. If nobody else has it, the subject is deinitialised here and now.
  public func letGo() {
    Run.current.crew.upheaval()
    remark("the last outside reference goes")
    held = nil
  }

  /// Whether the subject is gone.
  public var isGone: Bool { object == nil }

  fileprivate var retention: Retention? {
    object.map { Run.current.crew.retention(of: $0) }
  }
}

/// Says that a subject must be gone. Ask when all is quiet.
///
/// If it is not, the report shows the retain cycle, field by field, or what holds it; or says that this
/// could not be told. Where only a Foundation timer holds it that was invalidated, or that no run loop
/// ever got, that is noted and not charged.
///
/// - Parameters:
///   - criterion: What is broken if it is still there.
///   - reference: The subject; it was let go.
///   - what: What a sentence calls it: "the screen".
///   - after: What should have been its end: "`viewWillDisappear` and the last outside reference".
public func expectReleased(
  _ criterion: Criterion, _ reference: LastReference<some SubjectReference>,
  _ what: @autoclosure () -> String, after: @autoclosure () -> String
) {
  let retention = reference.retention
  let isFine = retention?.isOnlyInvalidTimer ?? true
  Run.current.check(
    criterion, holds: isFine, places: isFine ? nil : retention?.places ?? []
  ) {
    "\(what()) is still there after \(after())"
  }
}

/// Says that nothing must be left that is due at some later time: no timer, no block that waits, no
/// task that sleeps. Ask when all is quiet. The report names each, and the line that made it.
///
/// - Parameters:
///   - criterion: What is broken if something is.
///   - after: What should have been the end of it.
public func expectNothingScheduled(_ criterion: Criterion, after: @autoclosure () -> String) {
  let places = Run.current.crew.scheduled()
  Run.current.check(criterion, holds: places.isEmpty, places: places.isEmpty ? nil : places) {
    "something is still due after \(after())"
  }
}

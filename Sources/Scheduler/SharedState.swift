import CScheduler
import Records
import Search

/// What the process that explores and its children have in common: memory that outlives each child.
final class SharedState: @unchecked Sendable {
  // Safe: one process writes at a time, and each has one thread.

  /// Counts and flags of the search.
  struct Progress {
    /// Schedules that ran to an end, redundant ones included.
    var schedules = 0
    /// Those that repeated another one.
    var redundant = 0
    /// Index of the next schedule within the phase.
    var index = 0
    /// A schedule is under way; if the process is dead, it ended it.
    var isInSchedule = false
    /// The strategy has no more schedules.
    var isFinished = false
    /// A replay met a choice that its schedule does not hold.
    var diverged = false
    /// Choices of the schedule under way.
    var choiceCount = 0
    var choicesOverflowed = false
    var preemptions = 0
    /// Steps of the schedule under way, and of the longest one so far.
    var steps = 0
    var longest = 0
    /// The most threads that a schedule had so far.
    var threads = 0
    /// Failed checks of the schedule under way.
    var violationCount = 0
    /// Bytes of `checks` in use, for criteria known so far.
    var criterionCount = 0
  }
  /// One criterion's counts.
  struct CriterionCount {
    var name: Fixed64
    var checks = 0
    var violations = 0
  }
  /// One failed check of the schedule under way.
  struct Violation {
    var criterion: Fixed64
    var length: UInt32
    var text: Fixed512
    var isLeak: Bool
    var places: PlaceList
  }
  /// The simplest schedule that leads to what is sought.
  struct Simplest {
    var isSet: Bool
    var size: Minimisation.Size
    var choiceCount: Int
    var violation: Violation
  }

  static let stepCapacity = 1 << 16
  static let raceCapacity = 256
  static let choiceCapacity = 1 << 16
  static let violationCapacity = 16
  static let criterionCapacity = 64
  static let searchBytes = 64 << 20

  let c: UnsafeMutablePointer<rs_shared>
  let progress: UnsafeMutablePointer<Progress>
  let choices: UnsafeMutablePointer<UInt16>
  let violations: UnsafeMutablePointer<Violation>
  let simplest: UnsafeMutablePointer<Simplest>
  let simplestChoices: UnsafeMutablePointer<UInt16>
  let criteria: UnsafeMutablePointer<CriterionCount>
  let search: SearchMemory
  private let searchBase: UnsafeMutableRawPointer

  /// The one of this process.
  static let it = SharedState()

  /// What the schedule that ran last says holds an object.
  func places(ofViolationOf criterion: String) -> [Place] {
    for index in 0..<progress.pointee.violationCount
    where violations[index].isLeak && violations[index].criterion.matches(criterion) {
      return violations[index].places.places
    }
    return []
  }

  private init() {
    func map<Element>(_ type: Element.Type, _ count: Int) -> UnsafeMutablePointer<Element> {
      guard let memory = rs_map_shared(count * MemoryLayout<Element>.stride) else {
        fatalError("no memory to share with children")
      }
      return memory.bindMemory(to: type, capacity: count)
    }
    c = map(rs_shared.self, 1)
    progress = map(Progress.self, 1)
    choices = map(UInt16.self, Self.choiceCapacity)
    violations = map(Violation.self, Self.violationCapacity)
    simplest = map(Simplest.self, 1)
    simplestChoices = map(UInt16.self, Self.choiceCapacity)
    criteria = map(CriterionCount.self, Self.criterionCapacity)
    searchBase = UnsafeMutableRawPointer(map(UInt64.self, Self.searchBytes / 8))
    search = SearchMemory(base: searchBase, byteCount: Self.searchBytes)
    progress.initialize(to: Progress())
    c.pointee.steps = map(rs_step.self, Self.stepCapacity)
    c.pointee.step_capacity = UInt32(Self.stepCapacity)
    c.pointee.step_frames = map(UInt.self, Self.stepCapacity * Int(RS_STEP_FRAMES))
    c.pointee.races = map(rs_race.self, Self.raceCapacity)
    c.pointee.race_capacity = UInt32(Self.raceCapacity)
  }
}

/// Text of at most 64 bytes, in place.
struct Fixed64 {
  private var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0, 0, 0, 0, 0, 0, 0, 0
  )
  init(_ text: String) {
    withUnsafeMutableBytes(of: &bytes) { room in
      for (index, byte) in text.utf8.prefix(room.count - 1).enumerated() { room[index] = byte }
    }
  }
  var text: String {
    withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
  func matches(_ text: String) -> Bool {
    withUnsafeBytes(of: bytes) { room in
      var count = 0
      for byte in text.utf8 {
        guard count < room.count, room[count] == byte else { return false }
        count += 1
      }
      return count < room.count && room[count] == 0
    }
  }
}

/// Text of at most 512 bytes, in place.
struct Fixed512 {
  private var parts: (Fixed64, Fixed64, Fixed64, Fixed64, Fixed64, Fixed64, Fixed64, Fixed64)
  init(_ text: String) {
    let empty = Fixed64("")
    parts = (empty, empty, empty, empty, empty, empty, empty, empty)
    withUnsafeMutableBytes(of: &parts) { room in
      for (index, byte) in text.utf8.prefix(room.count - 1).enumerated() { room[index] = byte }
    }
  }
  var text: String {
    withUnsafeBytes(of: parts) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

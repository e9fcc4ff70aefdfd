/// Something that went wrong while a submission ran.
package struct Finding: Codable, Sendable, Equatable {
  /// What kind of thing went wrong.
  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// An expectation of the kata did not hold.
    case invariant
    /// Two accesses, one of them a write, not ordered by anything.
    case race
    /// Nobody can go on.
    case deadlock
    /// Everybody goes on and nobody gets anywhere.
    case livelock
    /// A trap, a signal, or an exit that nobody asked for.
    case crash
    /// An object that should be gone is still there.
    case leak
    /// The time ran out.
    case timeout
  }

  /// What went wrong.
  package var kind: Kind
  /// The criterion that an expectation belongs to; nil where the kind alone decides.
  package var criterion: String?
  /// The scenario's title.
  package var scenario: String
  /// Who drove the clients.
  package var driver: ClientDriver
  /// One sentence for the candidate.
  package var message: String
  /// The two sides of a race, the places of a deadlock, the line of a crash.
  package var places: [Place]
  /// The schedule that leads here, in the search's text form; explore only.
  package var schedule: String?
  /// What happened, step by step; explore only.
  package var trace: [Step]
  /// Who waits for what, where nobody can go on; explore only.
  package var waits: [Wait]

  package init(
    kind: Kind, criterion: String? = nil, scenario: String, driver: ClientDriver, message: String,
    places: [Place] = [], schedule: String? = nil, trace: [Step] = [], waits: [Wait] = []
  ) {
    self.kind = kind
    self.criterion = criterion
    self.scenario = scenario
    self.driver = driver
    self.message = message
    self.places = places
    self.schedule = schedule
    self.trace = trace
    self.waits = waits
  }
}

/// A place in the program, before or after the outside has looked up its line.
package struct Place: Codable, Sendable, Equatable {
  /// What happens there: "write of 8 bytes", "waits for the lock", ….
  package var what: String
  /// The thread, queue or task, as the candidate would name it.
  package var thread: String
  /// Return addresses, innermost first, relative to the executable's load address.
  package var addresses: [UInt64]
  /// The file, once looked up.
  package var file: String?
  /// The line, once looked up; from 1.
  package var line: Int?
  /// The function, demangled, once looked up.
  package var function: String?
  /// What the line is that of, where `what` does not say so: "the timer was made". Worth saying only
  /// if there is a line.
  package var origin: String?

  package init(
    what: String, thread: String, addresses: [UInt64] = [], file: String? = nil, line: Int? = nil,
    function: String? = nil, origin: String? = nil
  ) {
    self.origin = origin
    self.what = what
    self.thread = thread
    self.addresses = addresses
    self.file = file
    self.line = line
    self.function = function
  }
}

/// Something that the runtime saw and that teaches, but decides nothing.
package struct Note: Codable, Sendable, Hashable {
  /// A stable id, such as `barrier-on-global-queue`.
  package var id: String
  /// The sentence for the candidate.
  package var message: String
  /// Return address, relative to the executable's load address; nil if there is no one place.
  package var address: UInt64?

  package init(id: String, message: String, address: UInt64? = nil) {
    self.id = id
    self.message = message
    self.address = address
  }
}

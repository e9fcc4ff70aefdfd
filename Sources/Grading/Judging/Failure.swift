package import Records

/// Why a criterion failed: the smallest run that breaks it.
package struct Failure: Codable, Sendable, Equatable {
  /// What kind of thing went wrong.
  package var kind: Finding.Kind
  /// The arena that saw it.
  package var arena: ArenaKind
  /// The scenario's title.
  package var scenario: String
  /// Who drove the clients.
  package var driver: ClientDriver
  /// What was seen, in one sentence.
  package var message: String
  /// What is wrong, in the words of the kata.
  package var cause: String
  /// The cause, as the failing schedule tells it, in a sentence or two; nil where it does not tell.
  package var diagnosis: String?
  /// The two sides of a race, or who waits for what, with file and line.
  package var places: [Place]
  /// One line that replays it; nil where no schedule was recorded (real threads).
  package var token: String?
  /// What happened, step by step; empty where no schedule was recorded.
  package var timeline: [TimelineStep]

  package init(
    kind: Finding.Kind, arena: ArenaKind, scenario: String, driver: ClientDriver, message: String,
    cause: String, diagnosis: String? = nil, places: [Place] = [], token: String? = nil,
    timeline: [TimelineStep] = []
  ) {
    self.kind = kind
    self.arena = arena
    self.scenario = scenario
    self.driver = driver
    self.message = message
    self.cause = cause
    self.diagnosis = diagnosis
    self.places = places
    self.token = token
    self.timeline = timeline
  }
}

/// A row of a timeline.
package struct TimelineStep: Codable, Sendable, Equatable {
  /// Counts from 1 within the schedule.
  package var step: Int
  /// The column: thread, queue or task.
  package var thread: String
  /// The candidate's file, as he named it; nil outside his code.
  package var file: String?
  /// The line, from 1.
  package var line: Int?
  /// The source line, trimmed, or the operation where there is no source.
  package var text: String
  /// What was done, with the values read or written.
  package var detail: String?

  package init(
    step: Int, thread: String, file: String? = nil, line: Int? = nil, text: String,
    detail: String? = nil
  ) {
    self.step = step
    self.thread = thread
    self.file = file
    self.line = line
    self.text = text
    self.detail = detail
  }
}

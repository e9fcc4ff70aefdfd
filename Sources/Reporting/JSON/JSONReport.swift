import Grading
import Records

/// The report as it is written in JSON: apart from the types inside, so that those can change
/// without the schema.
struct JSONReport: Encodable {
  let schema = "randori-report/1"
  let tool: Tool
  let seed: UInt64
  let submissions: [Submission]

  init(_ input: ReportInput) {
    tool = Tool(
      name: input.tool.name, version: input.tool.version,
      swift: CleanText.line(input.tool.swift), platform: input.tool.platform)
    seed = input.seed
    submissions = input.submissions.map { Submission($0.cleaned) }
  }

  struct Tool: Encodable {
    let name: String
    let version: String
    let swift: String
    let platform: String
  }

  struct Submission: Encodable {
    let candidate: String?
    let file: String
    let kata: String
    let outcome: String
    let score: Int
    let possible: Int
    let diagnosis: String?
    let criteria: [Criterion]
    let layers: [Layer]
    let notes: [String]
    let box: String
    let seed: UInt64
    let graderFault: Bool
    let inputFault: Bool
    let seconds: Double

    init(_ result: SubmissionResult) {
      candidate = result.candidate
      file = result.file
      kata = result.kata
      outcome = result.outcome.rawValue
      score = result.score
      possible = result.possible
      diagnosis = result.diagnosis
      criteria = result.criteria.map(Criterion.init)
      layers = result.layers.map { Layer(title: $0.title, reached: $0.isReached) }
      notes = result.notes
      box = result.box
      seed = result.seed
      graderFault = result.graderFault
      inputFault = result.inputFault
      seconds = result.seconds
    }
  }

  struct Layer: Encodable {
    let title: String
    let reached: Bool
  }

  struct Criterion: Encodable {
    let id: String
    let title: String
    let bonus: Bool
    let points: Int
    let possible: Int
    let verdict: String
    let sampled: Bool
    let reason: String?
    let evidence: [Evidence]
    let failure: Failure?

    init(_ result: CriterionResult) {
      id = result.id
      title = result.title
      bonus = result.bonus
      points = result.points
      possible = result.possible
      verdict = result.verdict.rawValue
      sampled = result.sampled
      reason = result.reason
      evidence = result.evidence.map(Evidence.init)
      failure = result.failure.map(Failure.init)
    }
  }

  /// What an exhausted search ran is the same in every run. What real threads did is not, nor how
  /// far a search came before its time was up.
  struct Evidence: Encodable {
    let arena: String
    let driver: String
    let scenario: String
    let exhausted: Bool
    var schedules: Int?
    var bound: Int?
    var violations: Int?
    var seconds: Double?
    var virtualSeconds: Double?
    var measured: Measured?

    init(_ evidence: Grading.Evidence) {
      arena = evidence.arena.rawValue
      driver = evidence.driver.rawValue
      scenario = evidence.scenario
      exhausted = evidence.exhausted
      if evidence.exhausted {
        schedules = evidence.schedules
        bound = evidence.bound
        violations = evidence.violations
        seconds = evidence.seconds
        virtualSeconds = evidence.virtualSeconds
      } else {
        measured = Measured(
          schedules: evidence.schedules, bound: evidence.bound, violations: evidence.violations,
          seconds: evidence.seconds, virtualSeconds: evidence.virtualSeconds)
      }
    }
  }

  struct Measured: Encodable {
    let schedules: Int
    let bound: Int?
    let violations: Int
    let seconds: Double
    let virtualSeconds: Double?
  }

  struct Failure: Encodable {
    let kind: String
    let arena: String
    let driver: String
    let scenario: String
    let message: String
    let cause: String
    let diagnosis: String?
    let places: [Place]
    let token: String?
    let timeline: [Step]

    init(_ failure: Grading.Failure) {
      kind = failure.kind.rawValue
      arena = failure.arena.rawValue
      driver = failure.driver.rawValue
      scenario = failure.scenario
      message = failure.message
      cause = failure.cause
      diagnosis = failure.diagnosis
      places = failure.places.map(Place.init).filter { !$0.what.isEmpty }
      token = failure.token
      timeline = failure.timeline.map(Step.init)
    }
  }

  struct Place: Encodable {
    let what: String
    let thread: String
    let file: String?
    let line: Int?
    let function: String?

    /// Addresses are the grader's own business.
    init(_ place: Records.Place) {
      what = Wording.place(place)
      thread = place.thread
      file = place.file
      line = place.line
      function = place.function
    }
  }

  struct Step: Encodable {
    let step: Int
    let thread: String
    let file: String?
    let line: Int?
    let text: String
    let detail: String?

    init(_ step: TimelineStep) {
      self.step = step.step
      thread = step.thread
      file = step.file
      line = step.line
      text = step.text
      detail = step.detail
    }
  }
}

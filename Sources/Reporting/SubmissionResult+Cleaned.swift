import Grading
import Records

extension SubmissionResult {
  /// The same, with every text in it safe to show. All recorders start from it, so that none can
  /// forget one.
  var cleaned: SubmissionResult {
    var copy = self
    copy.candidate = candidate.map(CleanText.line)
    copy.file = CleanText.line(file)
    copy.kata = CleanText.line(kata)
    copy.diagnosis = diagnosis.map(CleanText.lines)
    copy.criteria = criteria.map(\.cleaned)
    copy.layers = layers.map {
      LayerResult(title: CleanText.line($0.title), isReached: $0.isReached)
    }
    copy.notes = notes.map(CleanText.lines)
    copy.unreproduced = unreproduced.map(CleanText.lines)
    copy.box = CleanText.line(box)
    return copy
  }
}

extension CriterionResult {
  fileprivate var cleaned: CriterionResult {
    var copy = self
    copy.id = CleanText.line(id)
    copy.title = CleanText.line(title)
    copy.reason = reason.map(CleanText.lines)
    copy.evidence = evidence.map(\.cleaned)
    copy.failure = failure?.cleaned
    return copy
  }
}

extension Evidence {
  fileprivate var cleaned: Evidence {
    var copy = self
    copy.scenario = CleanText.line(scenario)
    return copy
  }
}

extension Failure {
  /// The same, with every text in it safe to show.
  var cleaned: Failure {
    var copy = self
    copy.scenario = CleanText.line(scenario)
    copy.message = CleanText.lines(message)
    copy.cause = CleanText.lines(cause)
    copy.diagnosis = diagnosis.map(CleanText.lines)
    copy.places = places.map(\.cleaned)
    copy.token = token.map(CleanText.line)
    copy.timeline = timeline.map(\.cleaned)
    return copy
  }
}

extension Place {
  fileprivate var cleaned: Place {
    var copy = self
    copy.what = CleanText.line(what)
    copy.origin = origin.map(CleanText.line)
    copy.thread = CleanText.line(thread)
    copy.file = file.map(CleanText.line)
    copy.function = function.map(CleanText.line)
    return copy
  }
}

extension TimelineStep {
  fileprivate var cleaned: TimelineStep {
    var copy = self
    copy.thread = CleanText.line(thread)
    copy.file = file.map(CleanText.line)
    copy.text = CleanText.line(text)
    copy.detail = detail.map(CleanText.line)
    return copy
  }
}

/// An option of a command.
struct Option: Sendable, Equatable {
  /// What is typed: `--format`.
  let name: String
  /// What stands for its value in the help; nil for a switch.
  let value: String?
  /// What it does, in a few words.
  let help: String

  init(_ name: String, value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }
}

/// The options that several commands share.
extension Option {
  static let katas = Option(
    "--katas", value: "DIR", "more katas, from this folder; may be given several times")
  static let answers = Option("--answers", value: "DIR", "where the answers are, one folder a kata")
  static let format = Option("--format", value: "NAME", "text, json or junit; text by default")
  static let output = Option("--output", value: "FILE", "write the results there")
  static let seed = Option("--seed", value: "N", "where all values and choices come from; 1")
  static let jobs = Option(
    "--jobs", value: "N", "submissions graded at a time, or processes that share the search of one")
  static let budget = Option(
    "--budget", value: "SECONDS", "time for the runs of one submission, instead of the kata's")
  static let quiet = Option("--quiet", "verdicts only, and no progress")
  static let noColor = Option("--no-color", "no colours; so does NO_COLOR in the environment")
  static let into = Option("--into", value: "DIR", "the folder to put it in; the current one")
  static let watch = Option("--watch", "run again whenever the file changes")
  static let minimumScore = Option(
    "--min-score", value: "N", "points that every submission must reach; without it, a pass")
  static let seeds = Option("--seeds", value: "N", "seeds that each is graded with; 1")
  static let replays = Option(
    "--replays", value: "N", "times that the schedule of each failure is run again; 0")

  /// What every command that reports takes.
  static let reporting: [Option] = [.format, .output, .quiet, .noColor]
  /// What every command that grades takes.
  static let grading: [Option] = [.seed, .jobs, .budget, .katas]
}

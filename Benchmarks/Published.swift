/// Figures that others published for programs of the same shape: mean schedules to the first failure
/// over ten trials, and in how many of them there was one.
struct Published {
  struct Figure {
    var method: String
    var mean: Double
    var hits = 10
  }
  var program: String
  var figures: [Figure]

  /// The lowest mean; among those that found the fault as often as any, since a mean over the
  /// lucky trials alone says little.
  var best: Figure? {
    let most = figures.map(\.hits).max()
    return figures.filter { $0.hits == most }.min { $0.mean < $1.mean }
  }

  /// Fray's artifact of April 2024, a port of SCTBench to Java, ten trials each; an early run, not the
  /// table of the final paper. The splits: Loom, Shuttle, Relacy and GenMC, measured.
  static let all: [Published] = [
    fray("account", 1.7, 1.6, 1.5, 1.7, 1.9),
    Published(
      program: "withdraw, split, 2 threads",
      figures: [
        Figure(method: "GenMC", mean: 1), Figure(method: "Shuttle random", mean: 2.1),
        Figure(method: "Shuttle PCT3", mean: 2.9), Figure(method: "Relacy", mean: 6),
        Figure(method: "Loom", mean: 10),
      ]),
    Published(
      program: "withdraw, split, 3 threads",
      figures: [
        Figure(method: "GenMC", mean: 2), Figure(method: "Shuttle random", mean: 2.0),
        Figure(method: "Shuttle PCT3", mean: 4.4), Figure(method: "Relacy", mean: 102),
        Figure(method: "Loom", mean: 1_243),
      ]),
    fray("bluetooth", 4.2, 2.5, 1.6, 1.5, 2.0),
    fray("lazy01", 1.8, 1.9, 1.6, 1.5, 1.8),
    fray("token ring", 2.1, 2.2, 2.2, 2.9, 2.0),
    fray("twostage", 8.2, 28.4, 8.3, nil, 11.5),
    Published(
      program: "twostage 100",
      figures: [
        Figure(method: "random", mean: 62.7), Figure(method: "PCT3", mean: 2_680, hits: 5),
        Figure(method: "PCT10", mean: 2_736), Figure(method: "PCT25", mean: 1_923),
        Figure(method: "POS", mean: 186),
      ]),
    fray("reorder 3", 21.5, 78.9, 17.8, 46.2, 4.5),
    fray("reorder 4", 22.2, 59.8, 19.9, 30.4, 11.3),
    fray("reorder 5", 48.8, 149, 26.7, 19.4, 17.1),
    fray("reorder 10", 106, 522, 72.9, 35.2, 26.9),
    fray("reorder 20", 7.2, 177, 27.4, 15.9, 7.0),
    Published(
      program: "reorder 50",
      figures: [
        Figure(method: "random", mean: 613), Figure(method: "PCT3", mean: 4_819, hits: 7),
        Figure(method: "PCT10", mean: 1_690), Figure(method: "PCT25", mean: 716),
        Figure(method: "POS", mean: 255),
      ]),
    Published(
      program: "reorder 100",
      figures: [
        Figure(method: "random", mean: 1_580), Figure(method: "PCT3", mean: 4_599, hits: 6),
        Figure(method: "PCT10", mean: 4_961), Figure(method: "PCT25", mean: 2_017),
        Figure(method: "POS", mean: 403),
      ]),
    fray("carter", 2.2, 7.1, 3.2, 8.1, 1.6),
    fray("deadlock", 2.4, 7.8, 4.2, nil, 3.1),
    fray("wronglock", 1.7, 15.5, 5.1, 3.8, 1.5),
    Published(
      program: "wronglock 1",
      figures: [
        Figure(method: "random", mean: 4.2), Figure(method: "PCT3", mean: 12.9),
        Figure(method: "PCT10", mean: 6.3), Figure(method: "PCT25", mean: 1.0, hits: 3),
        Figure(method: "POS", mean: 3.3),
      ]),
    fray("wronglock 3", 2.8, 19.2, 4.7, 2.7, 2.4),
    fray("circular buffer", 1.0, 4.2, 2.4, 6.2, 1.2),
    fray("queue", 1.0, 5.2, 1.3, 1.8, 1.0),
    fray("stack", 2.3, 1.7, 1.6, 2.0, 1.2),
  ]

  private static func fray(
    _ program: String, _ random: Double?, _ pct3: Double?, _ pct10: Double?, _ pct25: Double?,
    _ pos: Double?
  ) -> Published {
    let means = [("random", random), ("PCT3", pct3), ("PCT10", pct10), ("PCT25", pct25)]
    return Published(
      program: program,
      figures: (means + [("POS", pos)]).compactMap { name, mean in
        mean.map { Figure(method: name, mean: $0) }
      })
  }

  static func of(_ program: String) -> Published? { all.first { $0.program == program } }
}

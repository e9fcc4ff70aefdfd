import Search

/// A part of an exploration: one way to choose schedules, up to a limit.
struct Phase {
  /// What the report calls it.
  var name: String
  /// At most this many schedules.
  var limit: Int
  /// Makes the strategy, in zeroed memory.
  var make: (SearchMemory) -> any Strategy
  /// The preemption bound that it exhausts; nil if it has none.
  var bound: Int?
  /// Whether its end means that everything was seen.
  var isComplete: (any Strategy) -> Bool

  /// Few preemptions first, so that what is found is found simply; then everything; then samples of
  /// what there was no time for.
  static func all(_ options: Exploration.Options) -> [Phase] {
    let total = options.maximumSchedules
    var phases: [Phase] = []
    if !options.exhaustiveOnly {
      phases += [
        bounded(0, limit: 500), bounded(1, limit: 1_000),
        sampled("lock-step", 3) { _ in LockStep() },
      ]
    }
    phases.append(
      Phase(
        name: "exhaustive", limit: total, make: { Exhaustive(memory: $0) },
        isComplete: { $0.isExhausted }))
    if !options.exhaustiveOnly {
      phases += [
        bounded(2, limit: total / 10),
        sampled("random", total / 20) { _ in RandomWalk(seed: options.seed) },
        sampled("order", total / 20) { OrderSampling(seed: options.seed, memory: $0) },
      ]
      for depth in [2, 3, 5] {
        phases.append(
          sampled("priority \(depth)", total / 20) {
            PriorityWalk(seed: options.seed, depth: depth, memory: $0)
          })
      }
    }
    if let only = options.onlyPhase {
      phases = phases.filter { $0.name == only }
      for index in phases.indices { phases[index].limit = total }
    }
    return phases
  }

  static func bounded(_ bound: Int, limit: Int) -> Phase {
    Phase(
      name: "bound \(bound)", limit: limit, make: { BoundedSearch(bound: bound, memory: $0) },
      bound: bound,
      isComplete: { $0.isExhausted && !(($0 as? BoundedSearch)?.wasCut ?? true) })
  }

  private static func sampled(
    _ name: String, _ limit: Int, _ make: @escaping (SearchMemory) -> any Strategy
  ) -> Phase {
    Phase(name: name, limit: limit, make: make, isComplete: { _ in false })
  }
}

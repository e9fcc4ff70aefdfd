import Search

/// A part of an exploration: one way to choose schedules, up to a limit.
struct Phase {
  /// What the report calls it.
  var name: String
  /// At most this many schedules.
  var limit: Int
  /// Makes the strategy.
  var make: () -> any Strategy
  /// The preemption bound that it exhausts; nil if it has none.
  var bound: Int?
  /// Whether its end means that everything was seen.
  var isComplete: (any Strategy) -> Bool = { _ in false }

  /// A few that differ much, and a few samples, since most faults show at once; few preemptions; then
  /// everything. What is too much for that is sampled before the rest of the budget goes into it, and
  /// into two preemptions.
  ///
  /// - Parameters:
  ///   - memory: For all of them, zeroed.
  ///   - steps: The longest schedule so far.
  static func all(
    _ options: Exploration.Options, memory: SearchMemory, steps: @escaping () -> Int
  ) -> [Phase] {
    // The thorough search pauses while the others run.
    let (first, samples) = memory.split(last: samplingBytes)
    let (thorough, bounds) = first.split(last: memory.byteCount / 4)
    let total = options.maximumSchedules
    if let only = options.onlyPhase {
      return single(only, options, memory).map { [$0] } ?? []
    }
    let everything = Kept { Exhaustive(memory: thorough) }
    if options.exhaustiveOnly { return [exhaustive(everything, limit: total)] }
    func portfolio(_ limit: Int, seed: UInt64) -> Phase {
      Phase(
        name: "samples", limit: limit,
        make: { Portfolio(seed: seed, steps: steps(), memory: samples) })
    }
    return [
      Phase(name: "opening", limit: Opening.count, make: { Opening() }),
      portfolio(total / 1_500, seed: options.seed),
      bounded(0, limit: 500, bounds), bounded(1, limit: 1_000, bounds),
      exhaustive(everything, limit: total / 30),
      portfolio(total / 30, seed: options.seed &+ 1),
      bounded(2, limit: total / 10, bounds),
      exhaustive(everything, limit: total),
    ]
  }

  private static let samplingBytes = 1 << 18

  /// One way to choose alone, for measuring.
  private static func single(
    _ name: String, _ options: Exploration.Options, _ memory: SearchMemory
  ) -> Phase? {
    let seed = options.seed
    let make: () -> any Strategy
    switch name {
    case "exhaustive":
      return exhaustive(Kept { Exhaustive(memory: memory) }, limit: options.maximumSchedules)
    case "every order": return bounded(.max, limit: options.maximumSchedules, memory)
    case "kind": make = { KindWalk(seed: seed) }
    case "random": make = { RandomWalk(seed: seed) }
    case "order": make = { OrderSampling(seed: seed, memory: memory) }
    case "priority 3": make = { PriorityWalk(seed: seed, depth: 3, memory: memory) }
    default: return nil
    }
    return Phase(name: name, limit: options.maximumSchedules, make: make)
  }

  /// A strategy that more than one phase goes on with.
  private final class Kept {
    private let make: () -> any Strategy
    private(set) lazy var strategy = make()
    init(_ make: @escaping () -> any Strategy) { self.make = make }
  }

  private static func exhaustive(_ kept: Kept, limit: Int) -> Phase {
    Phase(
      name: "exhaustive", limit: limit, make: { kept.strategy },
      isComplete: { $0.isExhausted })
  }

  static func bounded(_ bound: Int, limit: Int, _ memory: SearchMemory) -> Phase {
    Phase(
      name: "bound \(bound)", limit: limit, make: { BoundedSearch(bound: bound, memory: memory) },
      bound: bound,
      isComplete: { $0.isExhausted && !(($0 as? BoundedSearch)?.wasCut ?? true) })
  }
}

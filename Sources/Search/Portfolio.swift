/// Several ways to sample, in turn: what one is blind to, another one sees.
package final class Portfolio: Strategy {
  private let members: [any Strategy]
  private var member: any Strategy

  /// - Parameter members: At least one. Each must be able to go on for ever.
  package init(_ members: [any Strategy]) {
    self.members = members
    member = members[0]
  }

  /// The usual ones.
  ///
  /// - Parameters:
  ///   - steps: The longest schedule seen so far.
  package convenience init(seed: UInt64, steps: Int, memory: SearchMemory) {
    let parts = memory.parts(Self.usualCount)
    self.init(
      [
        KindWalk(seed: seed), OrderSampling(seed: seed, memory: parts[1]), RandomWalk(seed: seed),
      ]
        + Self.depths.enumerated().map { index, depth in
          PriorityWalk(seed: seed, depth: depth, steps: steps, memory: parts[3 + index])
        })
  }

  private static let usualCount = 3 + depths.count
  /// The depths of faults that the priority walks among the usual members look for.
  package static let depths = [2, 3, 5]

  /// How many of the first `schedules` one member of the usual ones ran, at least.
  package static func share(of schedules: Int) -> Int { schedules / usualCount }

  package func beginSchedule(_ index: Int) {
    member = members[index % members.count]
    member.beginSchedule(index / members.count)
  }

  package func choose(_ decision: Decision) -> Int { member.choose(decision) }
  package func pick(thread: Int, count: Int) -> Int { member.pick(thread: thread, count: count) }
  package func endSchedule() -> Bool { member.endSchedule() }
}

import Records
import Synchronization

/// Holds clients back until all are there, then lets them go at nearly the same moment.
///
/// Spins without a call, so that neither a sanitizer nor the kernel puts an order between
/// them. Whoever waits in vain for a while goes ahead: a pool may be too narrow for all.
final class StartGate: Sendable {
  private let missing: Atomic<Int>
  private let delays: [Int]

  /// - Parameters:
  ///   - count: How many clients to wait for.
  ///   - jitter: Where each client's extra delay comes from.
  init(count: Int, jitter: inout SeededGenerator) {
    missing = Atomic(count)
    // Most rounds collide head-on; some clients come up to a few microseconds late.
    delays = (0..<count).map { _ in
      Bool.random(using: &jitter) ? 0 : Int.random(in: 0..<2000, using: &jitter)
    }
  }

  /// Comes back when all are there, or after about a tenth of a millisecond.
  func pass(client: Int) {
    missing.subtract(1, ordering: .relaxed)
    var patience = 100_000
    while missing.load(ordering: .relaxed) > 0 && patience > 0 { patience -= 1 }
    let late = Atomic<Int>(delays[client])
    while late.load(ordering: .relaxed) > 0 { late.subtract(1, ordering: .relaxed) }
  }
}

import Dispatch
import Records
import Synchronization

/// Clients are blocks on a concurrent queue. A client that never suspends stays on its thread.
final class DispatchCrew: Crew {
  private let queue = DispatchQueue(label: "clients", attributes: .concurrent)
  private let jitter: Mutex<SeededGenerator>

  init(seed: UInt64) {
    jitter = Mutex(SeededGenerator(seed: seed, label: "dispatch"))
  }

  func drive(_ clients: [Client]) async {
    let gate = jitter.withLock { StartGate(count: clients.count, jitter: &$0) }
    let group = DispatchGroup()
    for (number, client) in clients.enumerated() {
      group.enter()
      queue.async {
        gate.pass(client: number)
        Task.immediate {
          await client()
          group.leave()
        }
      }
    }
    await withCheckedContinuation { done in
      group.notify(queue: queue) { done.resume() }
    }
  }
}

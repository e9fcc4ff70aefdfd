import Records
import Synchronization

/// Clients are child tasks of the cooperative pool.
final class TaskCrew: Crew {
  private let jitter: Mutex<SeededGenerator>

  init(seed: UInt64) {
    jitter = Mutex(SeededGenerator(seed: seed, label: "tasks"))
  }

  func drive(_ clients: [Client]) async {
    let gate = jitter.withLock { StartGate(count: clients.count, jitter: &$0) }
    await withTaskGroup(of: Void.self) { group in
      for (number, client) in clients.enumerated() {
        group.addTask {
          gate.pass(client: number)
          await client()
        }
      }
    }
  }
}

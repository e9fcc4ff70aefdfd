import CScheduler
import Foundation
import KataKit

/// Clients are virtual threads. A client that never suspends stays on its own.
struct ExploredThreadCrew: ExploredCrew {
  func drive(_ clients: [Client]) async {
    // Whoever waits for them on the main thread must not hold up what they ask of it.
    if rs_thread_current() == 0 {
      await ExploredTime.whileSuspended { startAndWait(for: clients) }
    } else {
      startAndWait(for: clients)
    }
  }

  private func startAndWait(for clients: [Client]) {
    wait(for: clients.enumerated().map { start($1, name: "client \($0 + 1)") })
  }

  func pause(
    _ reader: @escaping Client, at read: StoredRead, whileRunning another: @escaping Client
  ) async -> Bool? {
    switch read {
    case .number(let value): rs_pause_arm(UInt64(bitPattern: Int64(value)))
    case .copy(let storage): rs_pause_arm_copy(storage)
    }
    let first = start(reader, name: "paused reader")
    rs_settle()
    guard rs_pause_hit() else {
      wait(for: [first])
      return nil
    }
    let done = Flag()
    let second = start(
      {
        await another()
        done.isSet = true
      }, name: "second reader")
    rs_settle()
    let cameBack = done.isSet
    rs_pause_release()
    wait(for: [first, second])
    return cameBack
  }

  private final class Flag: @unchecked Sendable {
    // Safe: one thread runs at a time, and none is interrupted here.
    var isSet = false
  }

  private final class Start {
    let client: Client
    let name: String
    init(_ client: @escaping Client, _ name: String) {
      self.client = client
      self.name = name
    }
  }

  private func start(_ client: @escaping Client, name: String) -> pthread_t {
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(client, name))
    let failure = pthread_create(
      &thread, nil,
      { context in
        let start = Unmanaged<Start>.fromOpaque(context!).takeRetainedValue()
        let (client, name) = (start.client, start.name)
        rs_thread_rename(name)
        Completion.wait {
          rs_task_rename(name)
          await client()
        }
        return nil
      }, start.toOpaque())
    precondition(failure == 0, "a virtual thread cannot be refused")
    return thread
  }

  private func wait(for threads: [pthread_t]) {
    for thread in threads { pthread_join(thread, nil) }
  }
}

/// Clients are child tasks.
struct ExploredTaskCrew: ExploredCrew {
  func drive(_ clients: [Client]) async {
    await withTaskGroup(of: Void.self) { group in
      for (index, client) in clients.enumerated() {
        group.addTask {
          rs_task_rename("client \(index + 1)")
          await client()
        }
      }
    }
  }

  func pause(
    _ reader: @escaping Client, at read: StoredRead, whileRunning another: @escaping Client
  ) async -> Bool? {
    await ExploredThreadCrew().pause(reader, at: read, whileRunning: another)
  }
}

import Foundation

func continuations() {
  program("continuation", "resumed by another thread", .correct, ["42"]) {
    let counter = Counter()
    let runner = Counter()
    _ = runner
    let value = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
      Thread.detachNewThread {
        counter.value = 1
        continuation.resume(returning: 41)
      }
    }
    return "\(value + counter.value)"
  }

  program("continuation-on-queue", "resumed by a queue", .correct, ["1"]) {
    let queue = DispatchQueue(label: "serial")
    let counter = Counter()
    await withCheckedContinuation { continuation in
      queue.async {
        counter.value = 1
        continuation.resume()
      }
    }
    return "\(counter.value)"
  }

  program("resumed-before-awaited", "what was resumed early still orders", .correct, ["1"]) {
    let counter = Counter()
    await withUnsafeContinuation { continuation in
      let resumed = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        counter.value = 1
        continuation.resume()
        resumed.signal()
      }
      usleep(1000)
    }
    return "\(counter.value)"
  }

  program("resumed-twice", "a checked continuation is resumed again", .traps("a trap"), []) {
    await withCheckedContinuation { continuation in
      continuation.resume()
      continuation.resume()
    }
    return "through"
  }

  program("never-resumed", "a continuation that nobody resumes", .deadlocks, []) {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    return "through"
  }

  program("written-after-resume", "what comes after the resume is not ordered", .races, ["0", "1"])
  {
    let counter = Counter()
    let done = DispatchSemaphore(value: 0)
    await withUnsafeContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume()
        counter.value = 1  // race
        done.signal()
      }
    }
    let seen: Int
    seen = counter.value  // race
    await Task.detached { done.wait() }.value
    return "\(seen)"
  }
}

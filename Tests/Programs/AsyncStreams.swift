import Foundation

func asyncStreams() {
  program("stream-order", "a stream keeps the order of its producer", .correct, ["1 2 3"]) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let task = Task.detached {
      for item in 1...3 { continuation.yield(item) }
      continuation.finish()
    }
    var notes: [String] = []
    for await item in stream { notes.append("\(item)") }
    await task.value
    return notes.joined(separator: " ")
  }

  program(
    "stream-orders", "what was written before the yield is seen by the consumer", .correct, ["1"]
  ) {
    let (stream, continuation) = AsyncStream.makeStream(of: Counter.self)
    let task = Task.detached {
      let counter = Counter()
      counter.value = 1
      continuation.yield(counter)
    }
    var iterator = stream.makeAsyncIterator()
    let seen = await iterator.next()!.value
    await task.value
    return "\(seen)"
  }

  program("stream-of-two", "two producers, nothing lost", .correct, ["1 2"]) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    for item in 1...2 { Task.detached { continuation.yield(item) } }
    var items: [Int] = []
    for await item in stream {
      items.append(item)
      if items.count == 2 { break }
    }
    return items.sorted().map { "\($0)" }.joined(separator: " ")
  }

  program("stream-newest", "a stream with room for one keeps the newest", .correct, ["3"]) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int.self, bufferingPolicy: .bufferingNewest(1))
    for item in 1...3 { continuation.yield(item) }
    continuation.finish()
    var notes: [String] = []
    for await item in stream { notes.append("\(item)") }
    return notes.joined(separator: " ")
  }

  program("stream-races", "an object is changed after it was handed on", .races, ["0", "1"]) {
    let (stream, continuation) = AsyncStream.makeStream(of: Counter.self)
    let task = Task.detached {
      let counter = Counter()
      continuation.yield(counter)
      counter.value = 1  // race
    }
    var iterator = stream.makeAsyncIterator()
    let counter = await iterator.next()!
    let seen = counter.value  // race
    await task.value
    return "\(seen)"
  }

  program("stream-cancelled", "cancelling the consumer ends its loop", .correct, ["ended"]) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let task = Task.detached {
      for await _ in stream {}
      return "ended"
    }
    task.cancel()
    let result = await task.value
    continuation.finish()
    return result
  }

  program("stream-oldest", "a stream with room for two keeps the oldest", .correct, ["1 2 dropped"])
  {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int.self, bufferingPolicy: .bufferingOldest(2))
    var last = ""
    for item in 1...3 {
      if case .dropped = continuation.yield(item) { last = "dropped" }
    }
    continuation.finish()
    var notes: [String] = []
    for await item in stream { notes.append("\(item)") }
    return (notes + [last]).joined(separator: " ")
  }

  program("stream-terminated", "a yield after the end is told so", .correct, ["terminated 1"]) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.yield(1)
    continuation.finish()
    var word = "enqueued"
    if case .terminated = continuation.yield(2) { word = "terminated" }
    var count = 0
    for await _ in stream { count += 1 }
    return "\(word) \(count)"
  }

  program(
    "stream-of-two-consumers", "two consumers get each item once between them", .correct, ["1 2"]
  ) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let notes = SharedNotes()
    let consumers = (0..<2).map { _ in
      Task.detached { for await item in stream { notes.add("\(item)") } }
    }
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish()
    for consumer in consumers { await consumer.value }
    return notes.sorted
  }

  program(
    "stream-ends-its-handler", "the termination handler says how the stream ended", .correct,
    ["finished", "cancelled"]
  ) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let notes = SharedNotes()
    continuation.onTermination = { end in
      switch end {
      case .finished: notes.add("finished")
      case .cancelled: notes.add("cancelled")
      @unknown default: notes.add("?")
      }
    }
    let consumer = Task.detached { for await _ in stream {} }
    together({ consumer.cancel() }, { continuation.finish() })
    await consumer.value
    return notes.text
  }

  program(
    "streams-merged", "two streams merged keep the order of each", .correct,
    ["a b c", "a c b", "c a b"]
  ) {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for item in ["a", "b"] { continuation.yield(item) }
      }
      group.addTask { continuation.yield("c") }
      await group.waitForAll()
      continuation.finish()
    }
    var notes: [String] = []
    for await item in stream { notes.append(item) }
    return notes.joined(separator: " ")
  }
}

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
    let seen: Int
    seen = counter.value  // race
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
}

import Foundation
import Synchronization

private final class Announced: Sendable { let value = Atomic(0) }

func threadsGroup() {
  program("start-and-join", "starting and joining a thread order", .correct, ["2"]) {
    let counter = Counter()
    counter.value = 1
    Runner { counter.value += 1 }.join()
    return "\(counter.value)"
  }

  program("read-before-join", "a result read before its thread has ended", .races, ["0", "1"]) {
    let counter = Counter()
    let runner = Runner { counter.value = 1 }  // race
    jitter()
    let seen = counter.value  // race
    runner.join()
    return "\(seen)"
  }

  program("join-orders-on", "what a joined thread had joined is ordered too", .correct, ["2"]) {
    let counter = Counter()
    Runner {
      Runner { counter.value += 1 }.join()
      counter.value += 1
    }.join()
    return "\(counter.value)"
  }

  program("brothers", "two threads of one parent are not ordered", .races, ["1", "2"]) {
    let counter = Counter()
    let first = Runner { counter.value = 1 }  // race
    let second = Runner { counter.value = 2 }  // race
    first.join()
    second.join()
    return "\(counter.value)"
  }

  program("neighbours", "two threads, two fields of one object", .correct, ["1 2"]) {
    final class Pair: @unchecked Sendable {
      var first: UInt8 = 0
      var second: UInt8 = 0
    }
    let pair = Pair()
    together({ pair.first = 1 }, { pair.second = 2 })
    return "\(pair.first) \(pair.second)"
  }

  program("overlap", "a byte of a word that another thread writes", .races, ["0", "1"]) {
    let word = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    word.pointee = 0
    defer { word.deallocate() }
    let byte = (UnsafeMutableRawPointer(word) + 5).assumingMemoryBound(to: UInt8.self)
    let seen = Counter()
    together(
      { word.pointee = 0x0101_0101_0101_0101 },  // race
      { seen.value = Int(byte.pointee) })  // race
    return "\(seen.value)"
  }

  program("captured-variable", "a local variable that two threads share", .races, ["1", "2"]) {
    var count = 0
    threads(2) { _ in
      let seen = count  // race
      jitter()
      count = seen + 1  // race
    }
    return "\(count)"
  }

  program("thread-results", "pthread_join hands a result on", .correct, ["42"]) {
    var thread = pthread_t()
    pthread_create(&thread, nil, { _ in UnsafeMutableRawPointer(bitPattern: 42) }, nil)
    var result: UnsafeMutableRawPointer?
    pthread_join(thread, &result)
    return "\(Int(bitPattern: result))"
  }

  program("join-oneself", "a thread cannot join itself (EDEADLK)", .correct, ["35"]) {
    let notes = Notes()
    Runner { notes.add("\(pthread_join(pthread_self(), nil))") }.join()
    return notes.text
  }

  program("thread-values", "each thread has its own value of a key", .correct, ["0 1 0 2"]) {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    let made = key
    let notes = [Notes(), Notes()]
    threads(2) { index in
      func note() { notes[index].add("\(Int(bitPattern: pthread_getspecific(made)))") }
      note()
      pthread_setspecific(made, UnsafeRawPointer(bitPattern: index + 1))
      jitter()
      note()
    }
    pthread_key_delete(key)
    return "\(notes[0].text) \(notes[1].text)"
  }

  program("key-destructors", "a key's destructor runs at each thread's end", .correct, ["2"]) {
    var key = pthread_key_t()
    pthread_key_create(&key) { Unmanaged<Counter>.fromOpaque($0!).takeUnretainedValue().value += 1 }
    let made = key
    let counters = [Counter(), Counter()]
    threads(2) { index in
      pthread_setspecific(made, Unmanaged.passUnretained(counters[index]).toOpaque())
    }
    pthread_key_delete(key)
    return "\(counters[0].value + counters[1].value)"
  }

  program(
    "stubborn-destructor", "a value that its destructor sets again is destroyed four times",
    .correct, ["4"]
  ) {
    final class Stubborn: @unchecked Sendable {
      var key = pthread_key_t()
      var count = 0
    }
    let stubborn = Stubborn()
    pthread_key_create(&stubborn.key) { value in
      let stubborn = Unmanaged<Stubborn>.fromOpaque(value!).takeUnretainedValue()
      stubborn.count += 1
      pthread_setspecific(stubborn.key, value)
    }
    Runner { pthread_setspecific(stubborn.key, Unmanaged.passUnretained(stubborn).toOpaque()) }
      .join()
    pthread_key_delete(stubborn.key)
    return "\(stubborn.count)"
  }

  program("foundation-thread", "a Thread that is detached, and a semaphore", .correct, ["1"]) {
    let counter = Counter()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      counter.value = 1
      done.signal()
    }
    done.wait()
    return "\(counter.value)"
  }

  program("yield-is-no-wait", "who gives way may go on at once", .correct, ["0", "1"]) {
    let begun = DispatchSemaphore(value: 0)
    let number = Announced()
    let seen = Counter()
    together(
      {
        begun.wait()
        sched_yield()
        seen.value = number.value.load(ordering: .acquiring)
      },
      {
        begun.signal()
        number.value.store(1, ordering: .releasing)
      })
    return "\(seen.value)"
  }
}

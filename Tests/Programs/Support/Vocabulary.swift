import Foundation

/// Lets time pass, or nothing at all, where that makes an order likely that is rare. Does nothing
/// when the program is explored: put it wherever you like.
@_silgen_name("programs_jitter") func jitter()

/// From now on files in a folder are something that is explored. Does nothing on real threads.
@_silgen_name("programs_watch_files") private func watchFiles(_ folder: UnsafePointer<CChar>)

/// A file that is not there yet, in a folder of the process's own that has nothing else in it.
func freshFile(_ name: String) -> URL {
  let folder = NSTemporaryDirectory() + "program-\(getpid())"
  try? FileManager.default.removeItem(atPath: folder)
  try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  watchFiles(folder)
  return URL(fileURLWithPath: folder).appendingPathComponent(name)
}

/// A number, protected by nothing.
final class Counter: @unchecked Sendable {
  var value = 0
}

/// Notes in the order in which they were made, protected by nothing: for code that one thing at a
/// time runs.
final class Notes: @unchecked Sendable {
  var items: [String] = []
  var text: String { items.joined(separator: " ") }
  func add(_ item: String) { items.append(item) }
}

/// Notes that any thread may make.
final class SharedNotes: @unchecked Sendable {
  private let lock = NSLock()
  private var items: [String] = []

  func add(_ item: String) { lock.withLock { items.append(item) } }
  /// In the order in which they were made.
  var text: String { lock.withLock { items.joined(separator: " ") } }
  /// As a set: in the order of the alphabet.
  var sorted: String { lock.withLock { items.sorted().joined(separator: " ") } }
}

/// A thread that is joined once. Its start and its end order what is done before and after.
final class Runner {
  private final class Start {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
  private var thread = pthread_t()

  init(_ body: @escaping () -> Void) {
    let start = Unmanaged.passRetained(Start(body))
    let failure = pthread_create(
      &thread, nil,
      { context in
        let start = Unmanaged<Start>.fromOpaque(context!).takeRetainedValue()
        jitter()
        start.body()
        return nil
      }, start.toOpaque())
    precondition(failure == 0)
  }

  func join() { pthread_join(thread, nil) }
}

/// Runs each on a thread of its own, and waits for all.
func together(_ bodies: () -> Void...) {
  let runners = bodies.map { Runner($0) }
  for runner in runners { runner.join() }
}

/// Runs the body on so many threads, and waits for all.
func threads(_ count: Int, _ body: @escaping (Int) -> Void) {
  let runners = (0..<count).map { index in Runner { body(index) } }
  for runner in runners { runner.join() }
}

/// A count that any thread may raise.
final class Mutexed: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func add() { lock.withLock { count += 1 } }
  var value: Int { lock.withLock { count } }
}

// Who keeps a screen alive: each function does one thing that does. The line that counts is marked.
import Dispatch
import Foundation

/// The object that should be gone.
public final class Screen: @unchecked Sendable {
  var onClose: (() -> Void)?
  var children: [Child] = []
  var byName: [String: Screen] = [:]
  var timer: Timer?
  weak var weakTimer: Timer?
  var source: (any DispatchSourceTimer)?
  var loop: Task<Void, Never>?
  var continuation: CheckedContinuation<Void, Never>?
  var ticks: AsyncStream<Int>.Continuation?
  public init() {}
  func check() {}
  deinit { continuation?.resume() }
}

/// What a screen has, and what may have the screen.
final class Child {
  var parent: Screen?
  weak var weakParent: Screen?
  unowned var unownedParent: Screen
  init(_ screen: Screen) { unownedParent = screen }
}

// --- What is due later --------------------------------------------------------------------------

public func pendingBlock(_ screen: Screen) {
  DispatchQueue.main.asyncAfter(deadline: .now() + 100) { screen.check() }  // made
}

public func pendingWorkItem(_ screen: Screen) {
  let item = DispatchWorkItem { screen.check() }
  DispatchQueue.global().asyncAfter(deadline: .now() + 100, execute: item)  // made
}

@MainActor public func runLoopTimer(_ screen: Screen) {
  screen.weakTimer = Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { _ in  // made
    screen.check()
  }
}

@MainActor public func runLoopTimerInACycle(_ screen: Screen) {
  screen.timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { _ in  // made
    screen.check()
  }
}

public func dispatchTimer(_ screen: Screen) {
  let source = DispatchSource.makeTimerSource()  // made
  source.schedule(deadline: .now() + 60, repeating: 60)
  source.setEventHandler { screen.check() }
  source.resume()
  screen.source = source
}

public func sleepingTask(_ screen: Screen) {
  Task {  // made
    try? await Task.sleep(for: .seconds(60))
    screen.check()
  }
}

public func sleepingTaskInACycle(_ screen: Screen) {
  screen.loop = Task {  // made
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(60))
      screen.check()
    }
  }
}

// --- What waits ---------------------------------------------------------------------------------

public func unfinishedContinuation(_ screen: Screen) {
  Task {  // made
    await withCheckedContinuation { screen.continuation = $0 }
    screen.check()
  }
}

public func endlessStream(_ screen: Screen) {
  let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
  screen.ticks = continuation
  Task {  // made
    for await _ in stream { screen.check() }
  }
}

/// Somebody else's stream: it ends when its own owner does.
private let broadcast = AsyncStream.makeStream(of: Int.self)
public func endlessForeignStream(_ screen: Screen) {
  Task {  // made
    for await _ in broadcast.stream { screen.check() }
  }
}

public func waitingThread(_ screen: Screen) {
  let semaphore = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    semaphore.wait()
    screen.check()
  }
}

nonisolated(unsafe) private var suspended: [DispatchQueue] = []
public func suspendedQueue(_ screen: Screen) {
  let queue = DispatchQueue(label: "suspended", attributes: .initiallyInactive)
  suspended.append(queue)
  queue.async { screen.check() }  // made
}

public func operationQueue(_ screen: Screen) {
  let queue = OperationQueue()
  queue.isSuspended = true
  queue.addOperation { screen.check() }
}

// --- Who else has it ----------------------------------------------------------------------------

nonisolated(unsafe) private var shown: Screen?
public func global(_ screen: Screen) { shown = screen }

/// Knows all screens.
enum Registry {
  nonisolated(unsafe) static var screens: [String: [Screen]] = [:]
}
public func globalDictionary(_ screen: Screen) { Registry.screens = ["first": [screen]] }

public func storedClosure(_ screen: Screen) {
  screen.onClose = { screen.check() }
}

public func storedClosureOfSeveral(_ screen: Screen) {
  var count = 0
  screen.onClose = {
    count += 1
    screen.check()
  }
}

public func child(_ screen: Screen) {
  let child = Child(screen)
  child.parent = screen
  screen.children = [Child(screen), child]
}

public func itself(_ screen: Screen) { screen.byName["me"] = screen }

public func observer(_ screen: Screen) {
  _ = NotificationCenter.default.addObserver(forName: .init("moved"), object: nil, queue: nil) {
    _ in screen.check()
  }
}

/// Nobody has the reference any more: it was taken and never given back.
public func lostReference(_ screen: Screen) { _ = Unmanaged.passRetained(screen) }

// --- Who seems to have it, and has not ----------------------------------------------------------

/// The reference is lost, and everybody named here has an address that is none.
public func lostReferenceAmongFalseHolders(_ screen: Screen) {
  _ = Unmanaged.passRetained(screen)
  Leftovers.it = Leftovers()
  // Places of an array, of a dictionary and of a set from which it was taken.
  Leftovers.it.screens.append(screen)
  Leftovers.it.screens.removeLast()
  Leftovers.it.byName = ["a": screen, "b": screen, "c": screen]
  Leftovers.it.byName.removeValue(forKey: "b")
  Leftovers.it.byName.removeValue(forKey: "a")
  Leftovers.it.byName.removeValue(forKey: "c")
  // A task that has ended, and its handle.
  Leftovers.it.task = Task { screen.check() }
  // References that keep nothing alive.
  Leftovers.it.child = Child(screen)
  Leftovers.it.child?.weakParent = screen
  Leftovers.it.closure = { [weak screen, unowned other = screen] in
    screen?.check()
    other.check()
  }
  // An address that is no reference at all.
  Leftovers.it.number = UInt(bitPattern: Unmanaged.passUnretained(screen).toOpaque())
  let memory = UnsafeMutablePointer<UInt>.allocate(capacity: 4)
  memory.initialize(repeating: Leftovers.it.number, count: 4)
  Leftovers.it.memory = memory
}

/// Lives as long as the program, and holds no screen.
final class Leftovers {
  nonisolated(unsafe) static var it = Leftovers()
  var screens: [Screen] = []
  var byName: [String: Screen] = [:]
  var task: Task<Void, Never>?
  var child: Child?
  var closure: (() -> Void)?
  var number: UInt = 0
  var memory: UnsafeMutablePointer<UInt>?
  init() { screens.reserveCapacity(4) }
}

/// A timer that was invalidated holds it, on Linux for ever.
@MainActor public func invalidTimer(_ screen: Screen) {
  screen.timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { _ in screen.check() }
  screen.timer?.invalidate()
  screen.timer = nil
}

/// The same for one that no run loop ever got.
public func idleTimer(_ screen: Screen) {
  screen.weakTimer = Timer(timeInterval: 60, repeats: true) { _ in screen.check() }
}

/// That one is held by the screen: a cycle on any system.
public func idleTimerInACycle(_ screen: Screen) {
  screen.timer = Timer(timeInterval: 60, repeats: true) { _ in screen.check() }
}

/// A reference is lost beside that of a timer that was invalidated.
@MainActor public func lostReferenceBesideInvalidTimer(_ screen: Screen) {
  invalidTimer(screen)
  lostReference(screen)
}

/// Nobody keeps it.
public func nobody(_ screen: Screen) {
  screen.children = [Child(screen)]
  screen.onClose = { [weak screen] in screen?.check() }
}

// --- Timers that tick ---------------------------------------------------------------------------

/// Ticks at once on Linux, and then once an interval.
@MainActor public func earlyTimer(_ tick: @escaping @Sendable () -> Void) {
  RunLoop.main.add(Timer(timeInterval: 5, repeats: true) { _ in tick() }, forMode: .common)
}

/// The same, handed on.
@MainActor public func earlyTimerWithATask(_ tick: @escaping @Sendable @MainActor () -> Void) {
  RunLoop.main.add(
    Timer(timeInterval: 5, repeats: true) { _ in Task { @MainActor in tick() } }, forMode: .common)
}

/// The first tick is due now, on any system.
@MainActor public func timerThatIsDueNow(_ tick: @escaping @Sendable () -> Void) {
  RunLoop.main.add(
    Timer(fire: Date(), interval: 5, repeats: true) { _ in tick() }, forMode: .common)
}

/// A first call of the program's own, before the timer's early one.
@MainActor public func calledAtOnce(_ tick: @escaping @Sendable () -> Void) {
  tick()
  earlyTimer(tick)
}

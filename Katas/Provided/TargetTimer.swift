import Foundation

/// A repeating timer of the target-and-selector sort, for the main thread. As on Apple's systems, the
/// run loop keeps it, and it keeps its target, until `invalidate()`.
public final class TargetTimer: @unchecked Sendable {
  // Safe: it is used on the main thread only.
  private var target: AnyObject?
  private var fire: (() -> Void)?
  private var timer: Timer?

  private init() {}

  /// Makes a timer and adds it to the main run loop.
  ///
  /// - Parameters:
  ///   - interval: Seconds from one call to the next, and to the first.
  ///   - target: Whose method is called. The timer keeps it.
  ///   - action: The method: `TheClass.theMethod`.
  public static func scheduled<T: AnyObject>(
    every interval: TimeInterval, target: T, action: @escaping (T) -> () -> Void
  ) -> TargetTimer {
    let made = TargetTimer()
    made.target = target
    made.fire = { [unowned target] in action(target)() }
    let first = Date(timeIntervalSinceNow: interval)
    let timer = Timer(fire: first, interval: interval, repeats: true) { _ in made.fire?() }
    RunLoop.main.add(timer, forMode: .common)
    made.timer = timer
    return made
  }

  /// Ends it. The run loop lets go of the timer, and the timer of its target.
  public func invalidate() {
    timer?.invalidate()
    timer = nil
    fire = nil
    target = nil
  }
}

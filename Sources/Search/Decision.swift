/// A point at which someone has to go on.
package struct Decision {
  /// Ids of the threads that can, ascending.
  package var enabled: UnsafePointer<UInt16>
  /// How many those are; at least one.
  package var count: Int
  /// The thread that arrived here.
  package var current: Int
  /// Whether it can go on itself.
  package var currentIsEnabled: Bool
  /// Whether it asked others to go first, so that leaving it is no preemption.
  package var currentYields: Bool
  /// What each thread does next, by thread id.
  package var operations: UnsafePointer<Operation>

  package init(
    enabled: UnsafePointer<UInt16>, count: Int, current: Int, currentIsEnabled: Bool,
    currentYields: Bool = false, operations: UnsafePointer<Operation>
  ) {
    self.enabled = enabled
    self.count = count
    self.current = current
    self.currentIsEnabled = currentIsEnabled
    self.currentYields = currentYields
    self.operations = operations
  }

  /// Who goes on if nobody has a reason to interfere: the current thread, else the first.
  package var unhurried: Int {
    currentIsEnabled && !currentYields ? current : Int(enabled[0])
  }

  /// Whether going on with `thread` interrupts one that could have gone on.
  package func preempts(_ thread: Int) -> Bool {
    currentIsEnabled && !currentYields && thread != current
  }

  /// Whether `thread` can go on. Complexity: O(`count`).
  package func enables(_ thread: Int) -> Bool {
    for index in 0..<count where Int(enabled[index]) == thread { return true }
    return false
  }

  /// A thread that has yet to make its first step, which touches nothing: whenever it is made, it
  /// makes no difference, except that only then is it known what the thread does next.
  /// Complexity: O(`count`).
  var fresh: Int? {
    for index in 0..<count
    where operations[Int(enabled[index])].flags.contains(.fresh) {
      return Int(enabled[index])
    }
    return nil
  }
}

/// Objects that a step touches without having named them beforehand: locks that a library takes inside
/// a call of the program's. They are known only once the step has run, so that the step is put in its
/// place afterwards.
///
/// Kept as 64 bits, one for each object by its number: two objects that share a bit are taken for one,
/// which costs schedules and never loses one. A thread that sleeps wakes at a step that touches what
/// its own next step does; past the first few threads, at any step that touches something.
extension Exhaustive {
  package func touched(_ object: Int) {
    guard !isRedundant, current >= 0 else { return }
    touches |= 1 << UInt64(object & 63)
  }

  private func wakeSleepers(touching mask: UInt64) {
    var rest = sleepingTouching
    while rest != 0 {
      let thread = rest.trailingZeroBitCount
      rest &= rest - 1
      if thread < Self.maskedThreads, sleepingMasks[thread] & mask == 0 { continue }
      sleeping &= ~(1 << UInt64(thread))
      sleepingTouching &= ~(1 << UInt64(thread))
    }
  }

  /// A node begins: those that sleep there will have touched what they did before.
  func keepMasks(at node: Int) {
    if sleepingTouching != 0 {
      (nodeMasks + node * Self.maskedThreads).update(
        from: sleepingMasks, count: Self.maskedThreads)
    }
  }

  func keepMask(_ mask: UInt64, of thread: Int, at node: Int) {
    if thread < Self.maskedThreads { nodeMasks[node * Self.maskedThreads + thread] = mask }
  }

  func takeMasks(from node: Int) {
    sleepingMasks.update(from: nodeMasks + node * Self.maskedThreads, count: Self.maskedThreads)
  }

  /// The step under way has ended: looks for races over what it touched, and orders it.
  func completeStep() {
    guard touches != 0, current < header.pointee.length else { return }
    let mask = touches
    touches = 0
    wakeSleepers(touching: mask)
    let event = current
    let thread = Int(nodes[event].chosen)
    nodes[event].touched = mask
    let reached = depth
    depth = event
    defer { depth = reached }
    var left = mask
    var earlier = event - 1
    let own = threadClocks + thread * Self.width
    while earlier >= 0, left != 0 {
      let node = nodes + earlier
      defer { earlier -= 1 }
      let common = node.pointee.operation.flags.contains(.all) ? left : node.pointee.touched & left
      guard node.pointee.values == 0, common != 0 else { continue }
      if !comesBefore(earlier, thread) {
        if event >= freshFrom { _ = want(thread, nodes[event].operation, before: earlier) }
        join(own, eventClocks + earlier * Self.width)
      }
      // What lies further back and touched the same comes before this one.
      left &= ~common
    }
    (eventClocks + event * Self.width).update(from: own, count: Self.width)
  }
}

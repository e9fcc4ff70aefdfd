/// Which operations come before which, and which could have come the other way round.
extension Exhaustive {
  func join(_ into: UnsafeMutablePointer<UInt32>, _ from: UnsafeMutablePointer<UInt32>) {
    for index in 0..<Self.width where into[index] < from[index] { into[index] = from[index] }
  }

  private func last(on object: UInt32) -> UInt32 {
    let slot = Int(object) & (Self.objectLimit - 1)
    return object != 0 && lastStamp[slot] == stamp ? lastEvent[slot] : 0
  }

  func comesBefore(_ event: Int, _ thread: Int) -> Bool {
    nodes[event].ordinal <= threadClocks[thread * Self.width + Int(nodes[event].chosen)]
  }

  /// Calls `body` with every event that conflicts with `operation`, latest first on each object,
  /// until it returns false for that object.
  private func conflicting(with operation: Operation, _ body: (Int) -> Bool) {
    if operation.flags.contains(.all) {
      var event = depth - 1
      while event >= 0 {
        if nodes[event].values == 0, !body(event) { break }
        event -= 1
      }
      return
    }
    if lastOfAll > 0, operation.object != 0 { _ = body(lastOfAll - 1) }
    walk(operation.object, operation, body)
    walk(operation.object2, operation, body)
  }

  private func walk(_ object: UInt32, _ operation: Operation, _ body: (Int) -> Bool) {
    var at = last(on: object)
    while at > 0 {
      let event = Int(at) - 1
      if nodes[event].operation.conflicts(with: operation), !body(event) { return }
      at = nodes[event].operation.object == object ? nodes[event].previous : nodes[event].previous2
    }
  }

  /// Where `operation` of `thread` could have come before what it conflicts with, asks for that.
  func findRaces(_ thread: Int, _ operation: Operation) {
    conflicting(with: operation) { event in
      let other = Int(nodes[event].chosen)
      if other == thread || comesBefore(event, thread) {
        // What lies further back on this object comes before too, once a changing one does.
        return nodes[event].operation.flags.contains(.reads)
      }
      guard canCoincide(nodes[event].operation, operation) else { return true }
      guard want(thread, operation, before: event) else { return true }
      // The holder itself may have tried a lock that it holds; what could come before is its taking.
      if operation.flags.contains(.takes), !nodes[event].operation.flags.contains(.takes) {
        return true
      }
      // What lies behind a changing one is behind it in this order too.
      return nodes[event].operation.flags.contains(.reads)
    }
  }

  /// False if one is possible only while the other isn't.
  private func canCoincide(_ first: Operation, _ second: Operation) -> Bool {
    let givesThenTakes = first.flags.contains(.gives) && second.flags.contains(.takes)
    let takesThenGives = first.flags.contains(.takes) && second.flags.contains(.gives)
    let bothGive = first.flags.contains(.gives) && second.flags.contains(.gives)
    return !(givesThenTakes || takesThenGives || bothGive)
  }

  /// Asks for a schedule in which `thread`'s next event comes before `event`. Returns false if the
  /// thread was there already and could not go on, so that it is something further back that
  /// the event could come before.
  func want(_ thread: Int, _ operation: Operation, before event: Int) -> Bool {
    // Who could begin the part that does not depend on `event` and leads to the thread's next one.
    var initials: UInt64 = 0
    var seen: UInt64 = 0
    var index = event + 1
    let eventThread = Int(nodes[event].chosen)
    let eventOrdinal = nodes[event].ordinal
    while index < depth {
      defer { index += 1 }
      if nodes[index].values > 0 { continue }
      let runner = Int(nodes[index].chosen)
      let clock = eventClocks + index * Self.width
      if clock[eventThread] >= eventOrdinal { continue }
      if seen & (1 << UInt64(runner)) == 0 {
        if isInitial(index, after: event, independentOf: (eventThread, eventOrdinal)) {
          initials |= 1 << UInt64(runner)
        }
        seen |= 1 << UInt64(runner)
      }
    }
    if seen & (1 << UInt64(thread)) == 0,
      startsFreely(thread, operation, after: event, (eventThread, eventOrdinal))
    {
      initials |= 1 << UInt64(thread)
    }
    let node = nodes + event
    let own: UInt64 = 1 << UInt64(thread)
    let wasBlocked = seen & own == 0 && node.pointee.enabled & own == 0
    if wasBlocked, initials == own { return false }
    let able = initials & node.pointee.enabled
    if able & (node.pointee.wanted | node.pointee.sleep) != 0 { return !wasBlocked }
    if able & (1 << UInt64(thread)) != 0 {
      node.pointee.wanted |= 1 << UInt64(thread)
    } else if able != 0 {
      node.pointee.wanted |= able & ~(able - 1)
    } else {
      node.pointee.wanted |= node.pointee.enabled
    }
    return !wasBlocked
  }

  /// Whether no event between `event` and `index` that is kept comes before the one at `index`.
  private func isInitial(_ index: Int, after event: Int, independentOf: (Int, UInt32)) -> Bool {
    let clock = eventClocks + index * Self.width
    return !kept(after: event, until: index, independentOf) { earlier in
      clock[Int(nodes[earlier].chosen)] >= nodes[earlier].ordinal
    }
  }

  /// Whether `thread` could do `operation` as the first of what is kept after `event`.
  private func startsFreely(
    _ thread: Int, _ operation: Operation, after event: Int, _ independentOf: (Int, UInt32)
  ) -> Bool {
    let clock = threadClocks + thread * Self.width
    return !kept(after: event, until: depth, independentOf) { earlier in
      clock[Int(nodes[earlier].chosen)] >= nodes[earlier].ordinal
        || nodes[earlier].operation.conflicts(with: operation)
    }
  }

  /// Whether an event after `event` that does not come after it satisfies `condition`.
  private func kept(
    after event: Int, until end: Int, _ independentOf: (thread: Int, ordinal: UInt32),
    where condition: (Int) -> Bool
  ) -> Bool {
    var index = event + 1
    while index < end {
      if nodes[index].values == 0,
        (eventClocks + index * Self.width)[independentOf.thread] < independentOf.ordinal,
        condition(index)
      {
        return true
      }
      index += 1
    }
    return false
  }

  /// Puts the step at `depth` after everything it conflicts with.
  func order(_ thread: Int, _ operation: Operation) {
    let own = threadClocks + thread * Self.width
    conflicting(with: operation) { event in
      join(own, eventClocks + event * Self.width)
      return nodes[event].operation.flags.contains(.reads)
    }
    link(operation.object, second: false)
    link(operation.object2, second: true)
    if operation.flags.contains(.all) { lastOfAll = depth + 1 }
  }

  private func link(_ object: UInt32, second: Bool) {
    guard object != 0 else { return }
    let previous = last(on: object)
    if second { nodes[depth].previous2 = previous } else { nodes[depth].previous = previous }
    let slot = Int(object) & (Self.objectLimit - 1)
    lastEvent[slot] = UInt32(depth + 1)
    lastStamp[slot] = stamp
  }
}

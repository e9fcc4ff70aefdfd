/// Lets virtual time pass, and comes back when everything has run that was due by then, what is due at
/// that very moment included. The clock jumps from one deadline to the next: hours cost milliseconds.
///
/// Background work, the main queue, the main actor and the timers of the main run loop are all
/// served, in every order that a real system could choose. Call it in the scenario's body, from one
/// place at a time; declare the scenario `in: .exploredOnly`, since real threads cannot do it.
///
/// - Parameter duration: How long.
public func advance(by duration: Duration) async {
  await Run.current.crew.advance(by: duration)
}

/// Lets everything run that can without time passing: what was started is done, or waits.
///
/// The same rules hold as for ``advance(by:)``.
public func settle() async {
  await Run.current.crew.settle()
}

/// Seconds since the scenario began, on the virtual clock where there is one. Any thread.
///
/// Rounded to a tenth of a millisecond: Foundation's timers reckon in floating point, and tick some
/// hundred nanoseconds beside the instant that they were asked for.
public var now: Double {
  let milliseconds = Run.current.elapsed / .milliseconds(1)
  return (milliseconds * 10).rounded() / 10_000
}

/// Holds up the caller, a client, until so much time has passed.
///
/// - Parameter duration: How long.
public func after(_ duration: Duration) async {
  await Run.current.crew.sleep(for: duration)
}

/// Waits until everything that was begun has come to its end: queues are empty, tasks are done,
/// sleepers have slept.
///
/// The controlled scheduler knows when nobody has anything left to do: it lets ten seconds of virtual
/// time pass. On real threads nobody knows, so there `isDone` is asked again and again, for a second
/// at most.
///
/// - Parameter isDone: Whether what is expected has come about. Only real threads ask.
public func rest(until isDone: @Sendable () async -> Bool = { true }) async {
  await Run.current.crew.rest(until: isDone)
}

/// Calls the subject from inside one of its callbacks, without waiting for an answer: members that
/// are synchronous run at once, on the callback's own thread and under whatever it holds; those of
/// an actor run when the actor has time.
///
/// - Parameter work: The calls.
public func fromCallback(_ work: @escaping @Sendable () async -> Void) {
  Task.immediate { await work() }
}

/// Says in the timeline what the harness does at this moment, such as which answer arrives. It
/// changes nothing: to a scheduler it is no step.
///
/// - Parameter text: A few words, at most 95 bytes; made only if somebody will read them.
public func remark(_ text: @autoclosure () -> String) {
  Run.current.crew.remark(text)
}

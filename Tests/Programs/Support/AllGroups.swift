/// The groups, in the order of the table. Each is a function of its file.
let groups: [() -> Void] = [
  locks, pthreadLocks, threadsGroup, atomics, conditions, semaphores, globals, copyOnWrite,
  deinitGroup, properties,
  actors, tasks, continuations, asyncStreams,
  queues, barriers, dispatchGroups, workItems, apply, dispatchTime, sources,
  runLoops, timers, operations, conditionLocks, foundationThreads, observations,
  files,
]

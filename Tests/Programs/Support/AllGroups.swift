/// The groups, in the order of the table. Each is a function of its file.
let groups: [() -> Void] = [
  locks, pthreadLocks, threadsGroup, atomics, conditions, semaphores, globals, copyOnWrite,
  deinitGroup, weakReferences, properties,
  actors, tasks, taskLifetimes, executors, continuations, asyncStreams, waiting,
  queues, hierarchies, barriers, dispatchGroups, workItems, itemFlags, apply, dispatchTime, sources,
  sourceHandlers,
  runLoops, loopEnds, timers, operations, operationKinds, conditionLocks, lockTimes,
  foundationThreads, observations,
  files,
]

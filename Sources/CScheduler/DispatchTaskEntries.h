// The runtime's functions that change what other tasks can see: ENTRY(index, symbol). Those up to 8
// are known by their index in DispatchTask.c; the rest may change anything.
ENTRY(0, "swift_task_switch")
ENTRY(1, "swift_continuation_resume")
ENTRY(2, "swift_continuation_throwingResume")
ENTRY(3, "swift_continuation_throwingResumeWithError")
ENTRY(4, "$sScC6resume9returningyxn_tF")                           // CheckedContinuation
ENTRY(5, "$sScC6resume8throwingyq_n_tF")
ENTRY(6, "$sScTss5NeverORszABRs_rlE11isCancelledSbvgZ")            // Task.isCancelled
ENTRY(7, "$sScTss5NeverORszABRs_rlE17checkCancellationyyKFZ")      // Task.checkCancellation()
ENTRY(8, "$sScT11isCancelledSbvg")                                 // isCancelled of a task
ENTRY(9, "$sScT6cancelyyF")                                        // cancel() of a task
ENTRY(10, "$sScG9cancelAllyyF")                                    // TaskGroup.cancelAll()
ENTRY(11, "$sScg9cancelAllyyF")                                    // ThrowingTaskGroup.cancelAll()
ENTRY(12, "$sScS12ContinuationV5yieldyAB11YieldResultOyx__GxnF")   // AsyncStream
ENTRY(13, "$sScS12ContinuationV6finishyyF")
ENTRY(14, "$sScs12ContinuationV5yieldyAB11YieldResultOyxq___GxnF") // AsyncThrowingStream
ENTRY(15, "$sScs12ContinuationV6finish8throwingyq_Sgn_tF")

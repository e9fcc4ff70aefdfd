// What the files that make up the schedule share: turns, trace, waiting.
#ifndef RS_SCHEDULE_H
#define RS_SCHEDULE_H

#include "State.h"

#pragma GCC visibility push(hidden)

/// Steps that a thread must repeat to be taken for waiting.
#define RS_CIRCLE_STEPS 48
/// The same for several threads that keep each other from getting on, such as two that back off in step.
#define RS_DANCE_STEPS 192

// Turn.c
/// Ids of the threads that have not ended, ascending.
extern uint16_t rs_live[RS_MAX_THREADS];
extern uint32_t rs_live_count;
/// How often in a row only spinning threads could go on.
extern uint32_t rs_spin_rounds;
/// Whether some thread lets others go first.
extern bool rs_any_yields;
/// Leaves the main thread alone alive.
void rs_live_reset(void);
/// Takes an ended thread off the list.
void rs_live_remove(uint32_t id);
/// Puts a thread on the list whose id was another's before.
void rs_live_add(uint32_t id);
bool rs_can_go(rs_thread *thread);
/// A point that it is no preemption to leave: the running thread's pending operation.
void rs_give_way(void);
/// Chooses the thread that goes on, advancing the clock when none can.
rs_thread *rs_pick(void);

// VirtualThread.c
/// Time is about to pass: ids of threads that have ended may be used again.
void rs_threads_retire(void);
void rs_threads_reset(void);

// Stuck.c
/// Tells the search what the threads were about to do when the process ends; `ending` has nothing more to
/// do, NULL if all wait. Once.
void rs_tell_search(const rs_thread *ending);
/// Ends the schedule: nobody gets any further.
_Noreturn void rs_stuck(rs_outcome outcome, const char *what);

// DispatchWidth.c
/// Says in words which pool or global queue has no thread left for what waits in it.
/// - Returns: false if none is so.
bool rs_describe_crowd(char *text, size_t size);

// Clients.c
/// Time that the harness lets pass counts from the begin of the schedule.
void rs_nominal_reset(void);

// Circles.c
/// Whether every thread that can go on keeps trying and failing.
bool rs_all_dance(void);
/// Whether the running thread repeats itself.
bool rs_goes_in_circles(void);
/// What a thread is taken for that tries the same again: for one that has a choice, for one that goes on
/// until it gives up, or for one that waits for a change.
typedef enum rs_patience { RS_TRIES, RS_RUSHES, RS_WAITS } rs_patience;
/// What it is taken for at this place, by how often it has tried in vain.
rs_patience rs_spins_at(rs_thread *thread, uint32_t object, uintptr_t pc);
/// Whether a thread that tries again and again counts how often.
bool rs_spin_counts(const rs_thread *thread);
/// Whether something changed that a spinning thread (the context) looks at.
bool rs_spin_looks_again(void *context);

// Trace.c
/// Steps of this schedule.
extern uint32_t rs_steps;
/// Forgets the steps of the last schedule.
void rs_trace_reset(void);
/// Writes down the step that `thread` now takes.
void rs_take_step(rs_thread *thread);
/// Writes down that time has passed: it is no thread's step.
void rs_trace_time(void);
/// Lets a schedule go on for as many steps again as its bound says: the harness lets time pass.
void rs_steps_grant(void);
/// Whether the schedule has had more steps than its bound allows since the last grant.
bool rs_steps_over(void);
/// Keeps where the running thread is about to do its next operation.
void rs_keep_frames(void);

#pragma GCC visibility pop
#endif

// The runtime's own vocabulary: what every model of a primitive is written with.
//
// One OS thread runs everything, so nothing here needs a lock. A model of a primitive keeps to this
// pattern:
//
//   uint32_t id = rs_object_id(queue, RS_KIND_QUEUE);
//   rs_point(RS_OP_SUBMIT, id, pc);       // before the operation: others may run here
//   ...change state...                    // atomic: nothing else runs until the next point
//   rs_clock_release(rs_object_clock(id));
//
// Whatever a step changes, up to the thread's next point, must be covered by the objects its point
// names (two at most; RS_FLAG_ALL when it cannot be known): the search believes that steps
// with no common object commute.
#ifndef RS_INTERNAL_H
#define RS_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include "CScheduler.h"

#include <pthread.h>
#include <stdarg.h>
#include <sys/types.h>

// The runtime's own code lies in a section of its own, so that its addresses can be told from the
// program's.
#pragma clang section text = "rs_text"

#define RS_HIDDEN __attribute__((visibility("hidden")))
#define RS_EXPORT __attribute__((visibility("default")))
#define RS_LIKELY(x) __builtin_expect(!!(x), 1)
#define RS_UNLIKELY(x) __builtin_expect(!!(x), 0)
/// The caller's address: what a model passes as `pc`.
#define RS_PC() ((uintptr_t)__builtin_return_address(0))

#define RS_MAX_THREADS 1024
#define RS_FOREVER UINT64_MAX

#pragma GCC visibility push(hidden)

// --- Threads ------------------------------------------------------------------------------------

typedef struct rs_thread rs_thread;

typedef enum rs_state : uint8_t {
  RS_STATE_FREE = 0,
  RS_STATE_READY,    // can go on
  RS_STATE_WAITING,  // goes on when its predicate holds, or its deadline comes
  RS_STATE_BLOCKED,  // goes on when woken, or its deadline comes
  RS_STATE_DONE,
} rs_state;

/// The running virtual thread. Thread 0 is the process's main thread.
extern rs_thread *rs_self;
/// True between `rs_begin` and `rs_end`. Outside, points do not switch and nothing is recorded;
/// a thread that has to wait still lets others run, lowest id first.
extern bool rs_running;
/// The number of this schedule within the process, for lazily reset state: compare and reset.
extern uint32_t rs_generation;
/// Keeps a remark for whoever wrote the program.
void rs_remark(rs_remark_kind kind, uintptr_t pc);
/// A lock is about to be destroyed: worth a remark, perhaps.
void rs_remark_lock_destroyed(uint32_t object);
/// A Swift task was made; kept while frames are traced.
void rs_task_made(const void *task);

/// Says where in the program a block was asked for, innermost first.
/// - Parameter count: At most RS_MAKER_FRAMES.
void rs_block_made_by(uintptr_t address, const uintptr_t *frames, uint32_t count);

/// Starts a virtual thread that runs `body(context)` and ends. It has an id and a clock of its
/// own (a pooled pthread gives stack and thread-local storage), so two work items are never ordered
/// by the accident of sharing a worker. Not a scheduling point: the thread becomes ready.
/// What the caller did so far happens before the body.
/// - Parameter label: copied, at most 31 bytes; shown in reports, such as "worker".
rs_thread *rs_worker_spawn(void (*body)(void *), void *context, const char *label);
/// Like `rs_worker_spawn`, but ordered after `clock` only, not after the caller (0: after nothing).
rs_thread *rs_worker_spawn_after(void (*body)(void *), void *context, const char *label,
                                 uint32_t clock);
uint32_t rs_thread_id(const rs_thread *thread);
/// How many threads have not ended, the main one included.
uint32_t rs_live_threads(void);
rs_thread *rs_thread_get(uint32_t id);
/// Marks a thread that does not count as stuck when it waits for ever at the end of a schedule.
void rs_thread_set_daemon(rs_thread *thread, bool daemon);
/// Renames for reports, such as "queue com.example.account".
void rs_thread_set_name(rs_thread *thread, const char *name);
/// A slot for the Dispatch model, zero at the thread's start.
void **rs_thread_dispatch_slot(rs_thread *thread);
/// Whether this is the process's main thread.
bool rs_is_main(void);

// --- Scheduling points --------------------------------------------------------------------------

/// A scheduling point before an operation that is always possible.
void rs_point(rs_op op, uint32_t object, uintptr_t pc);
/// The same with a second object and RS_FLAG_...; `flags` 0 takes the op's usual ones.
void rs_point2(rs_op op, uint32_t object, uint32_t object2, uint8_t flags, uintptr_t pc);
/// From now on the order matters in which threads do `op` on `object`, also for those about to.
void rs_order_pendings(rs_op op, uint32_t object);

/// A scheduling point before an operation that is possible only while `ready(context)` holds.
/// On return it holds, and nothing ran since it was last true: the caller does the operation at
/// once. `ready` must not change anything, and may be called often.
/// - Parameter deadline: absolute virtual nanoseconds, or RS_FOREVER.
/// - Returns: false when the deadline came first (it comes only when nothing else can run).
bool rs_point_when(rs_op op, uint32_t object, uint32_t object2, bool (*ready)(void *),
                   void *context, uint64_t deadline, uintptr_t pc);

/// Waits until `rs_wake`. Call after a point, as part of its step: the thread leaves now, and
/// returns as a step of its own whose operation is `op` on `object`.
/// - Returns: false when the deadline came first.
bool rs_block(rs_op op, uint32_t object, uint32_t object2, uint64_t deadline, uintptr_t pc);
/// Makes a blocked thread ready. No scheduling point. No effect on a thread that isn't blocked.
void rs_wake(rs_thread *thread);

/// First-in first-out list of blocked threads, embedded in a primitive.
typedef struct rs_wait_list {
  rs_thread *first, *last;
  uint32_t count;
} rs_wait_list;
/// Appends the running thread, blocks, and takes it off again, whether woken or too late.
bool rs_wait_on(rs_wait_list *list, rs_op op, uint32_t object, uint32_t object2,
                uint64_t deadline, uintptr_t pc);
/// Wakes the first (`count` 1), or all (UINT32_MAX), of a list. Returns how many.
uint32_t rs_wake_some(rs_wait_list *list, uint32_t count);
/// Wakes one waiter that the search chooses.
bool rs_wake_any(rs_wait_list *list, uint32_t object);

/// Whether a thread is to be paused where it reads a value.
extern bool rs_pause_armed;
/// Pauses the running thread if the value at an address is the one. Call before a read.
void rs_pause_at_read(uintptr_t address, size_t size, uintptr_t pc);
/// The same where an object is retained.
void rs_pause_at_copy(const void *object, uintptr_t pc);

/// Before something is read from a descriptor: a step if it is a watched file's.
void rs_file_read(int descriptor, uintptr_t place);
/// The same before something is written.
void rs_file_write(int descriptor, uintptr_t place);
/// Before a file is moved by a call that has no function of its own.
void rs_file_moved(const char *from, const char *to, uintptr_t place);
/// A descriptor is about to be closed.
void rs_file_closed(int descriptor);

/// A choice that is not one of threads, such as which waiter wakes. Below `count`.
uint32_t rs_choose(uint32_t object, uint32_t count);

/// Adds the value that the running step read or wrote to the trace.
void rs_step_value(uint64_t value, bool written);
/// Says that the running step is a write to memory, so that the trace gets the value once it is there.
void rs_trace_written(uintptr_t address, uint32_t size);
/// Adds a plain access to the trace, without a scheduling point. Call before it is made.
void rs_trace_access(uintptr_t address, uint32_t size, bool write, uintptr_t pc);
/// Says that the running step's attempt failed (try-lock, compare-exchange).
void rs_step_failed(void);
/// Says that the running step touches an object that its point has not named.
void rs_touch(uint32_t object);
/// Says that the object changed, so that a thread that spins on it looks again.
void rs_object_changed(uint32_t object);
/// Call when an attempt on `object` failed or a read found nothing new: a thread that repeats it
/// at the same pc while the object stays unchanged waits instead of spinning.
void rs_spin(uint32_t object, uintptr_t pc);
/// Call when the thread did something that others can see.
void rs_progress(void);

// --- Objects ------------------------------------------------------------------------------------

/// The id of the object at an address: numbered in the order of first use within the schedule, so
/// that no address shows. Freed memory loses its id.
uint32_t rs_object_id(const void *address, rs_kind kind);
/// An id with no address.
uint32_t rs_object_new(rs_kind kind);
/// Forgets the id at an address (destroy).
void rs_object_drop(const void *address);
/// The object's own clock.
uint32_t rs_object_clock(uint32_t object);
/// For reports: the running thread holds `object` since `pc` / no longer.
void rs_hold(uint32_t object, uintptr_t pc);
void rs_unhold(uint32_t object);
void rs_unhold_by(rs_thread *thread, uint32_t object);
/// A name for reports, such as a queue's label; copied, at most 47 bytes.
void rs_object_set_name(uint32_t object, const char *name);
const char *rs_object_name(uint32_t object);

// --- Happens-before -----------------------------------------------------------------------------
// A clock is a handle that lives until the schedule's end; 0 is none. All no-ops (0) while races
// are not being detected.

uint32_t rs_clock_new(void);
/// Everything the running thread did so far happens before whoever acquires `clock`.
void rs_clock_release(uint32_t clock);
/// Everything released into `clock` happens before what the running thread does next.
void rs_clock_acquire(uint32_t clock);
/// A new clock that holds what happened before now: for a work item or a timer when armed.
uint32_t rs_clock_snapshot(void);
/// Everything in `from` also happens before acquirers of `into`.
void rs_clock_join(uint32_t into, uint32_t from);
/// Forgets what the running thread is ordered after, except `clock` (0: everything): a thread
/// that goes on with an unrelated item.
void rs_clock_restart(uint32_t clock);
/// For a thread other than the running one.
void rs_clock_acquire_for(rs_thread *thread, uint32_t clock);

// --- Virtual time -------------------------------------------------------------------------------

/// Virtual nanoseconds of the monotonic clock. Its base is not zero.
uint64_t rs_now(void);
/// Nanoseconds since 1970 that belong to a monotonic instant.
uint64_t rs_wall_from_mono(uint64_t mono);
uint64_t rs_mono_from_wall(uint64_t wall);

typedef struct rs_timer {
  uint64_t deadline;
  uint64_t order;              // arms so far: ties go in the order of arming
  void (*fire)(void *);
  void *context;
  struct rs_timer *next;       // in the list of armed timers
  uint32_t generation;
  bool armed;
} rs_timer;
/// Calls `fire(context)` once when the clock reaches `deadline`. `fire` runs in no thread (rs_self
/// is whoever was last): it may wake, spawn and arm, not block, choose or make points; the clocks it
/// needs are those taken when armed. The caller owns the memory.
void rs_timer_arm(rs_timer *timer, uint64_t deadline, void (*fire)(void *), void *context);
void rs_timer_cancel(rs_timer *timer);
/// The deadline of the next timer or sleeper, RS_FOREVER when none.
uint64_t rs_timer_next(void);

// --- Findings -----------------------------------------------------------------------------------

/// Records a finding and ends the schedule and the process (the driver's parent goes on).
_Noreturn void rs_trap(rs_outcome outcome, uintptr_t pc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// --- The main queue -----------------------------------------------------------------------------
// While the process's main thread waits for others it runs the main queue's items, as an
// application's main thread would.

/// Whether the main queue has items for the main thread to run.
bool rs_main_has_work(void);
/// Runs those it has now, on the main thread.
void rs_main_work(void);
/// The program's part of the main thread ends here; the harness's goes on once it has what it waits for.
_Noreturn void rs_main_give_up(uintptr_t pc);
/// Whether that has happened in this schedule.
bool rs_main_is_given_up(void);

// --- The rest -----------------------------------------------------------------------------------

/// While inside, memory hooks and interceptors neither record nor switch: around calls of libc or
/// the Swift runtime from within a model. Not around calls of the program's own code.
void rs_enter(void);
void rs_leave(void);
/// Registers a function that puts a model's state back, called by every `rs_begin`.
void rs_on_begin(void (*reset)(void));
/// Registers a function called by `rs_end` once nothing can run any more.
void rs_on_end(void (*check)(void));
/// The next definition of a symbol after this executable's own: libc, libdispatch. Ends the process
/// with a message when there is none.
void *rs_real(const char *name);
/// Whether an address lies in libswiftCore or libswift_Concurrency, whose locks exclude but neither
/// order nor schedule.
bool rs_in_swift_runtime(uintptr_t pc);
/// Whether an address lies in one of Foundation's libraries.
bool rs_in_foundation(uintptr_t pc);
/// Addresses from `low` up to, but not including, `high`.
typedef struct rs_range {
  uintptr_t low, high;
} rs_range;

/// Sorts ranges by where they begin.
void rs_ranges_sort(rs_range *ranges, size_t count);
/// Whether an address lies in one of some sorted ranges that don't overlap.
bool rs_in_ranges(const rs_range *ranges, size_t count, uintptr_t address);

/// What a symbol is told to.
typedef void rs_symbol_visitor(const char *name, uintptr_t low, size_t size, bool is_code,
                               void *context);
/// Tells of each function and each variable in the executable, hidden ones too, in no order.
void rs_symbols_visit(rs_symbol_visitor *visitor, void *context);

/// Whether an address lies in the executable or in a library, code or data, and so neither on a heap nor
/// on a stack.
bool rs_in_image(uintptr_t address);
/// Blocks of memory that live until the schedule's end.
void *rs_schedule_alloc(size_t bytes);

#pragma GCC visibility pop
#endif

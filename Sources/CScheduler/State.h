// What the runtime's core files share among themselves. Models of primitives use Internal.h.
#ifndef RS_STATE_H
#define RS_STATE_H

#include "Internal.h"

#include <time.h>

#pragma GCC visibility push(hidden)

#define RS_MAX_SLOTS 512
#define RS_MAX_HELD 16
#define RS_SPIN_RING 6
/// Repeats of an unchanged read that are still taken for progress.
#define RS_SPIN_PATIENCE 3
/// The same for one who counts how often: it may give up.
#define RS_COUNT_PATIENCE 12
/// So often in a row it may then go on without a step, until it is taken to wait for all that.
#define RS_COUNT_RUSH 500
/// The clock starts here: programs take zero for "never".
#define RS_TIME_BASE 1000000000000ull
/// 2030-01-01, so that wall and monotonic times are never mistaken for each other.
#define RS_WALL_BASE 1893456000000000000ull

/// A vector clock. Entries at and above `length` are zero.
typedef struct rs_vector {
  uint32_t *entries;
  uint32_t length, capacity;
} rs_vector;

/// A parked pthread: it lends its stack and thread-local storage to one virtual thread at a time.
typedef struct rs_slot {
  void *sp;               // saved stack pointer while it isn't running
  uintptr_t fs;           // FS base, which is also its pthread_t
  uintptr_t low, high;    // stack bounds
  uint32_t generation;    // of its stack's shadow
  uint32_t parked;        // set once it is parked; its creator waits on it
  uint32_t turn;          // for the hand-over by futex
  uint16_t index;
  bool busy;
  struct rs_thread *thread;
  void *jump[5];          // back to the loop that runs virtual threads
  struct rs_exit_call *exit_calls;
} rs_slot;

typedef struct rs_spin_entry {
  uintptr_t pc;
  uint32_t object, version, repeats;
  uint32_t looked, since; // the step it last came here at, and the one that the repeats began at
  uint32_t path;          // the sum of what the thread wrote, when it last came here
  uint32_t stack;         // what was on its stack then; 0 if that is another now
  uint32_t round;         // and how much that was from the time before on
  uint32_t rushed;        // rounds without a step
  bool counts;            // one round was not as the round before: it keeps a count
} rs_spin_entry;

typedef struct rs_held {
  uint32_t object;
  uintptr_t pc;
} rs_held;

struct rs_thread {
  rs_slot *slot;
  uint16_t id;
  rs_state state;
  bool daemon, client, joinable, yields, spinning, timed_out, settling, listed;
  bool hidden;            // the trace does not show where its steps are made
  bool gives_way;         // to leave it is no preemption, at the point that it is at
  bool has_yielded;       // gave way since it last changed something: the next time others must go
  bool resting;           // repeats itself: goes on once another did
  bool comes_back;        // handed over what lets its task go on: its end is no progress
  uint8_t spin_count;
  uint32_t ignore;        // __tsan_ignore_thread_begin depth
  uint32_t rested_at;     // the step at which it was found to repeat itself
  uint32_t idle_accesses; // plain accesses since the last step
  uint32_t idle_rests;    // times in a row that it made too many of those
  uint32_t inside_locks;  // locks that a library took since the last step
  uint32_t inside_accesses;  // the same, when a library last took a lock of its own
  uintptr_t inside_place; // where the program had called it
  uint32_t trail;         // digest of the writes to its own stack since the last step
  uint32_t path;          // sum of the digests of all its writes
  bool (*ready)(void *);
  void *ready_context;
  bool (*then_ready)(void *);  // what a blocked thread still waits for once woken
  void *then_context;
  uint64_t deadline;
  void (*body)(void *);
  void *context;
  void *result;
  rs_thread *next;        // in a wait list
  uint32_t object;        // its id as an object, 0 until asked for
  uint32_t end_clock;
  uint32_t held_count;
  void *dispatch;
  uint32_t fence_acquire, fence_release;  // clocks
  uint32_t releases_seen; // count of releases when the current task was last acquired
  // From here on nothing is zeroed for a new thread.
  rs_vector clock;
  char name[32];
  rs_held held[RS_MAX_HELD];
  rs_spin_entry spins[RS_SPIN_RING];
};

typedef struct rs_object {
  uintptr_t address;
  uint32_t clock;
  uint32_t read_clock;    // of those that release a shared hold
  uint32_t version;
  rs_wait_list waiters;
  uint32_t uses;
  uint32_t holder;        // thread id + 1
  uintptr_t holder_pc;
  rs_kind kind;
  bool inside;            // a library's own: the program cannot tell that it is there
  const char *name;
} rs_object;

extern rs_thread rs_threads[RS_MAX_THREADS];
extern rs_pending rs_pendings[RS_MAX_THREADS];
extern uint32_t rs_thread_total;
extern rs_slot rs_slots[RS_MAX_SLOTS];
extern uint32_t rs_slot_total;
extern rs_settings rs_set;
extern rs_callbacks rs_calls;
extern rs_shared *rs_out;
extern rs_counters rs_counts;
extern bool rs_fast_switch;
extern uint64_t rs_clock_now;
/// Between `rs_begin` and `rs_end`, also while a model is inside a library (`rs_enter`).
extern bool rs_in_schedule;
extern bool rs_detecting;   // races are looked for, in the schedule under way
extern bool rs_handling_crash;

// Objects.c
#define RS_MAX_OBJECTS (1u << 16)
extern rs_object rs_objects[RS_MAX_OBJECTS];
extern uint32_t rs_object_total;
void rs_objects_reset(void);
/// Copies a name, at most `size` bytes with the end, without the addresses that libraries put into names.
void rs_name_copy(char *to, const char *name, size_t size);

// VectorClock.c
void rs_vectors_reset(void);
rs_vector *rs_clock_vector(uint32_t clock);
void rs_vector_start(rs_thread *thread, const rs_vector *from);
/// Makes `clock` exactly what the running thread did so far.
void rs_clock_set(uint32_t clock);
/// Makes `clock` empty.
void rs_clock_clear(uint32_t clock);
/// The running thread's own entry.
static inline uint32_t rs_epoch(const rs_thread *thread) {
  return thread->clock.entries[thread->id];
}
/// Whether what thread `id` did at `epoch` happens before what `thread` does now.
static inline bool rs_ordered(const rs_thread *thread, uint32_t id, uint32_t epoch) {
  return id < thread->clock.length && epoch <= thread->clock.entries[id];
}

// Turn.c
/// The running thread has set its state and pending operation: someone goes on.
void rs_arrive(void);
/// Lets other threads go first.
void rs_yield(rs_op op, uintptr_t pc);
/// Steps that the running thread took since another did, or since it wrote.
extern uint32_t rs_run_length;
/// The step at which memory was last written.
extern uint32_t rs_last_write;

// Schedule.c
/// Ends the running virtual thread. Returns when its slot begins another one.
void rs_finish_thread(void);

// Trace.c
/// The running step.
rs_step *rs_last_step(void);

// Stuck.c
/// Ends the schedule: the running thread waits for what it holds itself.
_Noreturn void rs_stuck_on_itself(rs_op op, uint32_t object, uintptr_t pc, const char *what);

// Wait.c
/// Makes a blocked or sleeping thread go on, or wait for what it still needs.
void rs_make_ready(rs_thread *thread);
/// Blocks; once woken, waits for `then(context)` as part of the same step.
bool rs_block_then(rs_wait_list *list, rs_op op, uint32_t object, uint32_t object2,
                   uint64_t deadline, bool (*then)(void *), void *context, uintptr_t pc);

// Circles.c
/// Waits until another thread did something, or time passed. Set the pending operation before.
void rs_rest(void);

// VirtualThread.c
void rs_pool_init(void);
void rs_pool_reserve(uint32_t count);
void rs_switch_to(rs_thread *to);
/// A number that marks shadow memory as current; never handed out before.
uint32_t rs_next_generation(void);
rs_slot *rs_slot_of_stack(uintptr_t address);
rs_slot *rs_slot_of_pthread(uintptr_t pthread);

// Time.c
uint64_t rs_deadline_from_spec(clockid_t clock, const struct timespec *time);
void rs_time_reset(void);
/// The timer that comes next, and by `next` those after it; NULL if none is armed.
const rs_timer *rs_timers_armed(void);
/// Advances the clock to the next deadline, wakes and fires what is due.
/// - Returns: false when there is none up to `limit`.
bool rs_time_step(uint64_t limit);

// Shadow.c
void rs_shadow_clear(uintptr_t address, size_t size);

// Access.c
/// To be called when a schedule begins, or a thread is to be paused at a read.
void rs_access_prepare(void);

// Blocks.c
/// Whether the schedule under way remembers its blocks.
extern bool rs_watching_blocks;
void rs_blocks_begin(void);
/// A block was handed out by the function with this frame, which `pc` called.
void rs_block_made(uintptr_t address, size_t size, const void *frame, uintptr_t pc);
void rs_block_gone(uintptr_t address);
/// Trace.c: a block that a trace may watch was taken back.
void rs_block_ended(uintptr_t address);

// Allocation.c
void rs_schedule_arena_reset(void);
uint32_t rs_block_find(uintptr_t address, uint32_t *offset);

// Helpers.c
/// Whether an address lies in a function that the compiler added.
bool rs_in_helper(uintptr_t pc);
/// Whether the compiler's own code keeps metadata at an address.
bool rs_in_metadata_cache(uintptr_t address);

/// Whether an address lies in the kit's own Swift code. Slow.
bool rs_in_kit(uintptr_t pc);

// Outlined.c
/// A function of the executable. Before any other of these.
void rs_outlined_symbol(const char *name, uintptr_t low, size_t size);
/// All functions are known.
void rs_outlined_sort(void);

// Inside.c
/// Whether a lock that is taken at `pc` is a library's own.
bool rs_inside_library(uintptr_t pc, const void *frame);
/// A mutex is taken outside a schedule: perhaps to show the code that takes locks.
void rs_learn_lock(uintptr_t pc);
/// Whether the running thread's call of a library, in which this frame lies, is another than the last one.
bool rs_call_begins(const void *frame);

// Keys.c
void rs_thread_run_exit_calls(rs_slot *slot);

// Task.c
/// The Swift task that the running thread is in; NULL if none.
void *rs_current_task(void);
/// The running Swift task by number, from 1; 0 if there is none, or while frames are not traced.
uint16_t rs_task_current(void);

// Crash.c
void rs_crash_install(void);
uint32_t rs_backtrace(uintptr_t fp, uintptr_t pc, uintptr_t *frames, uint32_t limit);

// Random.c
void rs_random_reset(void);

// Images.c
void rs_images_init(void);

#pragma GCC visibility pop
#endif

// The controlled scheduler's runtime, as Swift sees it.
//
// It takes over the threads, locks, clocks and memory accesses of the process it is linked into
// and runs them one step at a time. It holds no policy: before every step it asks `choose` which
// virtual thread goes on, and it writes down what happened. Link it into an arena executable only,
// with every symbol exported, never into a tool or a test runner.
#ifndef RS_CSCHEDULER_H
#define RS_CSCHEDULER_H

#include "Keepers.h"
#include "Steps.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What `choose` may look at.
typedef struct rs_decision {
  const uint16_t *enabled;     ///< ids of the threads that can go on, ascending
  uint32_t count;              ///< how many
  uint32_t current;            ///< the thread that arrived here
  bool current_enabled;        ///< false when it has to wait or has ended
  bool current_yields;         ///< it asked others to go first: going on to them is no preemption
  const rs_pending *pending;   ///< indexed by thread id
  uint32_t step;               ///< number of steps so far
} rs_decision;

/// What the runtime asks of its driver. Called on the stack of whichever thread arrived.
typedef struct rs_callbacks {
  /// Returns the id of the thread that goes on: one of `enabled`.
  uint32_t (*choose)(const rs_decision *decision);
  /// Returns a number below `count` for a choice that is not one of threads.
  uint32_t (*pick)(uint32_t thread, uint32_t object, uint32_t count);
  /// Nothing could run; the clock was advanced. Everything before happened before everything after.
  void (*advanced)(void);
  /// The running thread waited for the end of `thread`.
  void (*joined)(uint32_t thread);
  /// Nobody can go on, and the schedule is about to end so: `decision->enabled` are those that wait.
  void (*stuck)(const rs_decision *decision);
  /// The running step touched an object that it had not named: a lock inside a library.
  void (*touched)(uint32_t object);
} rs_callbacks;

/// Settings of a run. Set before `rs_begin`.
typedef struct rs_settings {
  bool detect_races;
  bool access_points;        ///< every plain access is a scheduling point
  bool force_handover;       ///< switch threads by futex, as on processors without a fast switch
  bool spurious_wakes;       ///< condition waits may wake without a signal
  bool trace_frames;         ///< keep the innermost frames of every step; slow
  uint32_t step_bound;       ///< steps a schedule may take before it counts as a live-lock
  uint32_t pool_width;       ///< how many of Swift's tasks run at once; 0 for any number
  uint32_t global_width;     ///< threads of each global queue; 0 for any number
  uint64_t random_seed;      ///< what getrandom and its like hand out
} rs_settings;

/// One side of a data race.
typedef struct rs_access {
  uintptr_t pc;
  uint16_t thread;
  uint8_t size;
  bool is_write;
  bool is_atomic;
} rs_access;

/// Two accesses to the same bytes that nothing orders, of which at least one writes.
typedef struct rs_race {
  rs_access first;     ///< the earlier one in this schedule
  rs_access second;
  uint32_t step;       ///< step count when the second was made
  uint32_t block;      ///< ordinal of the heap block within the schedule, 0 if not on the heap
  uint32_t offset;     ///< offset within the block
  uint8_t region;      ///< 0 heap, 1 stack of a thread, 2 global
  uintptr_t address;
} rs_race;

/// How a schedule ended, kept in memory that a parent process shares.
typedef struct rs_report {
  volatile uint8_t outcome;       ///< rs_outcome
  volatile uint8_t signal;
  uint16_t thread;
  uint32_t step;
  uintptr_t pc;
  uint32_t frame_count;
  uintptr_t frames[32];
  char reason[1536];
} rs_report;

/// Counters of one schedule, for remarks that teach.
typedef struct rs_counters {
  uint32_t locks_contended;   ///< times a thread waited for something
  uint32_t allocations;
} rs_counters;

/// What is worth a note to whoever wrote the program.
typedef enum rs_remark_kind : uint8_t {
  RS_REMARK_GLOBAL_BARRIER = 1,  ///< a barrier was handed to a global queue, where it has no effect
  RS_REMARK_LOCK_USED_ONCE,      ///< each call makes a lock, takes it once and destroys it
  RS_REMARK_LOST_WORK,           ///< work that was handed over never runs
  RS_REMARK_INVALID_TIMER,       ///< Foundation keeps the block of a timer that was invalidated
  RS_REMARK_EARLY_TIMER,         ///< Foundation let a timer fire one interval too early
} rs_remark_kind;

/// A remark, and where it is due.
typedef struct rs_remark_entry {
  uintptr_t pc;
  rs_remark_kind kind;
} rs_remark_entry;

#define RS_SHARED_REMARKS 32
#define RS_SHARED_THREADS 256
#define RS_SHARED_OBJECTS 1024
#define RS_SHARED_TASKS 128
#define RS_SHARED_MARKS 64
#define RS_STEP_FRAMES 8

/// Memory that survives the death of a child. The caller maps it shared.
typedef struct rs_shared {
  rs_report report;
  volatile uint32_t step_count;
  uint32_t step_capacity;
  rs_step *steps;
  uint32_t race_count;
  uint32_t race_capacity;
  rs_race *races;
  volatile uint64_t heartbeat;    ///< grows with every step; a watchdog reads it
  /// For each step its innermost return addresses, RS_STEP_FRAMES each, 0 at the end; filled while
  /// `settings.trace_frames`. May be NULL.
  uintptr_t *step_frames;
  uint32_t thread_count;          ///< threads of the schedule under way
  uint32_t object_count;
  char thread_names[RS_SHARED_THREADS][32];
  char task_names[RS_SHARED_TASKS][32];  ///< by `rs_step.task`
  uint32_t mark_count;            ///< remarks of the harness in the schedule that is traced
  char marks[RS_SHARED_MARKS][96];       ///< by `rs_step.value` of a mark
  uint8_t object_kinds[RS_SHARED_OBJECTS];
  char object_names[RS_SHARED_OBJECTS][48];
  /// The stacks of both sides of the race that `rs_race_request` asked for.
  uint32_t race_frame_counts[2];
  uintptr_t race_frames[2][32];
  rs_counters counters;           ///< of the last schedule that ended
  /// Remarks of all schedules so far, each once.
  uint32_t remark_count;
  rs_remark_entry remarks[RS_SHARED_REMARKS];
  uint64_t virtual_time;          ///< nanoseconds that the schedule under way has taken
  bool watches_blocks;            ///< from the next schedule on, blocks of memory are remembered
} rs_shared;

/// While on, the code that takes mutexes is remembered as that of Foundation's lock classes: let it be
/// nothing else. Outside a schedule.
void rs_learn_locks(bool on);
/// Installs the driver. Call once, on the main thread.
void rs_install(const rs_callbacks *callbacks, rs_shared *shared);
/// The settings, to be changed between schedules.
rs_settings *rs_settings_get(void);
/// Whether threads are switched on one processor thread, or handed over by futex.
bool rs_switches_fast(void);

/// Starts a schedule: fresh thread ids, clocks and shadow. On the main thread.
void rs_begin(void);
/// Runs what can still run, without advancing the clock, and ends the schedule.
/// - Returns: true when everything ended cleanly, so that another schedule may follow here.
bool rs_end(void);
/// Whether a schedule is under way.
bool rs_is_running(void);

/// Starts a client: a virtual thread that runs `body(context)`.
/// - Parameter name: copied; at most 31 bytes.
/// - Returns: its thread id.
uint32_t rs_client_start(const char *name, void (*body)(void *), void *context);
/// Starts a virtual thread of the harness's own, which nobody waits for.
void rs_helper_start(const char *name, void (*body)(void *), void *context);
/// Serves the main queue and the main run loop until `done(context)`. On the main thread.
void rs_main_serve(bool (*done)(void *), void *context);
/// Waits until every client has ended, and serves the main queue and the main run loop meanwhile.
void rs_clients_join(void);
/// Lets everything run until nothing can, then advances the clock by `nanoseconds`, step by step
/// through each deadline on the way, and lets everything run that is due. Time that passes by
/// itself meanwhile does not add up: two calls for 5 s end at 10 s, give or take 2 µs.
void rs_time_advance(uint64_t nanoseconds);
/// Lets everything else run until nothing can, without advancing the clock.
void rs_settle(void);
/// Virtual nanoseconds since the schedule began.
uint64_t rs_time_elapsed(void);
/// From now on the first thread of the program that reads `value` outside its own stack pauses
/// before the read, until it is released or the schedule ends.
void rs_pause_arm(uint64_t value);
/// The same for the first thread that retains a bridged object of Swift's, such as a text's storage:
/// that is how a value that holds it is copied out of a container.
void rs_pause_arm_copy(uintptr_t object);
/// Whether a thread was paused so.
bool rs_pause_hit(void);
/// Lets it go on, and pauses no other.
void rs_pause_release(void);
/// A scheduling point of the harness's own: its order with others of the same `observer` matters. It
/// orders no memory accesses.
void rs_observe(const void *observer);
/// From now on, until the schedule ends, what is done with files under a folder are steps. They
/// count as one object, and order no memory accesses.
/// - Parameter name: what the timeline calls them, at most 47 bytes.
void rs_files_watch(const char *folder, const char *name);
/// Whether what happens is written down for a trace.
bool rs_is_tracing(void);
/// Writes a remark of the harness into the trace, in the running thread's or task's name. It is no
/// scheduling point, and nothing depends on it.
/// - Parameter text: copied; at most 95 bytes are kept.
void rs_mark(const char *text);
/// From now on the trace does not show where in the program the running thread's steps are made, so that
/// they are no part of its story: they are the harness's own.
void rs_hide(bool hidden);
/// Has the trace say when an object is gone. Lasts for the schedule under way.
void rs_watch_end(const void *object);
/// A scheduling point whose step may touch anything, such as letting go of the last reference.
void rs_upheaval(void);
/// A scheduling point of the harness's own, inside a call of the program's.
void rs_interlude(void);

/// Records a finding and ends the schedule, and this process.
_Noreturn void rs_fail(rs_outcome outcome, const char *reason);

/// The running virtual thread's id.
uint32_t rs_thread_current(void);
/// How many threads this schedule has had; ids lie below.
uint32_t rs_thread_count(void);
/// The name of a thread, for reports; never NULL.
const char *rs_thread_name(uint32_t thread);
/// Names the running virtual thread, for reports; at most 31 bytes are kept.
void rs_thread_rename(const char *name);
/// Names the running Swift task, for traces; at most 31 bytes are kept.
void rs_task_rename(const char *name);
/// What an object id stands for.
rs_kind rs_object_kind(uint32_t object);

/// Makes plain accesses at these program counters scheduling points.
void rs_points_add(uintptr_t pc);
/// Forgets them all.
void rs_points_clear(void);
/// How many there are.
size_t rs_points_count(void);
/// Lowest address of the executable, to turn a pc into an offset that a symbolizer takes.
uintptr_t rs_image_base(void);
/// Turns an address into an offset within its image and the image's path.
/// - Returns: false when no image holds it.
bool rs_image_offset(uintptr_t pc, uintptr_t *offset, const char **path);
/// Makes the next schedules keep the stacks of the race between these two accesses, in
/// `rs_shared.race_frames`. A pc of 0 ends it.
void rs_race_request(const rs_access *first, const rs_access *second);

/// A process of its own with one thread: this one, and all parked stacks.
/// - Returns: 0 in the child, the child's id in the parent, negative on failure.
int rs_fork(void);
/// A child was killed while it waited for something outside.
#define RS_WAIT_BLOCKED (-1)
/// A child was killed while it computed without ever coming to a scheduling point.
#define RS_WAIT_BUSY (-2)
/// Waits for a child; kills it when its heartbeat stands still for `stall_ms`, give or take as much.
/// - Returns: the wait status; RS_WAIT_... when it was killed for standing still.
int rs_wait(int child, uint32_t stall_ms);
/// Waits for a child, however long it takes.
/// - Returns: the wait status.
int rs_wait_end(int child);
/// Ends this process as another one ended: with its exit code, or by the signal that killed it.
_Noreturn void rs_end_alike(int status);
/// Nanoseconds for which this process, and those of its children that ended since the first call, could
/// have run and did not get a processor. For measuring, on one thread.
uint64_t rs_processor_wait(void);
/// Empties the memory that children print into. In the parent, before a fork.
void rs_output_prepare(void);
/// From now on what this process prints goes into that memory, and it may be 1 MiB a schedule. In a child.
void rs_output_capture(void);
/// Forgets old output, if there is much of it. Between schedules.
void rs_output_trim(void);
/// The end of what the last child printed.
/// - Returns: how many bytes were copied.
size_t rs_output_tail(char *buffer, size_t size);
/// What a process exits with whose end the runtime saw coming: the report says how, and the search was
/// told what the other threads were about to do.
#define RS_EXIT_SEEN 70
/// Ends this process at once, running nothing.
_Noreturn void rs_exit(int status);
/// Shared memory that a child inherits.
void *rs_map_shared(size_t bytes);
/// Real time, untouched by the virtual clock, in nanoseconds.
uint64_t rs_real_time(void);

#ifdef __cplusplus
}
#endif
#endif

// The Dispatch model's own vocabulary: queues, items, groups and sources, and the engine that runs
// them on virtual threads.
//
// Nothing here depends on the real library's headers, so that no macro or attribute of theirs gets
// in the way. A dispatch object is handed to Swift as a bare pointer, retained and released by
// `dispatch_retain` and `dispatch_release` only, so its layout is ours, but for its first 16 bytes:
// they read as an immortal object to the real library, which still keeps DispatchData.
//
// What commutes: submissions to one serial queue do not, since it is first-in first-out; the end of
// an item and the start of the next need no point of their own, because whoever waits for a queue
// took its place when it submitted. Suspension and cancellation are the exception: see `rs_item_touches`.
#ifndef RS_DISPATCH_INTERNAL_H
#define RS_DISPATCH_INTERNAL_H

#include "Internal.h"

#pragma GCC visibility push(hidden)

#define RS_DISPATCH_NOW 0ull
#define RS_DISPATCH_FOREVER UINT64_MAX

typedef struct rs_queue rs_queue;
typedef struct rs_group rs_group;
typedef struct rs_item rs_item;
typedef struct rs_source rs_source;
typedef void (*rs_function)(void *);

// --- Objects ------------------------------------------------------------------------------------

typedef enum rs_dispatch_type : uint8_t {
  RS_DISPATCH_QUEUE = 1,
  RS_DISPATCH_GROUP,
  RS_DISPATCH_SEMAPHORE,
  RS_DISPATCH_SOURCE,
} rs_dispatch_type;

/// What every dispatch object begins with.
typedef struct rs_dispatch {
  const void *isa;            // tells ours from the real library's
  int32_t immortal[2];        // the real library's two counts, at the value it never changes
  rs_dispatch_type type;
  bool global;                // never disposed of
  bool released;              // the program let go of it
  int32_t refs;               // what the program holds
  int32_t uses;               // what the model holds: pending items, queues that target it
  uint32_t generation;        // of the two ids below
  uint32_t id, take_id;       // 0 until asked for
  rs_queue *target;
  void *context;
  rs_function finalizer;
} rs_dispatch;

/// Our objects' mark.
extern const char rs_dispatch_isa;
/// The start of an object with one reference.
#define RS_DISPATCH_HEADER(kind)                                                           \
  {.isa = &rs_dispatch_isa, .immortal = {INT32_MAX, INT32_MAX}, .type = (kind), .refs = 1}
/// Whether an object is ours rather than the real library's.
bool rs_dispatch_is_ours(const void *object);
/// The object's id in this schedule.
uint32_t rs_dispatch_id(rs_dispatch *object);
/// The object's own clock.
uint32_t rs_dispatch_clock(rs_dispatch *object);
/// Allocates a zeroed object with its header; never fails.
void *rs_dispatch_new(rs_dispatch_type type, size_t size);
/// The model holds on to an object, or lets go of it.
void rs_dispatch_use(rs_dispatch *object);
void rs_dispatch_unuse(rs_dispatch *object);
/// Memory of the model's own, kept from the program's allocation hooks.
void *rs_dispatch_allocate(size_t size);
void rs_dispatch_free(void *memory);
/// Disposal, by type. Called once nobody holds the object.
void rs_queue_dispose(rs_queue *queue);
void rs_group_dispose(rs_group *group);
void rs_semaphore_dispose(rs_dispatch *semaphore);
void rs_source_dispose(rs_source *source);
/// The program let go of a source that the model may still hold.
void rs_source_released(rs_source *source);

/// How often an object that runs things was suspended, and whether it waits to be activated.
uint32_t *rs_suspensions(rs_dispatch *object);
bool *rs_inactive(rs_dispatch *object);

// --- Blocks -------------------------------------------------------------------------------------

/// A block as the compiler lays it out.
typedef struct rs_block_layout {
  void *isa;
  int32_t flags, reserved;
  void (*invoke)(void *block);
  const void *descriptor;
} rs_block_layout;

RS_EXPORT extern void *_Block_copy(const void *block);
RS_EXPORT extern void _Block_release(const void *block);

/// What a work item (a block from `dispatch_block_create`) carries.
typedef struct rs_work rs_work;
/// A block's work item, NULL when it is a plain block.
rs_work *rs_work_of(const void *block);
/// Whether the work item was cancelled.
bool rs_work_is_cancelled(const rs_work *work);
/// Whether the work item asked to run as a barrier.
bool rs_work_is_barrier(const rs_work *work);
/// The id under which cancelling and starting a work item meet.
uint32_t rs_work_id(rs_work *work);
/// Runs a work item's body unless it was cancelled, and completes it.
void rs_work_run(rs_work *work);

/// The program's own call; also what a work item uses to let go of its group.
RS_EXPORT extern void dispatch_release(void *object);
RS_EXPORT extern void *_NSConcreteStackBlock[];
RS_EXPORT extern void *_NSConcreteMallocBlock[];

// --- Items --------------------------------------------------------------------------------------

typedef enum rs_item_kind : uint8_t {
  RS_ITEM_CALL,      // a function or block to be called
  RS_ITEM_WAITER,    // a thread in `dispatch_sync`, to be let in
  RS_ITEM_LANE,      // a queue with items, in the list of its target
  RS_ITEM_REDIRECT,  // an item of a concurrent queue, handed on to the queue's target
  RS_ITEM_SOURCE,    // a source with something to deliver
} rs_item_kind;

struct rs_item {
  rs_item *next;
  rs_item_kind kind;
  bool barrier;
  bool owned;          // to be freed once it ran
  bool block;          // `context` is a copied block, to be released once it ran
  bool counted;        // counts as handed-over work
  bool remote;         // a waiter whose function the draining thread runs
  bool slept;          // a job: its task comes out of a sleep
  bool entered;        // a waiter: the queue is its own now
  bool finished;       // a remote waiter: its function ran
  rs_function call;
  void *context;
  rs_work *work;
  rs_group *group;     // left once the item ran
  rs_queue *queue;     // the queue of a lane or a redirection; where a notification goes
  rs_queue *root;      // the global queue whose worker runs it
  rs_source *source;
  rs_item *inner;      // what is redirected
  rs_thread *waiter;
  uint32_t clock;      // what happened before it was handed over
  uint32_t done_clock; // a remote waiter: what its function did
  uintptr_t pc;
  rs_item *older, *newer;  // in the list of what was handed over and has not begun
  uint32_t generation;     // of that list
};

/// A call item from the pool, with what the running thread did so far before it.
rs_item *rs_item_new(rs_function call, void *context, uintptr_t pc);
/// The same for a block, which is copied.
rs_item *rs_item_new_block(const void *block, uintptr_t pc);
void rs_item_free(rs_item *item);
/// An item was handed over, or begins to run: what never begins is lost work.
void rs_work_handed_over(rs_item *item);
void rs_work_begun(rs_item *item);
/// What the start of an item touches: queues that can be suspended, a work item that can be
/// cancelled, a source. When it is nothing, the start needs no step of its own.
typedef struct rs_touched {
  uint32_t objects[2];
  uint32_t count;         // more than two: it may touch anything
  uint8_t flags;          // RS_FLAG_...
} rs_touched;
rs_touched rs_item_touches(rs_queue *queue, const rs_item *item);

/// What the start of a job touches.
/// - Parameter slept: it is a task that a timer lets go on.
void rs_job_touches(const void *job, bool slept, rs_touched *touched);
/// Whether a job does no more than letting a task go on.
bool rs_job_resumes(const void *job);
/// Whether a job is a task that goes on.
bool rs_job_is_task(const void *job);
/// A job begins on the running thread: what its task has looked at in vain comes along; or it ends.
void rs_job_begins(const void *job);
void rs_job_ends(const void *job);
/// The task that a job is, or lets go on; NULL if neither.
const void *rs_job_task(const void *job);
/// Where in the program a job goes on.
uintptr_t rs_job_place(const void *job, uintptr_t otherwise);
/// What the Swift runtime hands over: its function says so.
bool rs_item_is_job(const rs_item *item);

// --- Tasks ---------------------------------------------------------------------------------------

/// How the Swift runtime lays out what an asynchronous call carries; see Executor.h and Task.h there.
typedef struct rs_context {
  struct rs_context *parent;
  void *resume_parent;
  uintptr_t flags, synchronization;
  void *error, *result;
  const void *executor, *executor_kind;  // where it is resumed
} rs_context;

/// The object under which cancelling meets who asks about it.
uint32_t rs_cancellation_id(void);
/// What the children of a group did, for who waits for all of them at once. The running task adds one.
uint32_t rs_group_clock(const void *group);

// --- Queues -------------------------------------------------------------------------------------

typedef enum rs_queue_kind : uint8_t {
  RS_QUEUE_SERIAL,
  RS_QUEUE_CONCURRENT,
  RS_QUEUE_ROOT,
} rs_queue_kind;

typedef struct rs_specific {
  struct rs_specific *next;
  const void *key;
  void *value;
  rs_function destructor;
} rs_specific;

struct rs_queue {
  rs_dispatch object;
  const char *label;
  rs_queue_kind kind;
  bool bound;             // the main queue while only the main thread may run it
  bool inactive;          // not activated yet
  bool retargetable;      // made by the call that allows a new target later
  bool targeted;          // other queues run on it
  bool locked;            // a barrier, or an item of a serial queue, runs
  bool enqueued;          // its lane waits in its target
  int8_t relative_priority;
  uint8_t qos;
  uint32_t suspensions;
  bool cooperative;       // runs Swift's tasks: as wide as the settings say
  bool overcommits;       // a global queue that serial queues run on: never short of threads
  uint32_t width;         // asynchronous items that may run at once; 0 for no limit
  uint32_t used;          // non-barrier items that run; of a global queue with a width, its threads
  rs_thread *owner;       // who runs the barrier
  rs_item *first, *last;
  rs_item lane;           // stands for the queue in its target's list
  rs_specific *specifics;
  uint32_t generation;    // of the clock
  uint32_t reads_clock;   // what non-barrier items did
};

/// The main queue, under the name by which every library refers to it.
RS_EXPORT extern rs_queue _dispatch_main_q;
/// A queue by our pointer; the real library's own queues become the default global queue.
rs_queue *rs_queue_resolve(void *queue);
/// The global queue of a quality of service (0: default).
rs_queue *rs_queue_global(uint8_t qos, bool overcommit);
/// How many asynchronous items of the queue may run at once; 0 for any number.
uint32_t rs_queue_width(const rs_queue *queue);
/// Whether items of the queue may run at once, all the way down its targets.
bool rs_queue_is_parallel(const rs_queue *queue);
/// The object under which everything meets that shares a list of items with the queue; 0 when
/// nothing does.
uint32_t rs_queue_order(rs_queue *queue);
/// The object under which suspending the queue and starting its items meet.
uint32_t rs_queue_take_id(rs_queue *queue);
/// Whether the queue's items may start.
bool rs_queue_is_open(const rs_queue *queue);
/// A scheduling point before an operation on a queue's list of items.
void rs_queue_point(rs_op op, rs_queue *queue, bool barrier, uintptr_t pc);

/// The first item, taken off the list.
rs_item *rs_queue_take_first(rs_queue *queue);
/// Puts an item at the end of a queue. Part of the step of the point before it.
void rs_queue_push(rs_queue *queue, rs_item *item);
/// Lets in whoever is next, if anyone can be. After anything that may make room.
void rs_queue_advance(rs_queue *queue);
/// A worker, ordered after nothing, whose first step is an operation on two objects.
rs_thread *rs_worker_spawn_first(void (*body)(void *), void *context, const char *label, rs_op op,
                                 uint32_t object, uint32_t object2);
/// Runs one item of `queue` on this thread.
void rs_queue_run(rs_queue *queue, rs_item *item);
/// A barrier, or an item of a serial queue, ended on this thread.
void rs_queue_unlock(rs_queue *queue);
/// Orders this thread after what the queue did, before an item; and what it did after, at its end.
void rs_queue_acquire(rs_queue *queue, bool barrier);
void rs_queue_release(rs_queue *queue, bool barrier);
/// The points, pushes and so on of an asynchronous submission.
void rs_queue_submit(rs_queue *queue, rs_item *item, bool barrier, rs_group *group, uintptr_t pc);
/// Calls `call(context)` on the queue, and returns when it is done.
void rs_queue_sync(rs_queue *queue, rs_function call, void *context, rs_work *work, bool barrier,
                   bool remote, uintptr_t pc);
/// Something was put into the main queue: whoever may run it has to look.
void rs_main_poke(void);

// --- Sources ------------------------------------------------------------------------------------

/// What a source waits for.
typedef struct rs_source_type rs_source_type;

struct rs_source {
  rs_dispatch object;
  const rs_source_type *type;
  bool inactive, cancelled, finished;
  bool queued;             // its item waits in its target
  bool running;            // a handler runs
  bool barrier;            // its handler asked to run as a barrier
  uint32_t suspensions;
  uintptr_t handle, mask;
  uintptr_t pc;            // where it was made
  uint64_t pending, data;  // not yet delivered; being delivered
  rs_item item;
  rs_item *handlers[3];    // event, cancel, registration
  // Timers only.
  rs_timer timer;
  uint64_t next, interval; // RS_FOREVER: none
  bool missed;             // came due while it could not be delivered: not armed
  bool rearm;              // to be armed again once the handler returns
  bool due;                // a thread is on its way to fire it
};

/// Runs a source's item: delivers, registers, or finishes a cancellation.
void rs_source_run(rs_source *source);
/// Hands the source to its target if it has something to do there.
void rs_source_wake(rs_source *source);
/// Starts the source once it is activated, or goes on after a suspension.
void rs_source_activate(rs_source *source, uintptr_t pc);
void rs_source_resumed(rs_source *source);
/// A source that neither was cancelled nor let go of, and is not held back.
bool rs_source_is_live(const rs_source *source);
/// A scheduling point before an operation on a source, which may hand it to its target.
void rs_source_point(rs_source *source, rs_op op, uint8_t flags, uintptr_t pc);
/// Arms a timer for its next tick, unless it has none or may not run.
void rs_timer_source_arm(rs_source *source);
void rs_timer_source_disarm(rs_source *source);
/// The source that an armed timer belongs to; NULL if it is another sort of timer.
const rs_source *rs_timer_source(const rs_timer *timer);
/// The item that enters its queue when the timer fires; NULL if it is another sort of timer.
const rs_item *rs_after_item(const rs_timer *timer);
/// The ticks to deliver: those counted, and those missed until now.
uint64_t rs_timer_source_latch(rs_source *source);
/// Arms a timer again that was left alone while it could not be delivered.
void rs_timer_source_delivered(rs_source *source);

// --- The current queue --------------------------------------------------------------------------

/// One level of "this thread now runs on that queue".
typedef struct rs_frame {
  rs_queue *queue;
  struct rs_frame *outer;
  uint32_t applies;     // nested applies
  bool wakes;           // runs a job that lets a task go on
} rs_frame;

/// The queue that the running thread is on: NULL for a plain thread.
rs_queue *rs_current_queue(void);
rs_frame *rs_frame_top(void);
void rs_frame_push(rs_frame *frame, rs_queue *queue);
void rs_frame_pop(rs_frame *frame);

// --- Groups and time ----------------------------------------------------------------------------

/// One more, one fewer. `rs_group_leave` is a scheduling point and may hand notifications over.
void rs_group_enter(rs_group *group);
void rs_group_leave(rs_group *group, uintptr_t pc);
/// A group with one member already, for a work item.
rs_group *rs_group_new_entered(void);
/// Waits for a group to be empty. `op` is what the wait is shown as.
/// - Returns: false when the time was up.
bool rs_group_wait(rs_group *group, rs_op op, uint64_t timeout, uintptr_t pc);
void rs_group_notify(rs_group *group, rs_queue *queue, rs_item *item, uintptr_t pc);

/// A `dispatch_time_t` as an instant of the monotonic clock: 0 for "at once" or already past,
/// RS_FOREVER for never.
uint64_t rs_dispatch_deadline(uint64_t time);
/// The same, but past instants as they are.
uint64_t rs_dispatch_instant(uint64_t time);

/// The program's own call, for reports: Dispatch is mostly called from within libraries.
/// - Parameters:
///   - pc: The return address of the exported function.
///   - frame: Its frame address.
uintptr_t rs_place(uintptr_t pc, const void *frame);
/// The same, and who called that, as far as it is in the program: innermost first.
/// - Returns: how many.
uint32_t rs_places(uintptr_t pc, const void *frame, uintptr_t *places, uint32_t capacity);
/// To be used in exported functions.
#define RS_PLACE() rs_place(RS_PC(), __builtin_frame_address(0))

/// The blocks that were handed to queues and have not begun.
/// - Returns: how many.
size_t rs_work_waiting(rs_root *roots, size_t capacity);

/// Whether an address lies in the executable's code, the runtime's own excepted.
bool rs_in_program(uintptr_t address);
/// Whether an address lies in the code of the runtime itself.
bool rs_in_runtime(uintptr_t address);
/// Ends the schedule over a misuse that traps on a real system.
#define RS_MISUSE(pc, ...) rs_trap(RS_OUTCOME_TRAP, (pc), __VA_ARGS__)

#pragma GCC visibility pop
#endif

// Swift's tasks, as far as the search must know of them.
//
// The concurrency runtime keeps actors, groups and continuations with atomics of its own, which are no
// scheduling points. Where the order of two tasks matters, a step has to say so:
// - A task takes its place in an actor's line when it switches to the actor, or when it is resumed
//   there. Lines are first-in first-out, so these steps conflict, and leaving an actor is no step.
// - Children of a group come out of it in the order in which they end; and a task that waits for
//   another while it is on an actor lets others in, unless the other has ended already.
// - Cancelling is seen by whoever asks, and by sleepers.
// Otherwise, whoever waits for a task cannot go on before it ended, so neither is a step. The end of an
// `async let` is never one.
//
// DispatchTaskEntry.S stands in front of the runtime's functions that the program calls; jobs are seen
// when they start. Priorities are not modelled: a more urgent job waits for its turn.
#include "DispatchInternal.h"
#include "State.h"

#include <dlfcn.h>
#include <string.h>

/// Stands for what cancelling changes.
static const char cancellation = 0;

uint32_t rs_cancellation_id(void) {
  uint32_t id = rs_object_id(&cancellation, RS_KIND_OTHER);
  if (id && !rs_object_name(id)) rs_object_set_name(id, "cancellation");
  return id;
}

static uint32_t named_id(const void *address, const char *name) {
  uint32_t id = rs_object_id(address, RS_KIND_OTHER);
  if (id && !rs_object_name(id)) rs_object_set_name(id, name);
  return id;
}

// --- How the runtime lays out what it hands over -------------------------------------------------

typedef struct rs_job {
  void *metadata;
  uintptr_t references;
  void *scheduler[2];
  uint32_t flags, id;
  void *voucher, *reserved;
  uintptr_t resume;       // of a task: the function that it goes on with
  rs_context *context;    // of a task, when it waits for a continuation: that
  struct rs_job *continuation; // of a job that resumes a task: the task
} rs_job;

enum { TASK_JOB = 0, FIRST_ACTOR_JOB = 192, LAST_ACTOR_JOB = 194, RESUMING_JOB = 195 };

static uint8_t job_kind(const rs_job *job) { return (uint8_t)job->flags; }

typedef struct rs_executor {
  const void *identity, *kind;
} rs_executor;

/// The main actor's line is the main queue, which has steps of its own.
static bool is_main_executor(const void *identity) {
  static const void *main_identity;
  static bool known;
  if (!known) {
    known = true;
    __attribute__((swiftcall)) rs_executor (*get)(void) =
        (__attribute__((swiftcall)) rs_executor(*)(void))dlsym(RTLD_DEFAULT,
                                                               "swift_task_getMainExecutor");
    if (get) main_identity = get().identity;
  }
  return identity == main_identity;
}

/// The actor whose line a waiting task will join when it is resumed; NULL if none.
static const void *actor_of(const rs_job *task) {
  const rs_context *context = task ? task->context : NULL;
  const void *identity = context ? context->executor : NULL;
  return identity && !is_main_executor(identity) ? identity : NULL;
}

uintptr_t rs_job_place(const void *job, uintptr_t otherwise) {
  const rs_job *it = job;
  if (job_kind(it) != TASK_JOB) return otherwise;
  return rs_in_program(it->resume) ? it->resume : otherwise;
}

const void *rs_job_task(const void *job) {
  const rs_job *it = job;
  switch (job_kind(it)) {
  case TASK_JOB: return it;
  case RESUMING_JOB: return it->continuation;
  default: return NULL;
  }
}

uint32_t rs_task_places(uintptr_t task, uintptr_t *places, uint32_t capacity) {
  const rs_job *it = (const rs_job *)task;
  const rs_context *context = it->context;
  uintptr_t place = it->resume;
  uint32_t count = 0;
  for (int depth = 0; depth < 64; depth++) {
    // Within the function: it begins with this address.
    if (rs_in_program(place)) places[count++] = place + 4;
    if (count == capacity || !rs_is_mapped((uintptr_t)context)) break;
    place = (uintptr_t)context->resume_parent;
    context = context->parent;
  }
  return count;
}

bool rs_task_is_over(uintptr_t task) {
  // The runtime's `AsyncTask` of 6.3, where its state begins, and the bit for the end.
  enum { STATE = 96, HAS_ENDED = 0x2000 };
  if (task == (uintptr_t)rs_current_task()) return true;
  return *(const uint32_t *)(task + STATE) & HAS_ENDED;
}

// --- Where a task last switched to ---------------------------------------------------------------

#define BUCKETS 256
typedef struct rs_stay {
  struct rs_stay *next;
  const void *task, *actor;
  uint8_t spin_count;                  // what it looks at again and again, from thread to thread
  rs_spin_entry spins[RS_SPIN_RING];   // `path`: what it wrote since it last came there
} rs_stay;

static rs_stay *stays[BUCKETS];
static uint32_t stays_generation;

/// What is kept of a task: `actor` is the one that it last switched to.
static rs_stay *stay_of(const void *task) {
  if (stays_generation != rs_generation) {
    memset(stays, 0, sizeof stays);
    stays_generation = rs_generation;
  }
  rs_stay **bucket = &stays[((uintptr_t)task >> 6) % BUCKETS];
  for (rs_stay *at = *bucket; at; at = at->next) {
    if (at->task == task) return at;
  }
  rs_stay *stay = rs_schedule_alloc(sizeof *stay);
  *stay = (rs_stay){.next = *bucket, .task = task};
  *bucket = stay;
  return stay;
}

/// Whether a function is what every task of one of two sorts begins with.
static bool begins_task(uintptr_t function) {
  static uintptr_t beginnings[2];
  if (!beginnings[0]) {
    void **first = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_future_adapter");
    void **second = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_non_future_adapter");
    beginnings[0] = first ? (uintptr_t)*first : 1;
    beginnings[1] = second ? (uintptr_t)*second : 1;
  }
  return function == beginnings[0] || function == beginnings[1];
}

static void join(const void *actor, rs_touched *touched) {
  touched->objects[touched->count++] = named_id(actor, "actor");
  touched->flags = 0;
}

static void task_touches(const rs_job *task, bool slept, rs_touched *touched) {
  // The program's own functions say when they switch.
  if (rs_in_program(task->resume)) return;
  rs_stay *stay = stay_of(task);
  if (begins_task(task->resume)) *stay = (rs_stay){.next = stay->next, .task = task};
  // The library's may go back to where the task was, without a word; those that sleep do not.
  if (stay->actor && !slept) join(stay->actor, touched);
}

void rs_job_begins(const void *job) {
  if (!rs_running || job_kind(job) != TASK_JOB) return;
  const rs_stay *stay = stay_of(job);
  rs_self->spin_count = stay->spin_count;
  memcpy(rs_self->spins, stay->spins, sizeof stay->spins);
  for (uint32_t i = 0; i < rs_self->spin_count; i++) {
    rs_self->spins[i].path = rs_self->path - stay->spins[i].path;
    rs_self->spins[i].stack = 0;
  }
}

void rs_job_ends(const void *job) {
  if (!rs_running) return;
  rs_stay *stay = stay_of(job);
  stay->spin_count = rs_self->spin_count;
  memcpy(stay->spins, rs_self->spins, sizeof stay->spins);
  // What this thread wrote, and will write, for others is no part of the task's rounds.
  for (uint32_t i = 0; i < stay->spin_count; i++) {
    stay->spins[i].path = rs_self->path - rs_self->spins[i].path;
  }
}

bool rs_job_is_task(const void *job) { return job_kind(job) == TASK_JOB; }

bool rs_job_resumes(const void *job) { return job_kind(job) == RESUMING_JOB; }

void rs_job_touches(const void *job, bool slept, rs_touched *touched) {
  const rs_job *it = job;
  uint8_t kind = job_kind(it);
  if (kind == TASK_JOB) {
    task_touches(it, slept, touched);
  } else if (kind == RESUMING_JOB) {
    const void *actor = actor_of(it->continuation);
    touched->objects[touched->count++] = rs_cancellation_id();
    if (actor) join(actor, touched);
  } else if (kind < FIRST_ACTOR_JOB || kind > LAST_ACTOR_JOB) {
    touched->count = 3;
  }
}

// --- What the program calls ---------------------------------------------------------------------

static const char *const names[] = {
#define ENTRY(index, symbol) [index] = symbol,
#include "DispatchTaskEntries.h"
#undef ENTRY
};
enum {
  SWITCH, RESUME, RESUME_THROWING, RESUME_WITH_ERROR, CHECKED_RESUME, CHECKED_RESUME_THROWING,
  FIRST_QUESTION, LAST_QUESTION = 8,
};

static void join_line(const void *identity, uintptr_t place) {
  if (!identity || is_main_executor(identity)) return;
  uint32_t id = named_id(identity, "actor");
  rs_point(RS_OP_TASK, id, place);
  rs_object_changed(id);
}

static void anything(uintptr_t place) {
  uint32_t id = rs_cancellation_id();
  rs_point2(RS_OP_TASK, id, 0, RS_FLAG_ALL, place);
  rs_object_changed(id);
}

/// Called by each entry before the runtime's own function.
/// - Parameter self: what a Swift method's `self` register holds.
/// - Returns: the function.
RS_HIDDEN void *rs_task_entry(uintptr_t index, uintptr_t first, uintptr_t second,
                              uintptr_t caller, uintptr_t self) {
  static void *real[sizeof names / sizeof names[0]];
  if (!real[index]) real[index] = rs_real(names[index]);
  if (!rs_running) return real[index];
  uintptr_t place = rs_in_program(caller) ? caller - 1 : caller;
  switch (index) {
  case SWITCH:
    stay_of(rs_current_task())->actor = is_main_executor((const void *)second) ? NULL : (void *)second;
    join_line((const void *)second, rs_in_program(first) ? first : place);
    break;
  case RESUME: case RESUME_THROWING: case RESUME_WITH_ERROR:
    join_line(actor_of((const rs_job *)first), place);
    break;
  case CHECKED_RESUME: case CHECKED_RESUME_THROWING: {
    // A checked continuation holds an object, and that the task, until it is resumed.
    void *const *canary = *(void *const **)self;
    join_line(actor_of(canary[2]), place);
    break;
  }
  case FIRST_QUESTION: case FIRST_QUESTION + 1: case LAST_QUESTION: {
    uint32_t id = rs_cancellation_id();
    rs_point2(RS_OP_TASK, id, 0, RS_FLAG_READS, place);
    rs_spin(id, place);
    break;
  }
  default:
    anything(place);
  }
  return real[index];
}

// --- Tasks that begin, and how they end ------------------------------------------

typedef struct rs_child {
  struct rs_child *next;
  const rs_context *context;
  const void *group, *actor;
  uint32_t group_clock;
  uintptr_t place;
} rs_child;

static rs_child *children;
static uint32_t children_generation;

#define ENDS 4
static void *real_ends[ENDS];
extern void rs_task_end_0(void), rs_task_end_1(void), rs_task_end_2(void), rs_task_end_3(void);

/// Called before what the runtime does at the end of a task.
/// - Returns: that function.
RS_HIDDEN void *rs_task_ended(uintptr_t index, const rs_context *context) {
  for (rs_child **at = &children; *at; at = &(*at)->next) {
    rs_child *child = *at;
    if (child->context != context) continue;
    *at = child->next;
    uint32_t group = child->group ? named_id(child->group, "task group") : 0;
    uint32_t actor = child->actor ? named_id(child->actor, "actor") : 0;
    uint32_t id = group ? group : actor;
    uintptr_t place = child->place;
    rs_clock_release(child->group_clock);
    rs_dispatch_free(child);
    rs_point2(RS_OP_TASK, id, group ? actor : 0, 0, place);
    rs_object_changed(id);
    break;
  }
  return real_ends[index];
}

/// Makes the end of a task a step: nobody has run it yet.
static void watch_end(rs_context *context, const void *group, const void *actor,
                      uintptr_t place) {
  static void (*const ends[ENDS])(void) = {rs_task_end_0, rs_task_end_1, rs_task_end_2,
                                           rs_task_end_3};
  for (int i = 0; i < ENDS; i++) {
    if (real_ends[i] && real_ends[i] != context->resume_parent) continue;
    real_ends[i] = context->resume_parent;
    if (children_generation != rs_generation) {
      // Tasks of another schedule that never ended.
      children_generation = rs_generation;
      children = NULL;
    }
    rs_child *child = rs_dispatch_allocate(sizeof *child);
    uint32_t group_clock = group ? rs_group_clock(group) : 0;
    *child = (rs_child){children, context, group, actor, group_clock, place};
    children = child;
    context->resume_parent = (void *)ends[i];
    return;
  }
}

typedef struct rs_option {
  uintptr_t flags;
  const struct rs_option *next;
  const void *group;
} rs_option;
enum { GROUP_OPTION = 1, ASYNC_LET_OPTION = 2, ASYNC_LET_BUFFER_OPTION = 3 };

typedef struct rs_new_task {
  rs_job *task;
  rs_context *context;
} rs_new_task;

typedef __attribute__((swiftcall)) rs_new_task (*rs_create)(uintptr_t, const rs_option *,
                                                            const void *, void *, void *);

RS_EXPORT __attribute__((swiftcall)) rs_new_task swift_task_create(
    uintptr_t flags, const rs_option *options, const void *result, void *function, void *closure) {
  static rs_create real;
  if (!real) real = (rs_create)rs_real("swift_task_create");
  if (!rs_running) return real(flags, options, result, function, closure);
  uintptr_t place = RS_PLACE();
  const void *group = NULL;
  bool plain = true;
  for (const rs_option *option = options; option; option = option->next) {
    uint8_t kind = (uint8_t)option->flags;
    if (kind == GROUP_OPTION) group = option->group;
    plain &= kind >= GROUP_OPTION && kind <= ASYNC_LET_BUFFER_OPTION;
  }
  // Other options may put the task in an actor's line right away.
  if (!plain) anything(place);
  rs_new_task made = real(flags, options, result, function, closure);
  rs_task_made(made.task);
  if (rs_set.trace_frames) {
    // `Task.init` is a function of the program's own; what called it is of interest.
    uintptr_t frames[RS_MAKER_FRAMES];
    uint32_t known = rs_places(RS_PC(), __builtin_frame_address(0), frames, RS_MAKER_FRAMES);
    rs_block_made_by((uintptr_t)made.task, frames, known);
  }
  // Whoever waits on an actor either leaves it or, when the task has ended, does not.
  const void *actor = stay_of(rs_current_task())->actor;
  if ((group || actor) && made.context) watch_end(made.context, group, actor, place);
  return made;
}

// Scheduling: points, waiting and waking, the begin and the end of a schedule.
#include "State.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool rs_running;
bool rs_in_schedule;
bool rs_detecting;
uint32_t rs_generation = 1;
rs_settings rs_set = {.detect_races = true, .step_bound = 20000};
rs_callbacks rs_calls;
rs_shared *rs_out;
rs_counters rs_counts;

static uint32_t generations = 1;
static uint32_t steps;          // of this schedule
static uint16_t enabled[RS_MAX_THREADS];
static uint16_t live[RS_MAX_THREADS];  // ids of threads that have not ended, ascending
static uint32_t live_count, live_total;
static uint32_t spin_rounds;    // times that only spinning threads could go on, in a row
static int work_pending;
static uintptr_t waiting_frames[RS_MAX_THREADS][RS_STEP_FRAMES];
static uint16_t waiting_tasks[RS_MAX_THREADS];
/// Steps that a thread must repeat, in rounds of at most so many, to be taken for waiting.
#define CIRCLE_STEPS 48
#define CIRCLE_PERIOD 16
/// The same for several threads that keep each other from getting on, such as two that back off in step.
#define DANCE_STEPS 192
#define DANCE_PERIOD 48
uint32_t rs_run_length;
uint32_t rs_last_write;
static rs_step nowhere;
static rs_step *last = &nowhere;

#define MAX_HOOKS 16
static void (*begin_hooks[MAX_HOOKS])(void);
static void (*end_hooks[MAX_HOOKS])(void);
static uint32_t begin_count, end_count;

uint32_t rs_next_generation(void) { return ++generations; }
rs_settings *rs_settings_get(void) { return &rs_set; }
bool rs_is_running(void) { return rs_running; }
rs_step *rs_last_step(void) { return last; }
void rs_work_pending(int delta) { work_pending += delta; }

static uint32_t inside;

void rs_enter(void) {
  if (inside++ == 0) rs_running = false;
}

void rs_leave(void) {
  if (--inside == 0) rs_running = rs_in_schedule;
}

void rs_on_begin(void (*reset)(void)) {
  if (begin_count < MAX_HOOKS) begin_hooks[begin_count++] = reset;
}
void rs_on_end(void (*check)(void)) {
  if (end_count < MAX_HOOKS) end_hooks[end_count++] = check;
}

static const uint8_t usual_flags[RS_OP_COUNT] = {
    [RS_OP_ATOMIC_LOAD] = RS_FLAG_READS,
    [RS_OP_READ] = RS_FLAG_READS,
    [RS_OP_SEM_READ] = RS_FLAG_READS,
    [RS_OP_JOIN] = RS_FLAG_READS,
    [RS_OP_LOCK] = RS_FLAG_TAKES,
    [RS_OP_WRITE_LOCK] = RS_FLAG_TAKES,
    [RS_OP_READ_LOCK] = RS_FLAG_TAKES | RS_FLAG_READS,
    [RS_OP_FUTEX_LOCK] = RS_FLAG_TAKES,
    [RS_OP_COND_WAKE] = RS_FLAG_TAKES,
    [RS_OP_UNLOCK] = RS_FLAG_GIVES,
    [RS_OP_RW_UNLOCK] = RS_FLAG_GIVES,
    [RS_OP_FUTEX_UNLOCK] = RS_FLAG_GIVES,
    [RS_OP_COND_WAIT] = RS_FLAG_GIVES,
};

// --- Who goes on --------------------------------------------------------------------------------

/// Brings `live` up to date: new threads are appended, ended ones leave.
static void live_update(void) {
  while (live_total < rs_thread_total) live[live_count++] = (uint16_t)live_total++;
}

static void live_remove(uint32_t id) {
  live_update();
  for (uint32_t i = 0; i < live_count; i++) {
    if (live[i] != id) continue;
    memmove(&live[i], &live[i + 1], (live_count - i - 1) * sizeof live[0]);
    live_count -= 1;
    return;
  }
}

static bool can_go(rs_thread *thread) {
  if (RS_UNLIKELY(thread->resting)) {
    if (thread->rested_at == steps) return false;
    thread->resting = false;
  }
  if (thread->state == RS_STATE_READY) return true;
  return thread->state == RS_STATE_WAITING && thread->ready && thread->ready(thread->ready_context);
}

/// Fills `enabled`. Threads that gave way, and those that only settle, count when no other can.
static uint32_t find_enabled(void) {
  uint32_t count = 0;
  bool yielding = false;
  rs_thread *settling = NULL;
  live_update();
  for (uint32_t i = 0; i < live_count; i++) {
    rs_thread *thread = &rs_threads[live[i]];
    if (thread->settling && !(thread->id == 0 && rs_main_has_work())) {
      settling = thread;
    } else if (can_go(thread)) {
      yielding |= thread->yields;
      enabled[count++] = live[i];
    }
  }
  if (yielding) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) kept += !rs_threads[enabled[i]].yields;
    if (kept > 0) {
      kept = 0;
      for (uint32_t i = 0; i < count; i++) {
        if (!rs_threads[enabled[i]].yields) enabled[kept++] = enabled[i];
      }
      count = kept;
    }
  }
  if (count == 0 && settling) enabled[count++] = settling->id;
  return count;
}

/// Lets threads that spin on something unchanged look once more.
static bool release_spinners(void) {
  bool any = false;
  for (uint32_t i = 0; i < live_count; i++) {
    rs_thread *thread = &rs_threads[live[i]];
    if (thread->resting) {
      thread->resting = false;
      any = true;
    }
    if (!thread->spinning) continue;
    any = true;
    thread->spinning = false;
    thread->state = RS_STATE_READY;
  }
  return any;
}

static int describe(char *out, size_t size, rs_thread *thread);

static _Noreturn void stuck(rs_outcome outcome, const char *what) {
  if (rs_running && rs_calls.stuck) {
    for (uint32_t i = 0; i < live_count; i++) enabled[i] = live[i];
    rs_decision decision = {
        .enabled = enabled, .count = live_count, .pending = rs_pendings, .step = steps};
    rs_calls.stuck(&decision);
  }
  char text[1400];
  size_t used = 0;
  for (uint32_t i = 0; i < live_count && used < sizeof text - 200; i++) {
    rs_thread *thread = &rs_threads[live[i]];
    if (thread->daemon || thread->settling) continue;
    used += (size_t)describe(text + used, sizeof text - used, thread);
  }
  text[used] = 0;
  rs_trap(outcome, 0, "%s\n%s", what, text);
}

static const char *kind_words[] = {
    "nothing", "mutex", "read-write lock", "condition", "semaphore", "barrier", "spin lock", "once",
    "lock", "atomic", "memory", "thread", "queue", "group", "dispatch semaphore", "work item",
    "source", "descriptor", "object"};

/// One line on what a thread waits for, in a form that is parsed outside:
/// `T2 "worker" op=LOCK pc=… object=3 kind=mutex name="…" held-by=T1 since=…`
static int describe(char *out, size_t size, rs_thread *thread) {
  rs_pending *pending = &rs_pendings[thread->id];
  int n = snprintf(out, size, "thread=%u name=\"%s\" op=%u pc=%#lx", thread->id, thread->name,
                   pending->op, (unsigned long)pending->pc);
  if (pending->object) {
    rs_object *object = &rs_objects[pending->object];
    n += snprintf(out + n, size - (size_t)n, " object=%u kind=\"%s\"", pending->object,
                  kind_words[object->kind]);
    if (object->name) n += snprintf(out + n, size - (size_t)n, " label=\"%s\"", object->name);
    if (object->holder) {
      n += snprintf(out + n, size - (size_t)n, " holder=%u since=%#lx", object->holder - 1,
                    (unsigned long)object->holder_pc);
    }
  }
  return n + snprintf(out + n, size - (size_t)n, "\n");
}

void rs_stuck_on_itself(rs_op op, uint32_t object, uintptr_t pc, const char *what) {
  rs_pendings[rs_self->id] = (rs_pending){.op = op, .object = object, .pc = pc};
  char text[512];
  describe(text, sizeof text, rs_self);
  rs_trap(RS_OUTCOME_DEADLOCK, pc, "%s\n%s", what, text);
}

/// Whether time may pass on its own: somebody who matters waits.
static bool main_waits(void) { return !rs_threads[0].settling; }

/// Chooses the thread that goes on, advancing the clock when none can.
static rs_thread *pick(void) {
  for (;;) {
    uint32_t count = find_enabled();
    if (RS_UNLIKELY(count == 0)) {
      if (main_waits() && rs_time_step(RS_FOREVER)) {
        spin_rounds = 0;
        if (rs_running) {
          steps += 1;
          if (steps > rs_set.step_bound) {
            stuck(RS_OUTCOME_LIVELOCK, "time passes and nobody gets any further");
          }
          if (rs_calls.advanced) rs_calls.advanced();
        }
        continue;
      }
      if (release_spinners()) {
        if (++spin_rounds > 50) {
          stuck(RS_OUTCOME_LIVELOCK, "threads repeat the same steps, and what they wait for cannot change");
        }
        // A loop that watches the clock must see it move.
        rs_clock_now += 1000000ull << (spin_rounds < 10 ? spin_rounds : 10);
        continue;
      }
      stuck(RS_OUTCOME_DEADLOCK, "no thread can go on");
    }
    if (RS_UNLIKELY(!rs_running || rs_calls.choose == NULL)) {
      // Outside a schedule threads run until they wait.
      if (can_go(rs_self) && !rs_self->yields && !rs_self->settling) return rs_self;
      return &rs_threads[enabled[0]];
    }
    if (count == 1 && rs_threads[enabled[0]].settling) {
      if (rs_calls.advanced) rs_calls.advanced();
      return &rs_threads[enabled[0]];
    }
    rs_decision decision = {
        .enabled = enabled,
        .count = count,
        .current = rs_self->id,
        .current_yields = rs_self->yields,
        .pending = rs_pendings,
        .step = steps,
    };
    for (uint32_t i = 0; i < count; i++) decision.current_enabled |= enabled[i] == rs_self->id;
    return &rs_threads[rs_calls.choose(&decision)];
  }
}

/// Whether every thread that can go on keeps trying and failing: the last steps repeat themselves, with
/// nothing written, and in every round each of them failed at something.
static bool all_dance(void) {
  if (steps - rs_last_write < DANCE_STEPS || steps > rs_out->step_capacity) return false;
  const rs_step *newest = &rs_out->steps[steps - 1];
  uint32_t period = 1;
  for (; period <= DANCE_PERIOD; period++) {
    uint32_t i = 0;
    for (; i + period < DANCE_STEPS; i++) {
      const rs_step *a = newest - i, *b = a - period;
      if (a->thread != b->thread || a->pc != b->pc || a->op != b->op || a->object != b->object ||
          a->value != b->value) {
        break;
      }
    }
    if (i + period == DANCE_STEPS) break;
  }
  if (period > DANCE_PERIOD) return false;
  uint32_t dancers = 0;
  for (uint32_t i = 0; i < live_count; i++) {
    if (!can_go(&rs_threads[live[i]])) continue;
    bool failed = false;
    for (uint32_t j = 0; j < period; j++) {
      failed |= newest[-(int)j].thread == live[i] && (newest[-(int)j].has_value & 4);
    }
    if (!failed) return false;
    dancers += 1;
  }
  return dancers > 1;
}

/// Writes down the step that `thread` now takes.
// A traced write is announced before it is made: its value is looked up at the next step.
static rs_step *unread;
static uintptr_t unread_address;
static uint32_t unread_size;

static void read_back(void) {
  if (!unread) return;
  unread->value = 0;
  memcpy(&unread->value, (const void *)unread_address, unread_size);
  unread->has_value = 3;
  unread = NULL;
}

void rs_trace_written(uintptr_t address, uint32_t size) {
  if (size < 2 || size > 8) return;
  unread = last;
  unread_address = address;
  unread_size = size;
}

void rs_trace_access(uintptr_t address, uint32_t size, bool write, uintptr_t pc) {
  rs_shared *out = rs_out;
  read_back();
  if (steps >= out->step_capacity || !out->step_frames) return;
  rs_step *step = &out->steps[steps];
  *step = (rs_step){
      .pc = pc, .object = rs_object_id((void *)(address & ~7ull), RS_KIND_MEMORY),
      .thread = rs_self->id, .op = write ? RS_OP_WRITE : RS_OP_READ, .task = rs_task_current()};
  uintptr_t *frames = &out->step_frames[(size_t)steps * RS_STEP_FRAMES];
  uint32_t count =
      rs_backtrace((uintptr_t)__builtin_frame_address(0), pc, frames, RS_STEP_FRAMES);
  if (count < RS_STEP_FRAMES) frames[count] = 0;
  if (size > 1 && size <= 8) {
    if (write) {
      unread = step;
      unread_address = address;
      unread_size = size;
    } else {
      memcpy(&step->value, (const void *)address, size);
      step->has_value = 1;
    }
  }
  steps += 1;
  out->step_count = steps;
}

static void take_step(rs_thread *thread) {
  thread->idle_accesses = 0;
  if (!rs_running || (thread->settling && !rs_main_has_work())) return;
  read_back();
  rs_pending *pending = &rs_pendings[thread->id];
  rs_shared *out = rs_out;
  if (steps < out->step_capacity) {
    last = &out->steps[steps];
    *last = (rs_step){
        .pc = pending->pc, .object = pending->object, .object2 = pending->object2,
        .thread = thread->id, .op = pending->op};
    if (RS_UNLIKELY(rs_set.trace_frames) && out->step_frames) {
      memcpy(&out->step_frames[(size_t)steps * RS_STEP_FRAMES], waiting_frames[thread->id],
             sizeof waiting_frames[0]);
      if (pending->op == RS_OP_START) {
        out->step_frames[(size_t)steps * RS_STEP_FRAMES] = 0;
      } else {
        last->task = waiting_tasks[thread->id];
      }
    }
  } else {
    last = &nowhere;
  }
  steps += 1;
  out->step_count = steps;
  out->heartbeat += 1;
  if (RS_UNLIKELY(steps % 64 == 0 && steps >= DANCE_STEPS) && all_dance()) {
    stuck(RS_OUTCOME_LIVELOCK, "threads keep each other from getting any further");
  }
  if (RS_UNLIKELY(steps > rs_set.step_bound)) {
    stuck(RS_OUTCOME_LIVELOCK, "the schedule does not end within the step bound");
  }
}

/// Keeps where the running thread is about to do its next operation.
static __attribute__((noinline)) void keep_frames(void) {
  // A thread's frames belong to the step it takes when it goes on, so they wait with it.
  waiting_tasks[rs_self->id] = rs_task_current();
  uintptr_t *frames = waiting_frames[rs_self->id];
  uintptr_t all[RS_STEP_FRAMES + 8];
  uint32_t count = rs_backtrace((uintptr_t)__builtin_frame_address(0), rs_pendings[rs_self->id].pc,
                                all, RS_STEP_FRAMES + 8);
  if (count > RS_STEP_FRAMES) count = RS_STEP_FRAMES;
  memcpy(frames, all, count * sizeof all[0]);
  if (count < RS_STEP_FRAMES) frames[count] = 0;
}

static void clear_yields(rs_thread *going) {
  for (uint32_t i = 0; i < live_count; i++) {
    if (live[i] != going->id) rs_threads[live[i]].yields = false;
  }
}

static bool any_yields;

/// Whether the running thread repeats itself: it alone ran for a while, did the same again and again,
/// and wrote nothing in between.
static bool goes_in_circles(void) {
  if (steps > rs_out->step_capacity) return false;
  const rs_step *newest = &rs_out->steps[steps - 1];
  for (uint32_t period = 1; period <= CIRCLE_PERIOD; period++) {
    bool same = true;
    for (uint32_t i = 0; same && i + period < CIRCLE_STEPS; i++) {
      const rs_step *a = newest - i, *b = a - period;
      same = a->pc == b->pc && a->op == b->op && a->object == b->object && a->value == b->value;
    }
    if (same) return true;
  }
  return false;
}

void rs_rest(void) {
  rs_self->resting = true;
  rs_self->rested_at = steps;
  rs_arrive();
}

void rs_arrive(void) {
  rs_thread *self = rs_self;
  if (RS_UNLIKELY(rs_run_length >= CIRCLE_STEPS) && rs_running && self->held_count == 0 &&
      goes_in_circles()) {
    rs_run_length = 0;
    self->resting = true;
    self->rested_at = steps;
  }
  if (RS_UNLIKELY(rs_set.trace_frames)) keep_frames();
  rs_thread *next = pick();
  if (any_yields) {
    clear_yields(next);
    any_yields = next->yields;
  }
  take_step(next);
  rs_run_length += 1;
  if (next->state == RS_STATE_WAITING) next->state = RS_STATE_READY;
  next->ready = NULL;
  if (next == self) return;
  rs_run_length = 0;
  rs_switch_to(next);
}

// --- Points -------------------------------------------------------------------------------------

static bool spin_unchanged(void *context) {
  rs_thread *thread = context;
  for (uint32_t i = 0; i < thread->spin_count; i++) {
    rs_spin_entry *entry = &thread->spins[i];
    if (rs_objects[entry->object].version != entry->version) return true;
  }
  return false;
}

static bool spins_at(rs_thread *thread, uint32_t object, uintptr_t pc) {
  for (uint32_t i = 0; i < thread->spin_count; i++) {
    rs_spin_entry *entry = &thread->spins[i];
    if (entry->pc == pc && entry->object == object) {
      return entry->repeats >= RS_SPIN_PATIENCE &&
             entry->version == rs_objects[object].version && !spin_unchanged(thread);
    }
  }
  return false;
}

void rs_spin(uint32_t object, uintptr_t pc) {
  rs_thread *thread = rs_self;
  uint32_t version = rs_objects[object].version;
  for (uint32_t i = 0; i < thread->spin_count; i++) {
    rs_spin_entry *entry = &thread->spins[i];
    if (entry->pc != pc || entry->object != object) continue;
    entry->repeats = entry->version == version ? entry->repeats + 1 : 0;
    entry->version = version;
    return;
  }
  if (thread->spin_count == RS_SPIN_RING) {
    memmove(&thread->spins[0], &thread->spins[1], sizeof thread->spins - sizeof thread->spins[0]);
    thread->spin_count -= 1;
  }
  thread->spins[thread->spin_count++] = (rs_spin_entry){pc, object, version, 0};
}

void rs_progress(void) {
  rs_self->spin_count = 0;
  spin_rounds = 0;
}

void rs_object_changed(uint32_t object) {
  rs_objects[object].version += 1;
  rs_progress();
}

void rs_point2(rs_op op, uint32_t object, uint32_t object2, uint8_t flags, uintptr_t pc) {
  if (!rs_running) return;
  rs_thread *self = rs_self;
  rs_pendings[self->id] = (rs_pending){
      .pc = pc, .object = object, .object2 = object2, .op = op,
      .flags = flags ? flags : usual_flags[op]};
  if (self->spin_count && spins_at(self, object, pc)) {
    self->spinning = true;
    self->state = RS_STATE_WAITING;
    self->ready = spin_unchanged;
    self->ready_context = self;
    rs_arrive();
    self->spinning = false;
    return;
  }
  rs_arrive();
}

void rs_point(rs_op op, uint32_t object, uintptr_t pc) { rs_point2(op, object, 0, 0, pc); }

bool rs_point_when(rs_op op, uint32_t object, uint32_t object2, bool (*ready)(void *),
                   void *context, uint64_t deadline, uintptr_t pc) {
  rs_thread *self = rs_self;
  if (!rs_running && (!ready || ready(context))) return true;
  rs_pendings[self->id] = (rs_pending){
      .pc = pc, .object = object, .object2 = object2, .op = op, .flags = usual_flags[op]};
  if (!ready) {
    rs_arrive();
    return true;
  }
  self->state = RS_STATE_WAITING;
  self->ready = ready;
  self->ready_context = context;
  self->deadline = deadline;
  self->timed_out = false;
  if (!ready(context)) rs_counts.locks_contended += 1;
  rs_arrive();
  self->deadline = RS_FOREVER;
  if (!self->timed_out) return true;
  return ready(context);
}

bool rs_block(rs_op op, uint32_t object, uint32_t object2, uint64_t deadline, uintptr_t pc) {
  rs_thread *self = rs_self;
  rs_pendings[self->id] = (rs_pending){
      .pc = pc, .object = object, .object2 = object2, .op = op, .flags = usual_flags[op]};
  self->state = RS_STATE_BLOCKED;
  self->deadline = deadline;
  self->timed_out = false;
  rs_arrive();
  self->deadline = RS_FOREVER;
  return !self->timed_out;
}

void rs_make_ready(rs_thread *thread) {
  thread->deadline = RS_FOREVER;
  if (thread->then_ready) {
    thread->state = RS_STATE_WAITING;
    thread->ready = thread->then_ready;
    thread->ready_context = thread->then_context;
    thread->then_ready = NULL;
  } else {
    thread->state = RS_STATE_READY;
  }
}

void rs_wake(rs_thread *thread) {
  if (thread->state == RS_STATE_BLOCKED) rs_make_ready(thread);
}

static void list_remove(rs_wait_list *list, rs_thread *thread) {
  rs_thread *previous = NULL;
  for (rs_thread *at = list->first; at; previous = at, at = at->next) {
    if (at != thread) continue;
    if (previous) previous->next = at->next; else list->first = at->next;
    if (list->last == at) list->last = previous;
    list->count -= 1;
    at->next = NULL;
    at->listed = false;
    return;
  }
}

bool rs_wait_on(rs_wait_list *list, rs_op op, uint32_t object, uint32_t object2,
                uint64_t deadline, uintptr_t pc) {
  rs_thread *self = rs_self;
  self->next = NULL;
  self->listed = true;
  if (list->last) list->last->next = self; else list->first = self;
  list->last = self;
  list->count += 1;
  bool woken = rs_block(op, object, object2, deadline, pc);
  if (self->listed) list_remove(list, self);
  return woken;
}

bool rs_block_then(rs_wait_list *list, rs_op op, uint32_t object, uint32_t object2,
                   uint64_t deadline, bool (*then)(void *), void *context, uintptr_t pc) {
  rs_self->then_ready = then;
  rs_self->then_context = context;
  bool woken = rs_wait_on(list, op, object, object2, deadline, pc);
  rs_self->then_ready = NULL;
  return woken;
}

uint32_t rs_wake_some(rs_wait_list *list, uint32_t count) {
  uint32_t woken = 0;
  while (woken < count && list->first) {
    rs_thread *thread = list->first;
    list_remove(list, thread);
    // One whose time ran out is already on its way, and takes no wake from another.
    if (thread->state != RS_STATE_BLOCKED) continue;
    rs_wake(thread);
    woken += 1;
  }
  return woken;
}

bool rs_wake_any(rs_wait_list *list, uint32_t object) {
  uint32_t count = 0;
  for (rs_thread *at = list->first; at; at = at->next) count += at->state == RS_STATE_BLOCKED;
  if (count == 0) return false;
  uint32_t index = rs_choose(object, count);
  for (rs_thread *at = list->first; at; at = at->next) {
    if (at->state != RS_STATE_BLOCKED) continue;
    if (index-- > 0) continue;
    list_remove(list, at);
    rs_wake(at);
    return true;
  }
  return false;
}

uint32_t rs_choose(uint32_t object, uint32_t count) {
  if (count < 2 || !rs_running || rs_calls.pick == NULL) return 0;
  return rs_calls.pick(rs_self->id, object, count);
}

void rs_step_value(uint64_t value, bool written) {
  last->value = value;
  last->has_value |= written ? 3 : 1;
}

void rs_step_failed(void) { last->has_value |= 4; }

/// Lets others go first, at the next point and only there.
void rs_yield(rs_op op, uintptr_t pc) {
  if (!rs_running && live_count < 2) return;
  rs_thread *self = rs_self;
  rs_pendings[self->id] = (rs_pending){.pc = pc, .op = op};
  self->yields = any_yields = true;
  rs_arrive();
}

// --- Begin and end ------------------------------------------------------------------------------

void rs_install(const rs_callbacks *callbacks, rs_shared *shared) {
  rs_pool_init();
  rs_images_init();
  rs_crash_install();
  rs_calls = *callbacks;
  rs_out = shared;
}

void rs_begin(void) {
  unread = NULL;
  rs_generation = rs_next_generation();
  rs_thread_total = 1;
  live[0] = 0;
  live_count = live_total = 1;
  rs_thread *main = &rs_threads[0];
  main->held_count = 0;
  main->spin_count = 0;
  main->idle_accesses = 0;
  main->object = 0;
  main->yields = any_yields = main->resting = false;
  main->deadline = RS_FOREVER;
  main->end_clock = 0;
  rs_counts = (rs_counters){0};
  steps = 0;
  spin_rounds = 0;
  rs_run_length = 0;
  rs_last_write = 0;
  work_pending = 0;
  last = &nowhere;
  rs_out->step_count = 0;
  rs_out->thread_count = 1;
  rs_out->object_count = 1;
  memcpy(rs_out->thread_names[0], main->name, sizeof main->name);
  rs_out->report.outcome = RS_OUTCOME_NONE;
  rs_schedule_arena_reset();
  rs_objects_reset();
  rs_vectors_reset();
  rs_detecting = rs_set.detect_races;
  rs_vector_start(main, NULL);
  rs_shadow_reset();
  rs_time_reset();
  rs_random_reset();
  for (uint32_t i = 0; i < begin_count; i++) begin_hooks[i]();
  rs_running = rs_in_schedule = true;
}

void rs_settle(void) {
  rs_thread *self = rs_self;
  for (;;) {
    self->settling = true;
    rs_pendings[self->id] = (rs_pending){.op = RS_OP_QUEUE_TAKE};
    rs_arrive();
    self->settling = false;
    if (self->id != 0 || !rs_main_has_work()) return;
    rs_main_work();
  }
}

bool rs_end(void) {
  rs_settle();
  for (uint32_t i = 0; i < end_count; i++) end_hooks[i]();
  if (rs_threads[0].held_count) {
    rs_held *held = &rs_threads[0].held[0];
    rs_trap(RS_OUTCOME_LOCK_HELD, held->pc, "thread=0 name=\"main\" object=%u since=%#lx",
            held->object, (unsigned long)held->pc);
  }
  rs_out->counters = rs_counts;
  rs_out->virtual_time = rs_time_elapsed();
  rs_running = rs_in_schedule = false;
  rs_detecting = false;
  bool clean = true;
  for (uint32_t i = 0; i < live_count; i++) clean &= live[i] == 0;
  return clean;
}

void rs_finish_thread(void) {
  rs_thread *self = rs_self;
  rs_thread_run_exit_calls(self->slot);
  if (rs_running && self->held_count) {
    rs_held *held = &self->held[0];
    rs_trap(RS_OUTCOME_LOCK_HELD, held->pc, "thread=%u name=\"%s\" object=%u since=%#lx", self->id,
            self->name, held->object, (unsigned long)held->pc);
  }
  if (rs_detecting) {
    self->end_clock = rs_clock_new();
    rs_clock_release(self->end_clock);
  }
  self->state = RS_STATE_DONE;
  self->slot->busy = self->joinable;
  if (rs_running) rs_progress();
  live_remove(self->id);
  rs_thread *next = pick();
  take_step(next);
  if (next->state == RS_STATE_WAITING) next->state = RS_STATE_READY;
  next->ready = NULL;
  rs_switch_to(next);
}

// --- Clients ------------------------------------------------------------------------------------

uint32_t rs_client_start(const char *name, void (*body)(void *), void *context) {
  rs_thread *thread = rs_worker_spawn(body, context, name);
  thread->client = true;
  return thread->id;
}

static bool clients_done(void *context) {
  (void)context;
  for (uint32_t i = 1; i < rs_thread_total; i++) {
    if (rs_threads[i].client && rs_threads[i].state != RS_STATE_DONE) return false;
  }
  return true;
}

static bool clients_done_or_main_work(void *context) {
  return rs_main_has_work() || clients_done(context);
}

void rs_clients_join(void) {
  for (;;) {
    rs_point_when(RS_OP_JOIN, 0, 0, clients_done_or_main_work, NULL, RS_FOREVER, 0);
    if (clients_done(NULL)) break;
    rs_main_work();
  }
  for (uint32_t i = 1; i < rs_thread_total; i++) {
    rs_thread *thread = &rs_threads[i];
    if (!thread->client) continue;
    rs_clock_acquire(thread->end_clock);
    if (rs_running && rs_calls.joined) rs_calls.joined(i);
    thread->client = false;
  }
}

void rs_time_advance(uint64_t nanoseconds) {
  uint64_t target = rs_clock_now + nanoseconds;
  rs_settle();
  while (rs_time_step(target)) rs_settle();
  if (rs_clock_now < target) rs_clock_now = target;
}

void rs_mark(uint64_t value, const char *text) {
  (void)text;
  if (!rs_running) return;
  rs_pendings[rs_self->id] = (rs_pending){.op = RS_OP_MARK};
  take_step(rs_self);
  rs_step_value(value, false);
}

// Writes down what happens, step by step, in memory that outlives this process.
#include "Schedule.h"

#include <stdio.h>
#include <string.h>

uint32_t rs_steps;
static rs_step nowhere;
static rs_step *last = &nowhere;
// Where each thread is about to do its next operation.
static uintptr_t waiting_frames[RS_MAX_THREADS][RS_STEP_FRAMES];
static uint16_t waiting_tasks[RS_MAX_THREADS];

// A traced write is announced before it is made: its value is looked up at the next step.
static rs_step *unread;
static uintptr_t unread_address;
static uint32_t unread_size;

// The step from which the step bound counts.
static uint32_t granted_from;
/// However much time passes, a schedule has at most so many times the bound.
#define MOST_GRANTS 64

void rs_steps_grant(void) {
  if (rs_steps / MOST_GRANTS < rs_set.step_bound) granted_from = rs_steps;
}

bool rs_steps_over(void) { return rs_steps - granted_from > rs_set.step_bound; }

void rs_trace_reset(void) {
  granted_from = 0;
  unread = NULL;
  rs_steps = 0;
  last = &nowhere;
  rs_out->step_count = 0;
}

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
  if (rs_steps >= out->step_capacity || !out->step_frames) return;
  rs_step *step = &out->steps[rs_steps];
  *step = (rs_step){
      .pc = pc, .object = rs_object_id((void *)(address & ~7ull), RS_KIND_MEMORY),
      .thread = rs_self->id, .op = write ? RS_OP_WRITE : RS_OP_READ, .task = rs_task_current()};
  uintptr_t *frames = &out->step_frames[(size_t)rs_steps * RS_STEP_FRAMES];
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
  rs_steps += 1;
  out->step_count = rs_steps;
}

void rs_trace_time(void) {
  rs_shared *out = rs_out;
  if (!rs_running) return;
  read_back();
  if (rs_steps < out->step_capacity) {
    out->steps[rs_steps] = (rs_step){
        .op = RS_OP_TIME, .thread = rs_self->id, .value = rs_time_elapsed(), .has_value = 1};
    if (out->step_frames) out->step_frames[(size_t)rs_steps * RS_STEP_FRAMES] = 0;
  }
  rs_steps += 1;
  out->step_count = rs_steps;
}

void rs_take_step(rs_thread *thread) {
  thread->idle_accesses = thread->inside_accesses = thread->inside_locks = 0;
  if (!rs_running || (thread->settling && !rs_main_has_work())) return;
  read_back();
  rs_pending *pending = &rs_pendings[thread->id];
  if (pending->op != RS_OP_YIELD) thread->idle_rests = 0;
  rs_shared *out = rs_out;
  if (rs_steps < out->step_capacity) {
    last = &out->steps[rs_steps];
    *last = (rs_step){
        .pc = pending->pc, .object = pending->object, .object2 = pending->object2,
        .thread = thread->id, .op = pending->op, .trail = (uint16_t)thread->trail};
    if (RS_UNLIKELY(rs_set.trace_frames) && out->step_frames) {
      memcpy(&out->step_frames[(size_t)rs_steps * RS_STEP_FRAMES], waiting_frames[thread->id],
             sizeof waiting_frames[0]);
      if (pending->op == RS_OP_START) {
        out->step_frames[(size_t)rs_steps * RS_STEP_FRAMES] = 0;
      } else {
        last->task = waiting_tasks[thread->id];
      }
    }
  } else {
    last = &nowhere;
  }
  thread->trail = 0;
  rs_steps += 1;
  out->step_count = rs_steps;
  out->heartbeat += 1;
  if (RS_UNLIKELY(rs_steps % 64 == 0 && rs_steps >= RS_DANCE_STEPS) && rs_all_dance()) {
    rs_stuck(RS_OUTCOME_LIVELOCK, "threads keep each other from getting any further");
  }
  if (RS_UNLIKELY(rs_steps_over())) {
    rs_stuck(RS_OUTCOME_LIVELOCK, "the schedule does not end within the step bound");
  }
}

/// Keeps where the running thread is about to do its next operation.
__attribute__((noinline)) void rs_keep_frames(void) {
  // A thread's frames belong to the step it takes when it goes on, so they wait with it.
  waiting_tasks[rs_self->id] = rs_task_current();
  uintptr_t *frames = waiting_frames[rs_self->id];
  if (rs_self->hidden) {
    frames[0] = 0;
    return;
  }
  uintptr_t all[RS_STEP_FRAMES + 8];
  uint32_t count = rs_backtrace((uintptr_t)__builtin_frame_address(0), rs_pendings[rs_self->id].pc,
                                all, RS_STEP_FRAMES + 8);
  if (count > RS_STEP_FRAMES) count = RS_STEP_FRAMES;
  memcpy(frames, all, count * sizeof all[0]);
  if (count < RS_STEP_FRAMES) frames[count] = 0;
}

void rs_step_value(uint64_t value, bool written) {
  last->value = value;
  last->has_value |= written ? 3 : 1;
}

rs_step *rs_last_step(void) { return last; }

void rs_touch(uint32_t object) {
  if (object && rs_running && rs_calls.touched) rs_calls.touched(object);
}

void rs_step_failed(void) { last->has_value |= 4; }

void rs_observe(const void *observer) {
  if (rs_running) rs_point(RS_OP_OBSERVE, rs_object_id(observer, RS_KIND_OTHER), RS_PC());
}

void rs_hide(bool hidden) { rs_self->hidden = hidden; }

/// Objects whose end is of interest.
static uintptr_t watched[8];
static uint32_t watched_count, watched_generation;

void rs_watch_end(const void *object) {
  if (!rs_is_tracing()) return;
  if (watched_generation != rs_generation) watched_count = 0;
  watched_generation = rs_generation;
  if (watched_count < sizeof watched / sizeof watched[0]) {
    watched[watched_count++] = (uintptr_t)object;
  }
}

void rs_block_ended(uintptr_t address) {
  if (watched_generation != rs_generation || !rs_is_tracing()) return;
  for (uint32_t i = 0; i < watched_count; i++) {
    if (watched[i] != address) continue;
    watched[i] = 0;
    rs_mark("the object is gone: nobody holds it any more");
  }
}

bool rs_is_tracing(void) { return rs_running && rs_set.trace_frames; }

void rs_mark(const char *text) {
  rs_shared *out = rs_out;
  if (!rs_is_tracing() || out->mark_count == RS_SHARED_MARKS) return;
  snprintf(out->marks[out->mark_count], sizeof out->marks[0], "%s", text);
  // A mark has no place in the program: it speaks for itself.
  waiting_frames[rs_self->id][0] = 0;
  waiting_tasks[rs_self->id] = rs_task_current();
  rs_pendings[rs_self->id] = (rs_pending){.op = RS_OP_MARK};
  rs_take_step(rs_self);
  last->value = out->mark_count;
  out->mark_count += 1;
}

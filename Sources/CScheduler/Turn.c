// Turns: at every point one thread arrives, and the driver says who goes on.
#include "Schedule.h"

#include <string.h>

uint16_t rs_live[RS_MAX_THREADS];
uint32_t rs_live_count;
uint32_t rs_spin_rounds;
bool rs_any_yields;
static uint16_t enabled[RS_MAX_THREADS];
static uint32_t settle_rounds;  // times that spinners were let look again before all counts as quiet
static uint32_t live_total;  // threads that were in `rs_live` so far

void rs_live_reset(void) {
  rs_live[0] = 0;
  rs_live_count = live_total = 1;
}

/// Brings `rs_live` up to date: new threads are appended, ended ones leave.
static void live_update(void) {
  while (live_total < rs_thread_total) rs_live[rs_live_count++] = (uint16_t)live_total++;
}

uint32_t rs_live_threads(void) {
  return rs_live_count + rs_thread_total - live_total;
}

void rs_live_add(uint32_t id) {
  live_update();
  uint32_t at = rs_live_count++;
  for (; at > 0 && rs_live[at - 1] > id; at--) rs_live[at] = rs_live[at - 1];
  rs_live[at] = (uint16_t)id;
}

void rs_live_remove(uint32_t id) {
  live_update();
  for (uint32_t i = 0; i < rs_live_count; i++) {
    if (rs_live[i] != id) continue;
    memmove(&rs_live[i], &rs_live[i + 1], (rs_live_count - i - 1) * sizeof rs_live[0]);
    rs_live_count -= 1;
    return;
  }
}

bool rs_can_go(rs_thread *thread) {
  if (RS_UNLIKELY(thread->resting)) {
    if (thread->rested_at == rs_steps) return false;
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
  for (uint32_t i = 0; i < rs_live_count; i++) {
    rs_thread *thread = &rs_threads[rs_live[i]];
    if (thread->settling && !(thread->id == 0 && rs_main_has_work())) {
      settling = thread;
    } else if (rs_can_go(thread)) {
      yielding |= thread->yields;
      enabled[count++] = rs_live[i];
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
/// - Returns: whether there are any; `counting` whether one of them may give up by itself.
static bool release_spinners(bool *counting) {
  bool any = false;
  *counting = false;
  for (uint32_t i = 0; i < rs_live_count; i++) {
    rs_thread *thread = &rs_threads[rs_live[i]];
    if (thread->resting) {
      thread->resting = false;
      any = true;
    }
    if (!thread->spinning) continue;
    any = true;
    *counting |= rs_spin_counts(thread);
    thread->spinning = false;
    thread->state = RS_STATE_READY;
  }
  return any;
}

/// Whether time may pass on its own: somebody who matters waits.
static bool main_waits(void) { return !rs_threads[0].settling; }

rs_thread *rs_pick(void) {
  bool counting;
  for (;;) {
    uint32_t count = find_enabled();
    if (RS_UNLIKELY(count == 0)) {
      if (main_waits() && rs_time_step(RS_FOREVER)) {
        rs_spin_rounds = 0;
        if (rs_running) {
          if (rs_steps_over()) {
            rs_stuck(RS_OUTCOME_LIVELOCK, "time passes and nobody gets any further");
          }
          if (rs_calls.advanced) rs_calls.advanced();
        }
        continue;
      }
      if (release_spinners(&counting)) {
        // Whoever counts is let count: the step bound ends it.
        if (++rs_spin_rounds > 50 && !counting) {
          rs_stuck(RS_OUTCOME_LIVELOCK, "threads repeat the same steps, and what they wait for cannot change");
        }
        // A loop that watches the clock must see it move.
        rs_clock_now += 1000000ull << (rs_spin_rounds < 10 ? rs_spin_rounds : 10);
        continue;
      }
      rs_stuck(RS_OUTCOME_DEADLOCK, "no thread can go on");
    }
    if (RS_UNLIKELY(!rs_running || rs_calls.choose == NULL)) {
      // Outside a schedule threads run until they wait.
      if (rs_can_go(rs_self) && !rs_self->yields && !rs_self->settling) return rs_self;
      return &rs_threads[enabled[0]];
    }
    if (count == 1 && rs_threads[enabled[0]].settling) {
      // Whoever seems to spin may only look several times at what does not change.
      if (settle_rounds < 20 && release_spinners(&counting)) {
        settle_rounds += 1;
        continue;
      }
      settle_rounds = 0;
      if (rs_calls.advanced) rs_calls.advanced();
      return &rs_threads[enabled[0]];
    }
    rs_decision decision = {
        .enabled = enabled,
        .count = count,
        .current = rs_self->id,
        .current_yields = rs_self->gives_way,
        .pending = rs_pendings,
        .step = rs_steps,
    };
    for (uint32_t i = 0; i < count; i++) decision.current_enabled |= enabled[i] == rs_self->id;
    return &rs_threads[rs_calls.choose(&decision)];
  }
}

static void clear_yields(rs_thread *going) {
  for (uint32_t i = 0; i < rs_live_count; i++) {
    if (rs_live[i] != going->id) rs_threads[rs_live[i]].yields = false;
  }
}

void rs_arrive(void) {
  rs_thread *self = rs_self;
  if (RS_UNLIKELY(rs_run_length >= RS_CIRCLE_STEPS) && rs_running && self->held_count == 0 &&
      rs_goes_in_circles()) {
    rs_run_length = 0;
    self->resting = true;
    self->rested_at = rs_steps;
  }
  if (RS_UNLIKELY(rs_set.trace_frames)) rs_keep_frames();
  rs_thread *next = rs_pick();
  if (rs_any_yields) {
    clear_yields(next);
    rs_any_yields = next->yields;
  }
  rs_take_step(next);
  rs_run_length += 1;
  if (next->state == RS_STATE_WAITING) next->state = RS_STATE_READY;
  next->ready = NULL;
  if (next == self) return;
  rs_run_length = 0;
  rs_switch_to(next);
}

void rs_give_way(void) {
  rs_thread *self = rs_self;
  self->gives_way = true;
  rs_arrive();
  self->gives_way = false;
}

/// Lets others go first, at the next point and only there.
void rs_yield(rs_op op, uintptr_t pc) {
  if (!rs_running && rs_live_count < 2) return;
  rs_thread *self = rs_self;
  rs_pendings[self->id] = (rs_pending){.pc = pc, .op = op};
  // Whoever gives way may get the processor back at once. Who does so again and again waits for something.
  if (self->has_yielded) self->yields = rs_any_yields = true;
  self->has_yielded = true;
  rs_give_way();
}

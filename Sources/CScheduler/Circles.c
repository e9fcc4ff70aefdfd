// Tells waiting from working: threads that repeat themselves while nothing changes.
#include "Schedule.h"

#include <string.h>

/// A thread that repeats itself does so in rounds of at most so many steps.
#define CIRCLE_PERIOD 16
/// The same for several threads that keep each other from getting on.
#define DANCE_PERIOD 48

/// Whether two steps are the same, but for the time of day.
static bool alike(const rs_step *a, const rs_step *b) {
  return a->thread == b->thread && a->pc == b->pc && a->op == b->op && a->object == b->object &&
         a->trail == b->trail && (a->value == b->value || a->op == RS_OP_TIME);
}

/// Whether every thread that can go on keeps trying and failing: the last steps repeat themselves, with
/// nothing written, and in every round each of them failed at something.
bool rs_all_dance(void) {
  if (rs_steps - rs_last_write < RS_DANCE_STEPS || rs_steps > rs_out->step_capacity) return false;
  const rs_step *newest = &rs_out->steps[rs_steps - 1];
  uint32_t period = 1;
  for (; period <= DANCE_PERIOD; period++) {
    uint32_t i = 0;
    while (i + period < RS_DANCE_STEPS && alike(newest - i, newest - i - period)) i += 1;
    if (i + period == RS_DANCE_STEPS) break;
  }
  if (period > DANCE_PERIOD) return false;
  uint32_t dancers = 0;
  for (uint32_t i = 0; i < rs_live_count; i++) {
    if (!rs_can_go(&rs_threads[rs_live[i]])) continue;
    bool failed = false;
    for (uint32_t j = 0; j < period; j++) {
      failed |= newest[-(int)j].thread == rs_live[i] && (newest[-(int)j].has_value & 4);
    }
    if (!failed) return false;
    dancers += 1;
  }
  return dancers > 1;
}

/// Whether the running thread repeats itself: it alone ran for a while, did the same again and again,
/// and wrote nothing in between.
bool rs_goes_in_circles(void) {
  if (rs_steps > rs_out->step_capacity) return false;
  const rs_step *newest = &rs_out->steps[rs_steps - 1];
  for (uint32_t period = 1; period <= CIRCLE_PERIOD; period++) {
    bool same = true;
    for (uint32_t i = 0; same && i + period < RS_CIRCLE_STEPS; i++) {
      same = alike(newest - i, newest - i - period);
    }
    if (same) return true;
  }
  return false;
}

void rs_rest(void) {
  rs_self->resting = true;
  rs_self->rested_at = rs_steps;
  rs_arrive();
}

bool rs_spin_looks_again(void *context) {
  rs_thread *thread = context;
  for (uint32_t i = 0; i < thread->spin_count; i++) {
    rs_spin_entry *entry = &thread->spins[i];
    if (rs_objects[entry->object].version != entry->version) return true;
  }
  return false;
}

#define DIGESTED_WORDS 512

/// A digest of the running thread's stack, from the frame that `pc` is in on: its variables are there.
static uint32_t stack_digest(uintptr_t pc) {
  const rs_slot *slot = rs_self->slot;
  uintptr_t fp = (uintptr_t)__builtin_frame_address(0);
  while (fp >= slot->low && fp + 16 <= slot->high && ((uintptr_t *)fp)[1] - 1 != pc) {
    if (((uintptr_t *)fp)[0] <= fp) return 0;
    fp = ((uintptr_t *)fp)[0];
  }
  uint64_t digest = 0;
  const uint64_t *word = (const uint64_t *)(fp + 16), *end = (const uint64_t *)slot->high;
  for (uint32_t i = 0; i < DIGESTED_WORDS && word + i < end; i++) {
    digest = (digest ^ word[i]) * 0x9e3779b97f4a7c15ull;
    digest ^= digest >> 29;
  }
  return (uint32_t)digest;
}

// A loop that keeps a count is not the same after each round, and may have an end of its own. One that
// only waits is. Of a task that was suspended in between only what it writes is compared: it has come
// back to another stack.
static void compare_rounds(rs_thread *thread, rs_spin_entry *entry) {
  uint32_t round = thread->path - entry->path;
  uint32_t stack = stack_digest(entry->pc);
  bool differs = round != entry->round || (entry->stack && stack != entry->stack);
  if (entry->repeats > 1 && differs) entry->counts = true;
  entry->round = round;
  entry->stack = stack;
  entry->path = thread->path;
}

// What was looked at before a loop began, and never in it, is nothing that the loop waits for.
static void forget_before(rs_thread *thread, uint32_t step) {
  uint8_t kept = 0;
  for (uint8_t i = 0; i < thread->spin_count; i++) {
    if (thread->spins[i].looked >= step) thread->spins[kept++] = thread->spins[i];
  }
  thread->spin_count = kept;
}

static rs_spin_entry *find_entry(rs_thread *thread, uint32_t object, uintptr_t pc) {
  for (uint8_t i = 0; i < thread->spin_count; i++) {
    rs_spin_entry *entry = &thread->spins[i];
    if (entry->pc == pc && entry->object == object) return entry;
  }
  return NULL;
}

rs_patience rs_spins_at(rs_thread *thread, uint32_t object, uintptr_t pc) {
  rs_spin_entry *entry = find_entry(thread, object, pc);
  if (!entry) return RS_TRIES;
  compare_rounds(thread, entry);
  if (entry->repeats >= (entry->counts ? RS_COUNT_PATIENCE : RS_SPIN_PATIENCE)) {
    forget_before(thread, entry->since);
    entry = find_entry(thread, object, pc);
    if (!rs_spin_looks_again(thread)) {
      return entry->counts && entry->rushed++ < RS_COUNT_RUSH ? RS_RUSHES : RS_WAITS;
    }
  }
  entry->rushed = 0;
  return RS_TRIES;
}

bool rs_spin_counts(const rs_thread *thread) {
  for (uint32_t i = 0; i < thread->spin_count; i++) {
    if (thread->spins[i].counts) return true;
  }
  return false;
}

void rs_spin(uint32_t object, uintptr_t pc) {
  rs_thread *thread = rs_self;
  rs_spin_entry *entry = find_entry(thread, object, pc);
  if (!entry) {
    if (thread->spin_count == RS_SPIN_RING) {
      memmove(&thread->spins[0], &thread->spins[1], sizeof thread->spins - sizeof thread->spins[0]);
      thread->spin_count -= 1;
    }
    entry = &thread->spins[thread->spin_count++];
    *entry = (rs_spin_entry){.pc = pc, .object = object, .path = thread->path, .since = rs_steps};
  } else if (entry->version == rs_objects[object].version) {
    entry->repeats += 1;
  } else {
    entry->repeats = 0;
    entry->since = rs_steps;
  }
  entry->version = rs_objects[object].version;
  entry->looked = rs_steps;
}

void rs_progress(void) {
  rs_self->spin_count = 0;
  rs_self->has_yielded = false;
  rs_spin_rounds = 0;
}

void rs_object_changed(uint32_t object) {
  rs_objects[object].version += 1;
  rs_progress();
}

// Pauses the first thread that reads a given value, or copies something that holds a given object:
// the harness's probe of whether readers hold up each other.
#include "Internal.h"
#include "State.h"

#include <string.h>

bool rs_pause_armed;
static uint32_t generation;  // the schedule that it was armed in
static uint64_t wanted;
static uintptr_t wanted_object;
static rs_thread *paused;

static void arm(uint64_t value, uintptr_t object) {
  generation = rs_generation;
  wanted = value;
  wanted_object = object;
  paused = NULL;
  rs_pause_armed = true;
  rs_access_prepare();
}

void rs_pause_arm(uint64_t value) { arm(value, 0); }

void rs_pause_arm_copy(uintptr_t object) { arm(0, object); }

bool rs_pause_hit(void) { return paused != NULL && generation == rs_generation; }

void rs_pause_release(void) {
  rs_pause_armed = false;
  if (rs_pause_hit()) rs_wake(paused);
  paused = NULL;
}

/// Whether the probe still waits for somebody in this schedule.
static bool is_armed(void) {
  if (generation != rs_generation) rs_pause_armed = false;
  return rs_pause_armed;
}

static void announce(uintptr_t address, uintptr_t pc) {
  rs_pause_armed = false;
  paused = rs_self;
  rs_point2(RS_OP_READ, rs_object_id((void *)(address & ~7ull), RS_KIND_MEMORY), 0,
            RS_FLAG_READS, pc);
  rs_last_step()->has_value |= 8;
}

static void stay(uintptr_t pc) {
  if (paused == rs_self) rs_block(RS_OP_WAKE, 0, 0, RS_FOREVER, pc);
}

void rs_pause_at_read(uintptr_t address, size_t size, uintptr_t pc) {
  if (!is_armed() || wanted_object || size == 0 || size > 8) return;
  if (address >= rs_self->slot->low && address < rs_self->slot->high) return;
  uint64_t value = 0;
  memcpy(&value, (const void *)address, size);
  if (value != wanted) return;
  announce(address, pc);
  rs_step_value(value, false);
  stay(pc);
}

void rs_pause_at_copy(const void *object, uintptr_t pc) {
  if (!is_armed() || !wanted_object || (uintptr_t)object != wanted_object) return;
  announce((uintptr_t)object, pc);
  stay(pc);
}

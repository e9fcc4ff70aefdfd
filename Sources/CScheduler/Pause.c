// Pauses the first thread that reads a given value outside its own stack: the harness's probe of
// whether readers hold up each other.
#include "Internal.h"
#include "State.h"

#include <string.h>

bool rs_pause_armed;
static uint32_t generation;  // the schedule that it was armed in
static uint64_t wanted;
static rs_thread *paused;

void rs_pause_arm(uint64_t value) {
  generation = rs_generation;
  wanted = value;
  paused = NULL;
  rs_pause_armed = true;
}

bool rs_pause_hit(void) { return paused != NULL && generation == rs_generation; }

void rs_pause_release(void) {
  rs_pause_armed = false;
  if (rs_pause_hit()) rs_wake(paused);
  paused = NULL;
}

void rs_pause_at_read(uintptr_t address, size_t size, uintptr_t pc) {
  if (generation != rs_generation) rs_pause_armed = false;
  if (!rs_pause_armed || size == 0 || size > 8) return;
  if (address >= rs_self->slot->low && address < rs_self->slot->high) return;
  uint64_t value = 0;
  memcpy(&value, (const void *)address, size);
  if (value != wanted) return;
  rs_pause_armed = false;
  paused = rs_self;
  rs_point2(RS_OP_READ, rs_object_id((void *)(address & ~7ull), RS_KIND_MEMORY), 0,
            RS_FLAG_READS, pc);
  rs_step_value(value, false);
  rs_last_step()->has_value |= 8;
  if (paused == rs_self) rs_block(RS_OP_WAKE, 0, 0, RS_FOREVER, pc);
}

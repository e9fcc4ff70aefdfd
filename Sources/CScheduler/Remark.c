// What the runtime sees that teaches but decides nothing: it goes to the candidate as a note.
#include "State.h"

void rs_remark(rs_remark_kind kind, uintptr_t pc) {
  if (!rs_running) return;
  rs_shared *out = rs_out;
  for (uint32_t i = 0; i < out->remark_count; i++) {
    if (out->remarks[i].kind == kind && out->remarks[i].pc == pc) return;
  }
  if (out->remark_count == RS_SHARED_REMARKS) return;
  out->remarks[out->remark_count] = (rs_remark_entry){.kind = kind, .pc = pc};
  out->remark_count += 1;
}

void rs_remark_invalid_timer(void) { rs_remark(RS_REMARK_INVALID_TIMER, 0); }
void rs_remark_early_timer(void) { rs_remark(RS_REMARK_EARLY_TIMER, 0); }

/// The last lock that was made, taken once and destroyed again by one thread.
static struct {
  uint32_t generation;
  uint16_t thread;
  uintptr_t pc;
} thrown_away;

void rs_remark_lock_destroyed(uint32_t object) {
  const rs_object *lock = &rs_objects[object];
  if (lock->uses != 1 || !lock->holder_pc || lock->inside) return;
  // One such lock may be the harness's or a subject's that was hardly used. When the same line on
  // another thread does the same, each call makes a lock of its own.
  if (thrown_away.generation == rs_generation && thrown_away.pc == lock->holder_pc &&
      thrown_away.thread != rs_self->id) {
    rs_remark(RS_REMARK_LOCK_USED_ONCE, lock->holder_pc);
  }
  thrown_away.generation = rs_generation;
  thrown_away.thread = rs_self->id;
  thrown_away.pc = lock->holder_pc;
}

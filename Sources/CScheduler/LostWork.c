// Work that was handed over and never runs: its queue stays suspended, was never activated, or is busy
// for ever. Nothing is wrong with a program for that, so it is a remark, with the line that handed it over.
#include "DispatchInternal.h"
#include "State.h"

static rs_item *newest;
static uint32_t generation;

void rs_work_handed_over(rs_item *item) {
  if (!rs_running) return;
  if (generation != rs_generation) {
    generation = rs_generation;
    newest = NULL;
  }
  item->generation = generation;
  item->newer = NULL;
  item->older = newest;
  if (newest) newest->newer = item;
  newest = item;
}

void rs_work_begun(rs_item *item) {
  if (item->generation != rs_generation || generation != rs_generation) return;
  if (item->newer) item->newer->older = item->older; else newest = item->older;
  if (item->older) item->older->newer = item->newer;
  item->generation = 0;
}

size_t rs_work_waiting(rs_root *roots, size_t capacity) {
  size_t count = 0;
  if (generation != rs_generation) return 0;
  for (const rs_item *item = newest; item && count < capacity; item = item->older) {
    if (!item->block) continue;
    roots[count++] = (rs_root){
        .kind = RS_ROOT_QUEUED, .object = (uintptr_t)item->context, .pc = item->pc,
        .cancelled = item->work && rs_work_is_cancelled(item->work)};
  }
  return count;
}

/// At the end nothing can run any more. If time passed, what is still there might run.
static void look(void) {
  if (generation != rs_generation || rs_timer_next() != RS_FOREVER) return;
  for (rs_item *item = newest; item; item = item->older) {
    // The Swift runtime's own jobs wait for what their tasks wait for.
    if (item->pc && !rs_item_is_job(item)) rs_remark(RS_REMARK_LOST_WORK, item->pc);
  }
}

__attribute__((constructor)) static void look_at_the_end(void) { rs_on_end(look); }

// Timer sources: when they tick, and what becomes of ticks that nobody takes.
//
// While a tick waits to be delivered the timer is left alone, and the ticks missed meanwhile are
// worked out on delivery, so that a suspended timer costs nothing however far the clock jumps.
#include "DispatchInternal.h"

/// How many ticks are due by now; the next one lies after it.
static uint64_t take_ticks(rs_source *source) {
  uint64_t now = rs_now();
  if (source->next > now) return 0;
  if (source->interval == RS_FOREVER) {
    source->next = RS_FOREVER;
    return 1;
  }
  uint64_t ticks = (now - source->next) / source->interval + 1;
  source->next += ticks * source->interval;
  return ticks;
}

/// Runs in no thread, or in one that is there for it.
static void fire(void *context) {
  rs_source *source = context;
  if (source->pending || !rs_source_is_live(source)) {
    source->missed = true;
    if (!source->pending) source->pending = take_ticks(source);
    return;
  }
  source->pending = take_ticks(source);
  rs_timer_source_arm(source);
  rs_source_wake(source);
}

const rs_source *rs_timer_source(const rs_timer *timer) {
  return timer->fire == fire ? timer->context : NULL;
}

static void fire_soon(void *context) {
  rs_source *source = context;
  if (source->due) {
    source->due = false;
    fire(source);
  }
  rs_dispatch_unuse(&source->object);
}

void rs_timer_source_arm(rs_source *source) {
  if (source->next == RS_FOREVER || !rs_source_is_live(source)) return;
  if (source->next > rs_now()) {
    rs_timer_arm(&source->timer, source->next, fire, source);
  } else if (!source->due) {
    // Due already: it ticks as soon as a thread gets to it, not only once all is quiet.
    source->due = true;
    rs_dispatch_use(&source->object);
    rs_worker_spawn_first(fire_soon, source, "timer", RS_OP_SOURCE,
                          rs_dispatch_id(&source->object),
                          rs_queue_order(source->object.target));
  }
}

void rs_timer_source_disarm(rs_source *source) {
  rs_timer_cancel(&source->timer);
  source->due = false;
}

uint64_t rs_timer_source_latch(rs_source *source) {
  uint64_t ticks = source->pending;
  source->rearm = source->missed;
  if (source->missed) ticks += take_ticks(source);
  source->missed = false;
  return ticks;
}

void rs_timer_source_delivered(rs_source *source) {
  if (!source->rearm) return;
  source->rearm = false;
  rs_timer_source_arm(source);
}

// `Timer(timeInterval:repeats:block:)`, the one thing about timers in which Foundation on Linux differs
// from Apple's: there the first tick comes an interval later, here as soon as a run loop gets to it, since
// it passes the present as the date of the first tick (Foundation/Timer.swift in
// swift-corelibs-foundation). The tick is left as it is, but known for what it is.
#include "Schedule.h"

#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_context))
#define MAKE "$s10Foundation5TimerC12timeInterval7repeats5blockACSd_SbyACYbctcfC"
#define BUCKETS 256

/// What a timer calls: a closure, whose context is passed on as it is.
typedef SWIFT void (*rs_tick)(void *timer, CONTEXT void *closure);
typedef SWIFT void *(*rs_make)(double, bool, rs_tick, void *, CONTEXT void *type);

typedef struct rs_made {
  struct rs_made *next;
  const void *timer;
  rs_tick tick;
  uint64_t due;          // when the first tick should come
  uint32_t generation;
  bool ticked;
} rs_made;

// Foundation never frees a timer, and the main run loop keeps some from one schedule to the next: so
// does this.
static rs_made *made_timers[BUCKETS];

static struct {
  uint32_t number, generation;
  uint64_t time;
} early;

extern void *__libc_malloc(size_t);

static rs_made **bucket(const void *timer) {
  return &made_timers[((uintptr_t)timer >> 4) % BUCKETS];
}

static rs_made *find(const void *timer) {
  for (rs_made *at = *bucket(timer); at; at = at->next) {
    if (at->timer == timer) return at;
  }
  return NULL;
}

static SWIFT void on_tick(void *timer, CONTEXT void *closure) {
  rs_made *made = find(timer);
  if (!made->ticked && rs_running && made->generation == rs_generation && rs_now() < made->due) {
    early.number += 1;
    early.generation = rs_generation;
    early.time = rs_now();
  }
  made->ticked = true;
  made->tick(timer, closure);
}

RS_EXPORT SWIFT void *rs_timer_make(double interval, bool repeats, rs_tick tick, void *closure,
                                    CONTEXT void *type) __asm__(MAKE);
RS_EXPORT SWIFT void *rs_timer_make(double interval, bool repeats, rs_tick tick, void *closure,
                                    CONTEXT void *type) {
  static rs_make real;
  if (!real) real = (rs_make)rs_real(MAKE);
  if (!rs_running) return real(interval, repeats, tick, closure, type);
  void *timer = real(interval, repeats, on_tick, closure, type);
  rs_made *made = find(timer);
  if (!made) {
    made = __libc_malloc(sizeof *made);
    if (!made) rs_trap(RS_OUTCOME_UNSUPPORTED, 0, "there is no memory for a timer");
    made->next = *bucket(timer);
    *bucket(timer) = made;
  }
  // A tick a little before its time is in time: timers reckon in floating point.
  const double slack = 0.01;
  double wait = interval > 1e9 ? 1e9 : interval > slack ? interval - slack : 0;
  *made = (rs_made){.next = made->next, .timer = timer, .tick = tick,
                    .due = rs_now() + (uint64_t)(wait * 1e9), .generation = rs_generation};
  return timer;
}

uint32_t rs_early_tick(void) {
  bool is_now = early.generation == rs_generation && early.time == rs_now();
  return rs_running && is_now ? early.number : 0;
}

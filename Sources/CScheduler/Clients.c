// What the harness asks of a schedule: clients, quiet, and time.
#include "Descriptor.h"
#include "Schedule.h"

void rs_settle(void) {
  rs_thread *self = rs_self;
  for (;;) {
    self->settling = true;
    rs_pendings[self->id] = rs_main_pending(RS_OP_QUEUE_TAKE);
    rs_arrive();
    self->settling = false;
    if (self->id != 0 || !rs_main_has_work()) return;
    rs_main_work();
  }
}

void rs_helper_start(const char *name, void (*body)(void *), void *context) {
  rs_worker_spawn(body, context, name);
}

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

typedef struct rs_serving {
  bool (*done)(void *);
  void *context;
} rs_serving;

static bool done_or_main_work(void *context) {
  rs_serving *serving = context;
  return rs_main_has_work() || serving->done(serving->context);
}

/// The innermost `rs_main_serve`, and the way back to it.
static const rs_serving *serving_now;
static void *way_back[5];

static bool is_served(void *context) {
  (void)context;
  return serving_now && serving_now->done(serving_now->context);
}

void rs_main_give_up(uintptr_t pc) {
  rs_point_when(RS_OP_JOIN, 0, 0, is_served, NULL, RS_FOREVER, pc);
  __builtin_longjmp(way_back, 1);
}

void rs_main_serve(bool (*done)(void *), void *context) {
  rs_serving serving = {done, context};
  serving_now = &serving;
  if (__builtin_setjmp(way_back)) {
    serving_now = NULL;
    return;
  }
  for (;;) {
    rs_pending next = rs_main_pending(RS_OP_JOIN);
    rs_point_when(RS_OP_JOIN, next.object, next.object2, done_or_main_work, &serving, RS_FOREVER,
                  0);
    if (done(context)) return;
    rs_main_work();
  }
}

void rs_clients_join(void) {
  rs_main_serve(clients_done, NULL);
  for (uint32_t i = 1; i < rs_thread_total; i++) {
    rs_thread *thread = &rs_threads[i];
    if (!thread->client) continue;
    rs_clock_acquire(thread->end_clock);
    if (rs_running && rs_calls.joined) rs_calls.joined(i);
    thread->client = false;
  }
}

void rs_upheaval(void) { rs_point2(RS_OP_TASK, 0, 0, RS_FLAG_ALL, RS_PC()); }

void rs_interlude(void) { rs_point(RS_OP_TASK, 0, RS_PC()); }

// Where the harness has let time get to. Foundation reckons in floating point and is some hundred
// nanoseconds off, so what is due that shortly after counts as due at the same instant.
#define SLACK 2000ull
static uint64_t nominal;

void rs_nominal_reset(void) { nominal = RS_TIME_BASE; }

void rs_time_advance(uint64_t nanoseconds) {
  rs_settle();
  if (rs_clock_now > nominal + SLACK) nominal = rs_clock_now;
  uint64_t target = nominal + nanoseconds;
  while (rs_time_step(target + SLACK)) {
    rs_steps_grant();
    rs_settle();
  }
  nominal = target;
  if (rs_clock_now < target) rs_clock_now = target;
}

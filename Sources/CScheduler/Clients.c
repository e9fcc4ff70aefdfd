// What the harness asks of a schedule: clients, quiet, and time.
#include "Schedule.h"

void rs_settle(void) {
  rs_thread *self = rs_self;
  for (;;) {
    self->settling = true;
    rs_pendings[self->id] = (rs_pending){.op = RS_OP_QUEUE_TAKE};
    rs_arrive();
    self->settling = false;
    if (self->id != 0 || !rs_main_has_work()) return;
    rs_main_work();
  }
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

static bool clients_done_or_main_work(void *context) {
  return rs_main_has_work() || clients_done(context);
}

void rs_clients_join(void) {
  for (;;) {
    rs_point_when(RS_OP_JOIN, 0, 0, clients_done_or_main_work, NULL, RS_FOREVER, 0);
    if (clients_done(NULL)) break;
    rs_main_work();
  }
  for (uint32_t i = 1; i < rs_thread_total; i++) {
    rs_thread *thread = &rs_threads[i];
    if (!thread->client) continue;
    rs_clock_acquire(thread->end_clock);
    if (rs_running && rs_calls.joined) rs_calls.joined(i);
    thread->client = false;
  }
}

void rs_time_advance(uint64_t nanoseconds) {
  uint64_t target = rs_clock_now + nanoseconds;
  rs_settle();
  while (rs_time_step(target)) rs_settle();
  if (rs_clock_now < target) rs_clock_now = target;
}

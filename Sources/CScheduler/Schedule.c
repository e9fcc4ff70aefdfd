// The begin and the end of a schedule.
#include "Descriptor.h"
#include "Schedule.h"

#include <string.h>

bool rs_running;
bool rs_in_schedule;
bool rs_detecting;
uint32_t rs_generation = 1;
rs_settings rs_set = {.detect_races = true, .step_bound = 20000};
rs_callbacks rs_calls;
rs_shared *rs_out;
rs_counters rs_counts;

uint32_t rs_run_length;
uint32_t rs_last_write;

static uint32_t generations = 1;

#define MAX_HOOKS 16
static void (*begin_hooks[MAX_HOOKS])(void);
static void (*end_hooks[MAX_HOOKS])(void);
static uint32_t begin_count, end_count;

uint32_t rs_next_generation(void) { return ++generations; }
rs_settings *rs_settings_get(void) { return &rs_set; }
bool rs_is_running(void) { return rs_running; }

static uint32_t inside;

void rs_enter(void) {
  if (inside++ == 0) rs_running = false;
}

void rs_leave(void) {
  if (--inside == 0) rs_running = rs_in_schedule;
}

void rs_on_begin(void (*reset)(void)) {
  if (begin_count < MAX_HOOKS) begin_hooks[begin_count++] = reset;
}
void rs_on_end(void (*check)(void)) {
  if (end_count < MAX_HOOKS) end_hooks[end_count++] = check;
}

void rs_install(const rs_callbacks *callbacks, rs_shared *shared) {
  rs_pool_init();
  rs_images_init();
  rs_crash_install();
  rs_calls = *callbacks;
  rs_out = shared;
}

void rs_begin(void) {
  rs_generation = rs_next_generation();
  rs_thread_total = 1;
  rs_live_reset();
  rs_threads_reset();
  rs_nominal_reset();
  rs_thread *main = &rs_threads[0];
  main->held_count = 0;
  main->spin_count = 0;
  main->idle_accesses = main->idle_rests = 0;
  main->trail = 0;
  main->object = 0;
  main->yields = rs_any_yields = main->resting = main->hidden = false;
  main->gives_way = main->has_yielded = false;
  main->deadline = RS_FOREVER;
  main->end_clock = 0;
  rs_counts = (rs_counters){0};
  rs_spin_rounds = 0;
  rs_run_length = 0;
  rs_last_write = 0;
  rs_trace_reset();
  rs_out->thread_count = 1;
  rs_out->mark_count = 0;
  rs_out->object_count = 1;
  memcpy(rs_out->thread_names[0], main->name, sizeof main->name);
  rs_out->report.outcome = RS_OUTCOME_NONE;
  rs_schedule_arena_reset();
  rs_objects_reset();
  rs_vectors_reset();
  rs_detecting = rs_set.detect_races;
  rs_vector_start(main, NULL);
  rs_time_reset();
  rs_random_reset();
  rs_blocks_begin();
  rs_access_prepare();
  for (uint32_t i = 0; i < begin_count; i++) begin_hooks[i]();
  rs_running = rs_in_schedule = true;
}

bool rs_end(void) {
  rs_settle();
  for (uint32_t i = 0; i < end_count; i++) end_hooks[i]();
  if (rs_threads[0].held_count) {
    rs_held *held = &rs_threads[0].held[0];
    rs_trap(RS_OUTCOME_LOCK_HELD, held->pc, "thread=0 name=\"main\" object=%u since=%#lx",
            held->object, (unsigned long)held->pc);
  }
  rs_out->counters = rs_counts;
  rs_out->virtual_time = rs_time_elapsed();
  rs_running = rs_in_schedule = rs_watching_blocks = false;
  rs_detecting = false;
  bool clean = rs_descriptors_are_quiet() && !rs_main_is_given_up();
  for (uint32_t i = 0; i < rs_live_count; i++) clean &= rs_live[i] == 0;
  return clean;
}

void rs_finish_thread(void) {
  rs_thread *self = rs_self;
  rs_thread_run_exit_calls(self->slot);
  if (rs_running && self->held_count) {
    rs_held *held = &self->held[0];
    rs_trap(RS_OUTCOME_LOCK_HELD, held->pc, "thread=%u name=\"%s\" object=%u since=%#lx", self->id,
            self->name, held->object, (unsigned long)held->pc);
  }
  if (rs_detecting) {
    self->end_clock = rs_clock_new();
    rs_clock_release(self->end_clock);
  }
  self->state = RS_STATE_DONE;
  self->slot->busy = self->joinable;
  if (rs_running && !self->comes_back) rs_progress();
  rs_live_remove(self->id);
  rs_thread *next = rs_pick();
  rs_take_step(next);
  if (next->state == RS_STATE_WAITING) next->state = RS_STATE_READY;
  next->ready = NULL;
  rs_switch_to(next);
}

// Vector clocks, and clocks that models of primitives hold by handle.
#include "State.h"

#include <string.h>
#include <sys/mman.h>

#define MAX_CLOCKS (1u << 18)
#define ARENA_BYTES (512ull << 20)

static rs_vector clocks[MAX_CLOCKS];
static uint32_t clock_total = 1;
static uint32_t *arena, *arena_next, *arena_end;
static uint32_t thread_rows[RS_MAX_THREADS][RS_MAX_THREADS];

static void arena_make(void) {
  arena = mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  arena_end = arena + ARENA_BYTES / sizeof *arena;
}

void rs_vectors_reset(void) {
  if (!arena) arena_make();
  arena_next = arena;
  clock_total = 1;
  for (uint32_t i = 0; i < RS_MAX_THREADS && rs_threads[i].clock.entries; i++) {
    rs_threads[i].clock.length = 0;
  }
}

/// Makes room for `length` entries, the new ones zero.
static void vector_grow(rs_vector *vector, uint32_t length) {
  if (length <= vector->length) return;
  if (length > vector->capacity) {
    uint32_t capacity = length < 8 ? 8 : length * 2;
    if (arena_next + capacity > arena_end) {
      rs_trap(RS_OUTCOME_UNSUPPORTED, 0, "the schedule needs too many clocks");
    }
    uint32_t *entries = arena_next;
    arena_next += capacity;
    memcpy(entries, vector->entries, vector->length * sizeof *entries);
    vector->entries = entries;
    vector->capacity = capacity;
  }
  for (uint32_t i = vector->length; i < length; i++) vector->entries[i] = 0;
  vector->length = length;
}

static void vector_join(rs_vector *into, const rs_vector *from) {
  vector_grow(into, from->length);
  for (uint32_t i = 0; i < from->length; i++) {
    if (into->entries[i] < from->entries[i]) into->entries[i] = from->entries[i];
  }
}

void rs_vector_start(rs_thread *thread, const rs_vector *from) {
  if (!rs_detecting) return;
  rs_vector *clock = &thread->clock;
  // Whoever had the id before has counted on it.
  uint32_t last = clock->length > thread->id ? clock->entries[thread->id] : 0;
  clock->entries = thread_rows[thread->id];
  clock->capacity = RS_MAX_THREADS;
  clock->length = 0;
  if (from) vector_join(clock, from);
  vector_grow(clock, thread->id + 1u);
  clock->entries[thread->id] = last + 1;
}

rs_vector *rs_clock_vector(uint32_t clock) { return &clocks[clock]; }

uint32_t rs_clock_new(void) {
  if (!rs_detecting) return 0;
  if (clock_total == MAX_CLOCKS) {
    rs_trap(RS_OUTCOME_UNSUPPORTED, 0, "the schedule needs too many clocks");
  }
  clocks[clock_total] = (rs_vector){0};
  return clock_total++;
}

void rs_clock_release(uint32_t clock) {
  if (!clock || !rs_detecting) return;
  vector_join(&clocks[clock], &rs_self->clock);
  rs_self->clock.entries[rs_self->id] += 1;
}

void rs_clock_clear(uint32_t clock) { clocks[clock].length = 0; }

void rs_clock_set(uint32_t clock) {
  if (!clock || !rs_detecting) return;
  clocks[clock].length = 0;
  rs_clock_release(clock);
}

void rs_clock_acquire(uint32_t clock) {
  if (!clock || !rs_detecting) return;
  vector_join(&rs_self->clock, &clocks[clock]);
}

uint32_t rs_clock_snapshot(void) {
  uint32_t clock = rs_clock_new();
  rs_clock_release(clock);
  return clock;
}

void rs_clock_join(uint32_t into, uint32_t from) {
  if (!into || !from || !rs_detecting) return;
  vector_join(&clocks[into], &clocks[from]);
}

void rs_clock_restart(uint32_t clock) {
  if (!rs_detecting) return;
  rs_vector *own = &rs_self->clock;
  uint32_t epoch = own->entries[rs_self->id] + 1;
  for (uint32_t i = 0; i < own->length; i++) own->entries[i] = 0;
  own->entries[rs_self->id] = epoch;
  rs_clock_acquire(clock);
}

void rs_clock_acquire_for(rs_thread *thread, uint32_t clock) {
  if (!clock || !rs_detecting) return;
  vector_join(&thread->clock, &clocks[clock]);
}

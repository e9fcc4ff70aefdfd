// Ids for whatever threads synchronise on. The id of an address lives in its shadow, so that it goes
// when the memory is handed out anew.
#include "Shadow.h"

#include <ctype.h>
#include <string.h>

rs_object rs_objects[RS_MAX_OBJECTS];
uint32_t rs_object_total = 1;

// Ids of small objects, a row for each granule that has some. Row 0 belongs to none.
#define MAX_ODD 4096
static uint32_t odd[MAX_ODD][8];
static uint32_t odd_total = 1;

void rs_objects_reset(void) { rs_object_total = odd_total = 1; }

uint32_t *rs_shadow_odd_object(rs_granule *granule, uint32_t byte) {
  if (!granule->odd) {
    if (odd_total == MAX_ODD) {
      rs_trap(RS_OUTCOME_UNSUPPORTED, 0, "more than %u groups of small atomics in a schedule", MAX_ODD);
    }
    memset(odd[odd_total], 0, sizeof odd[0]);
    granule->odd = odd_total++;
  }
  return &odd[granule->odd][byte];
}

uint32_t rs_object_new(rs_kind kind) {
  if (rs_object_total == RS_MAX_OBJECTS) {
    rs_trap(RS_OUTCOME_UNSUPPORTED, 0, "more than %u locks and atomics in a schedule", RS_MAX_OBJECTS);
  }
  rs_objects[rs_object_total] = (rs_object){.kind = kind};
  if (rs_object_total < RS_SHARED_OBJECTS) {
    rs_out->object_kinds[rs_object_total] = kind;
    rs_out->object_names[rs_object_total][0] = 0;
    rs_out->object_count = rs_object_total + 1;
  }
  return rs_object_total++;
}

static void set_kind(uint32_t object, rs_kind kind) {
  rs_objects[object].kind = kind;
  if (object < RS_SHARED_OBJECTS) rs_out->object_kinds[object] = kind;
}

uint32_t rs_object_id(const void *address, rs_kind kind) {
  if (!rs_running) return 0;
  uint32_t *id = rs_shadow_object((uintptr_t)address);
  if (*id) {
    // What was read or written as a whole before it was used turns out to be more than memory.
    if (rs_objects[*id].kind == RS_KIND_MEMORY) set_kind(*id, kind);
    return *id;
  }
  *id = rs_object_new(kind);
  rs_objects[*id].address = (uintptr_t)address;
  return *id;
}

void rs_object_drop(const void *address) {
  if (rs_running) *rs_shadow_object((uintptr_t)address) = 0;
}

uint32_t rs_object_clock(uint32_t object) {
  if (!object || !rs_detecting) return 0;
  rs_object *it = &rs_objects[object];
  if (!it->clock) it->clock = rs_clock_new();
  return it->clock;
}

void rs_hold(uint32_t object, uintptr_t pc) {
  if (!object) return;
  rs_object *it = &rs_objects[object];
  rs_thread *self = rs_self;
  it->holder = self->id + 1u;
  it->holder_pc = pc;
  it->uses += 1;
  if (self->held_count < RS_MAX_HELD) self->held[self->held_count++] = (rs_held){object, pc};
}

void rs_unhold_by(rs_thread *thread, uint32_t object) {
  if (!object) return;
  rs_objects[object].holder = 0;
  for (uint32_t i = thread->held_count; i > 0; i--) {
    if (thread->held[i - 1].object != object) continue;
    memmove(&thread->held[i - 1], &thread->held[i],
            (thread->held_count - i) * sizeof thread->held[0]);
    thread->held_count -= 1;
    return;
  }
}

void rs_unhold(uint32_t object) { rs_unhold_by(rs_self, object); }

void rs_name_copy(char *to, const char *name, size_t size) {
  size_t length = 0;
  while (*name && length + 1 < size) {
    if (name[0] == '0' && name[1] == 'x') {
      for (name += 2; isxdigit((unsigned char)*name);) name++;
      continue;
    }
    to[length++] = *name++;
  }
  while (length > 0 && to[length - 1] == ' ') length--;
  memset(to + length, 0, size - length);
}

void rs_object_set_name(uint32_t object, const char *name) {
  if (!object) return;
  char *copy = rs_schedule_alloc(48);
  rs_name_copy(copy, name, 48);
  rs_objects[object].name = copy;
  if (object < RS_SHARED_OBJECTS) memcpy(rs_out->object_names[object], copy, 48);
}

const char *rs_object_name(uint32_t object) { return rs_objects[object].name; }
rs_kind rs_object_kind(uint32_t object) { return rs_objects[object].kind; }

// Plain memory accesses: what the compiler's instrumentation calls, and the race check behind it.
#include "Schedule.h"
#include "Shadow.h"

#include <string.h>

// So many accesses without a step, and others get their turn: what a thread reads in a loop may be theirs
// to change. So many turns without a step, and it computes without end.
#define IDLE_ACCESS_LIMIT 20000
#define IDLE_REST_LIMIT 1000
// From so many turns on, others must do something before it goes on.
#define IDLE_REST_FROM 8
#define POINT_TABLE 256

static uintptr_t base;
static uintptr_t points[POINT_TABLE];
static size_t point_total;
static rs_access wanted_first, wanted_second;
/// Whether an access may be more than one that is looked at for races.
static bool special;

void rs_access_prepare(void) {
  special = rs_pause_armed || rs_set.access_points || point_total > 0 || rs_set.trace_frames ||
            wanted_first.pc != 0;
}

// --- Accesses as scheduling points --------------------------------------------------------------

static size_t point_slot(uintptr_t pc) {
  size_t at = (pc * 0x9E3779B97F4A7C15ull) >> 56;
  while (points[at] && points[at] != pc) at = (at + 1) % POINT_TABLE;
  return at;
}

void rs_points_add(uintptr_t pc) {
  if (point_total >= POINT_TABLE / 2) return;
  size_t at = point_slot(pc);
  if (!points[at]) point_total += 1;
  points[at] = pc;
}

void rs_points_clear(void) {
  memset(points, 0, sizeof points);
  point_total = 0;
}

size_t rs_points_count(void) { return point_total; }

// --- Races --------------------------------------------------------------------------------------

void rs_race_request(const rs_access *first, const rs_access *second) {
  wanted_first = *first;
  wanted_second = *second;
  rs_out->race_frame_counts[0] = rs_out->race_frame_counts[1] = 0;
}

/// Keeps the stack of an access that may turn out to be the first side of the wanted race.
static __attribute__((noinline)) void keep_stack(uintptr_t pc) {
  int side;
  if (pc == wanted_first.pc && rs_self->id == wanted_first.thread) {
    side = 0;
  } else if (pc == wanted_second.pc && rs_self->id == wanted_second.thread) {
    side = 1;
  } else {
    return;
  }
  if (rs_out->race_count > 0) return;
  rs_out->race_frame_counts[side] = rs_backtrace((uintptr_t)__builtin_frame_address(0), pc,
                                                 rs_out->race_frames[side], 32);
}

static uint32_t pc_pack(uintptr_t pc) {
  if (RS_UNLIKELY(!base)) base = rs_image_base();
  uintptr_t offset = pc - base;
  return offset <= UINT32_MAX ? (uint32_t)offset : 0;
}

static void report_race(rs_cell *old, uint32_t size, uint8_t kind, uintptr_t pc, uintptr_t address) {
  rs_shared *out = rs_out;
  uintptr_t old_pc = old->pc ? base + old->pc : 0;
  for (uint32_t i = 0; i < out->race_count; i++) {
    rs_race *race = &out->races[i];
    if (race->second.pc == pc && race->first.pc == old_pc) return;
    if (race->first.pc == pc && race->second.pc == old_pc) return;
  }
  if (out->race_count == out->race_capacity) return;
  uint32_t offset = 0;
  uint32_t block = rs_block_find(address, &offset);
  rs_slot *stack = rs_slot_of_stack(address);
  out->races[out->race_count] = (rs_race){
      .first = {.pc = old_pc, .thread = old->thread,
                .size = (uint8_t)__builtin_popcount(old->bytes),
                .is_write = old->kind & RS_CELL_WRITE, .is_atomic = old->kind & RS_CELL_ATOMIC},
      .second = {.pc = pc, .thread = rs_self->id, .size = (uint8_t)size,
                 .is_write = kind & RS_CELL_WRITE, .is_atomic = kind & RS_CELL_ATOMIC},
      .step = out->step_count,
      .block = block,
      .offset = offset,
      .region = block ? 0 : stack ? 1 : 2,
      .address = address,
  };
  out->race_count += 1;
}

/// Of a full granule's cells the one that says least: read before written, what is ordered before this
/// access before what is not. A write stays as long as there is anything else.
static rs_cell *least_needed(rs_granule *granule, uint8_t kind) {
  rs_cell *least = &granule->cells[0];
  uint32_t lowest = UINT32_MAX;
  for (uint32_t i = 0; i < RS_CELLS; i++) {
    rs_cell *cell = &granule->cells[i];
    bool is_write = cell->kind & RS_CELL_WRITE;
    bool is_ordered = cell->thread != rs_self->id && rs_ordered(rs_self, cell->thread, cell->epoch);
    uint32_t need = (is_write && !(is_ordered && (kind & RS_CELL_WRITE)) ? 2 : 0) + !is_ordered;
    if (need > lowest || (need == lowest && cell->epoch >= least->epoch)) continue;
    lowest = need;
    least = cell;
  }
  return least;
}

static inline void check_granule(rs_granule *granule, uint8_t bytes, uint8_t kind, uintptr_t pc,
                                 uintptr_t address, uint32_t size) {
  rs_thread *self = rs_self;
  uint32_t epoch = rs_epoch(self);
  rs_cell *free_cell = NULL, *covered = NULL;
  for (uint32_t i = 0; i < RS_CELLS; i++) {
    rs_cell *cell = &granule->cells[i];
    if (cell->bytes == 0) {
      if (!free_cell) free_cell = cell;
      break;
    }
    if (!(cell->bytes & bytes)) continue;
    if (cell->thread == self->id) {
      // The new access says at least as much when it covers the old one and is no weaker.
      if ((cell->bytes & ~bytes) == 0 && (cell->kind == kind || kind == RS_CELL_WRITE)) {
        covered = cell;
      } else if (cell->epoch == epoch && (bytes & ~cell->bytes) == 0 &&
                 (cell->kind == kind || cell->kind == RS_CELL_WRITE)) {
        return;
      }
      continue;
    }
    bool ordered = rs_ordered(self, cell->thread, cell->epoch);
    if (!ordered && ((cell->kind | kind) & RS_CELL_WRITE) &&
        !(cell->kind & kind & RS_CELL_ATOMIC)) {
      report_race(cell, size, kind, pc, address);
    }
    if (ordered && !covered && (cell->bytes & ~bytes) == 0 &&
        ((kind & RS_CELL_WRITE) || !(cell->kind & RS_CELL_WRITE)) &&
        (!(kind & RS_CELL_ATOMIC) || (cell->kind & RS_CELL_ATOMIC))) {
      covered = cell;
    }
  }
  rs_cell *into = covered ? covered : free_cell ? free_cell : least_needed(granule, kind);
  *into = (rs_cell){
      .epoch = epoch, .thread = self->id, .bytes = bytes, .kind = kind, .pc = pc_pack(pc)};
}

void rs_access_check(uintptr_t address, uint32_t size, uint8_t kind, uintptr_t pc) {
  uint32_t shift = address & 7;
  uint32_t bits = ((1u << size) - 1) << shift;
  check_granule(rs_shadow_find(address), (uint8_t)bits, kind, pc, address, size);
  if (RS_UNLIKELY(bits > 0xff)) {
    check_granule(rs_shadow_find(address + 8), (uint8_t)(bits >> 8), kind, pc, address, size);
    if (RS_UNLIKELY(bits > 0xffff)) {
      check_granule(rs_shadow_find(address + 16), (uint8_t)(bits >> 16), kind, pc, address, size);
    }
  }
}

void rs_access_check_range(uintptr_t address, size_t size, uint8_t kind, uintptr_t pc) {
  while (size > 0) {
    uint32_t part = 8 - (address & 7);
    if (part > size) part = (uint32_t)size;
    rs_access_check(address, part, kind, pc);
    address += part;
    size -= part;
  }
}

// --- The instrumentation's entry points ---------------------------------------------------------

static inline bool asked(uintptr_t pc) {
  return rs_set.access_points || (point_total && points[point_slot(pc)]);
}

// Own stack is no place to switch, even when every access is one.
static void access_point(uintptr_t address, uint32_t size, uint8_t kind, uintptr_t pc) {
  bool write = kind & RS_CELL_WRITE;
  if (rs_set.access_points && address >= rs_self->slot->low && address < rs_self->slot->high) return;
  uint32_t object = rs_object_id((void *)(address & ~7ull), RS_KIND_MEMORY);
  rs_point2(write ? RS_OP_WRITE : RS_OP_READ, object, 0,
            write ? RS_FLAG_ASKED : RS_FLAG_ASKED | RS_FLAG_READS, pc);
  rs_pendings[rs_self->id].size = (uint16_t)size;
  if (write) {
    rs_object_changed(object);
    if (rs_set.trace_frames) rs_trace_written(address, size);
  } else {
    rs_spin(object, pc);
  }
  if (!write && size <= 8) {
    uint64_t value = 0;
    memcpy(&value, (void *)address, size);
    rs_step_value(value, false);
  }
}

static __attribute__((noinline)) void too_idle(uintptr_t pc) {
  rs_self->idle_accesses = 0;
  rs_pendings[rs_self->id] = (rs_pending){.pc = pc, .op = RS_OP_YIELD};
  if (++rs_self->idle_rests > IDLE_REST_LIMIT) {
    rs_stuck(RS_OUTCOME_LIVELOCK, "a thread computes without end");
  }
  // It may be busy with something of its own, and come to an end before others do anything.
  if (rs_self->idle_rests < IDLE_REST_FROM) rs_give_way(); else rs_rest();
}

// What happens on a thread's own stack is of no interest to another.
static __attribute__((noinline)) void trace_access(uintptr_t address, size_t size, uint8_t kind,
                                                   uintptr_t pc) {
  if (address >= rs_self->slot->low && address < rs_self->slot->high) return;
  rs_trace_access(address, size > 8 ? 0 : (uint32_t)size, kind & RS_CELL_WRITE, pc);
}

// Who waits in a loop may keep variables there, on its stack, and set them to the same again and
// again. Who counts sets them to something new: what a write replaces tells the two apart.
static inline void note_write(rs_thread *self, uintptr_t address, uintptr_t pc) {
  uint64_t replaced = *(const uint64_t *)(address & ~7ull);
  self->path += (uint32_t)(((replaced ^ (uint64_t)pc << 32) * 0x9e3779b97f4a7c15ull) >> 32);
  if (address >= self->slot->low && address < self->slot->high) {
    uint64_t mixed = (self->trail ^ replaced ^ (uint64_t)pc << 32) * 0x9e3779b97f4a7c15ull;
    self->trail = (uint32_t)(mixed >> 32);
  } else {
    rs_run_length = 0;
    rs_last_write = rs_steps;
  }
}

static __attribute__((noinline)) void special_access(uintptr_t address, size_t size, uint8_t kind,
                                                     uintptr_t pc) {
  if (rs_pause_armed && !(kind & RS_CELL_WRITE)) rs_pause_at_read(address, size, pc);
  if (asked(pc)) {
    access_point(address, size > 8 ? 8 : (uint32_t)size, kind, pc);
  } else if (rs_set.trace_frames) {
    trace_access(address, size, kind, pc);
  }
  if (rs_detecting && wanted_first.pc) keep_stack(pc);
}

static inline void plain(void *pointer, size_t size, uint8_t kind, uintptr_t return_address) {
  rs_thread *self = rs_self;
  if (!rs_running) return;
  uintptr_t pc = return_address - 1;
  if (RS_UNLIKELY(++self->idle_accesses > IDLE_ACCESS_LIMIT)) too_idle(pc);
  if (kind & RS_CELL_WRITE) note_write(self, (uintptr_t)pointer, pc);
  if (self->ignore || size == 0) return;
  if (RS_UNLIKELY(special)) special_access((uintptr_t)pointer, size, kind, pc);
  if (!rs_detecting) return;
  if (size <= 16) {
    rs_access_check((uintptr_t)pointer, (uint32_t)size, kind, pc);
  } else {
    rs_access_check_range((uintptr_t)pointer, size, kind, pc);
  }
}

void rs_access_plain(void *pointer, size_t size, uint8_t kind, uintptr_t return_address) {
  plain(pointer, size, kind, return_address);
}

#define ACCESS(name, size, kind)                                  \
  RS_EXPORT void __tsan_##name(void *address);                    \
  RS_EXPORT void __tsan_##name(void *address) {                   \
    plain(address, size, kind, RS_PC());                          \
  }
#define ACCESS_SIZES(size)                              \
  ACCESS(read##size, size, 0)                           \
  ACCESS(write##size, size, RS_CELL_WRITE)              \
  ACCESS(unaligned_read##size, size, 0)                 \
  ACCESS(unaligned_write##size, size, RS_CELL_WRITE)    \
  ACCESS(volatile_read##size, size, 0)                  \
  ACCESS(volatile_write##size, size, RS_CELL_WRITE)     \
  ACCESS(unaligned_volatile_read##size, size, 0)        \
  ACCESS(unaligned_volatile_write##size, size, RS_CELL_WRITE) \
  ACCESS(read_write##size, size, RS_CELL_WRITE)         \
  ACCESS(unaligned_read_write##size, size, RS_CELL_WRITE)
ACCESS_SIZES(1)
ACCESS_SIZES(2)
ACCESS_SIZES(4)
ACCESS_SIZES(8)
ACCESS_SIZES(16)
ACCESS(vptr_read, 8, 0)

#define RANGE(name, kind)                                              \
  RS_EXPORT void __tsan_##name(void *address, size_t size);            \
  RS_EXPORT void __tsan_##name(void *address, size_t size) {           \
    plain(address, size, kind, RS_PC());                               \
  }
RANGE(read_range, 0)
RANGE(write_range, RS_CELL_WRITE)

RS_EXPORT void __tsan_vptr_update(void **pointer, void *value);
RS_EXPORT void __tsan_vptr_update(void **pointer, void *value) {
  plain(pointer, 8, *pointer == value ? 0 : RS_CELL_WRITE, RS_PC());
}

RS_EXPORT void *__tsan_memcpy(void *to, const void *from, size_t size);
RS_EXPORT void *__tsan_memcpy(void *to, const void *from, size_t size) {
  plain((void *)from, size, 0, RS_PC());
  plain(to, size, RS_CELL_WRITE, RS_PC());
  return memcpy(to, from, size);
}

RS_EXPORT void *__tsan_memmove(void *to, const void *from, size_t size);
RS_EXPORT void *__tsan_memmove(void *to, const void *from, size_t size) {
  plain((void *)from, size, 0, RS_PC());
  plain(to, size, RS_CELL_WRITE, RS_PC());
  return memmove(to, from, size);
}

RS_EXPORT void *__tsan_memset(void *to, int value, size_t size);
RS_EXPORT void *__tsan_memset(void *to, int value, size_t size) {
  plain(to, size, RS_CELL_WRITE, RS_PC());
  return memset(to, value, size);
}

// Swift calls these for accesses to a stored property by a modifying access, with the caller's pc
// and a tag; the neighbouring return address has the line.
RS_EXPORT void __tsan_external_write(void *address, void *caller, void *tag);
RS_EXPORT void __tsan_external_write(void *address, void *caller, void *tag) {
  (void)caller, (void)tag;
  plain(address, 1, RS_CELL_WRITE, RS_PC());
}
RS_EXPORT void __tsan_external_read(void *address, void *caller, void *tag);
RS_EXPORT void __tsan_external_read(void *address, void *caller, void *tag) {
  (void)caller, (void)tag;
  plain(address, 1, 0, RS_PC());
}
RS_EXPORT void *__tsan_external_register_tag(const char *name);
RS_EXPORT void *__tsan_external_register_tag(const char *name) { return (void *)name; }
RS_EXPORT void __tsan_external_register_header(void *tag, const char *header);
RS_EXPORT void __tsan_external_register_header(void *tag, const char *header) {
  (void)tag, (void)header;
}
RS_EXPORT void __tsan_external_assign_tag(void *address, void *tag);
RS_EXPORT void __tsan_external_assign_tag(void *address, void *tag) { (void)address, (void)tag; }

RS_EXPORT void __tsan_ignore_thread_begin(void);
RS_EXPORT void __tsan_ignore_thread_begin(void) { rs_self->ignore += 1; }
RS_EXPORT void __tsan_ignore_thread_end(void);
RS_EXPORT void __tsan_ignore_thread_end(void) { rs_self->ignore -= rs_self->ignore > 0; }
RS_EXPORT void __tsan_init(void);
RS_EXPORT void __tsan_init(void) {}

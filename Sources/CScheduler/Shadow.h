// Shadow memory: for every eight bytes of the program, who accessed which of them, and when.
#ifndef RS_SHADOW_H
#define RS_SHADOW_H

#include "State.h"

#include <string.h>

#pragma GCC visibility push(hidden)

#define RS_CELLS 4

/// One remembered access to some bytes of a granule.
typedef struct rs_cell {
  uint32_t epoch;
  uint16_t thread;
  uint8_t bytes;    // a bit for each byte
  uint8_t kind;     // RS_CELL_...
  uint32_t pc;      // relative to the executable's base; 0 unknown
} rs_cell;
#define RS_CELL_WRITE 1u
#define RS_CELL_ATOMIC 2u

/// Eight bytes of program memory.
typedef struct rs_granule {
  uint32_t object[2];    // ids of the objects at byte 0 and byte 4
  uint32_t odd;          // where the ids of objects at other bytes are, 0 if there are none
  uint32_t clock;        // reference-count clock of a Swift object
  rs_cell cells[RS_CELLS];
} rs_granule;

#define RS_PAGE_BITS 12
#define RS_PAGE_GRANULES (1u << (RS_PAGE_BITS - 3))

/// The shadow of a page of the program's memory. Which of its granules hold something is kept in bits:
/// to forget a block of memory, or a whole page, touches none of them.
typedef struct rs_shadow_page {
  _Alignas(64) uint64_t live[RS_PAGE_GRANULES / 64];
  rs_granule *granules;
  const uint32_t *current;   // the generation of the memory: the schedule's, or that of a stack
  uint32_t generation;       // to which `live` belongs: no granule is when this isn't current
} rs_shadow_page;

/// Where a page of the program has its shadow.
typedef struct rs_shadow_entry {
  uintptr_t page;            // address >> RS_PAGE_BITS, 0 free
  rs_shadow_page *shadow;
} rs_shadow_entry;

#define RS_SHADOW_CACHE 1024
extern rs_shadow_entry rs_shadow_cache[RS_SHADOW_CACHE];
/// Looks a page up that is not in the cache, and puts it there.
/// - Returns: NULL if it does not exist and isn't to be made.
rs_shadow_page *rs_shadow_look_up(uintptr_t page, bool make);

static inline rs_shadow_page *rs_shadow_page_of(uintptr_t address, bool make) {
  uintptr_t page = address >> RS_PAGE_BITS;
  const rs_shadow_entry *cached = &rs_shadow_cache[page % RS_SHADOW_CACHE];
  return RS_LIKELY(cached->page == page) ? cached->shadow : rs_shadow_look_up(page, make);
}

/// Returns the current granule of an address, emptied if it was stale. Never NULL.
static inline rs_granule *rs_shadow_find(uintptr_t address) {
  rs_shadow_page *page = rs_shadow_page_of(address, true);
  uint32_t generation = *page->current;
  if (RS_UNLIKELY(page->generation != generation)) {
    memset(page->live, 0, sizeof page->live);
    page->generation = generation;
  }
  uint32_t index = (address >> 3) & (RS_PAGE_GRANULES - 1);
  rs_granule *granule = &page->granules[index];
  uint64_t bit = 1ull << (index % 64);
  if (!(page->live[index / 64] & bit)) {
    page->live[index / 64] |= bit;
    memset(granule, 0, sizeof *granule);
  }
  return granule;
}

/// Returns the granule if it holds something current; NULL otherwise.
static inline rs_granule *rs_shadow_peek(uintptr_t address) {
  rs_shadow_page *page = rs_shadow_page_of(address, false);
  if (!page || page->generation != *page->current) return NULL;
  uint32_t index = (address >> 3) & (RS_PAGE_GRANULES - 1);
  return page->live[index / 64] >> (index % 64) & 1 ? &page->granules[index] : NULL;
}

/// The same for an object that is at neither byte 0 nor byte 4: flags of a byte each lie side by side.
uint32_t *rs_shadow_odd_object(rs_granule *granule, uint32_t byte);

/// Where the id of the object at an address is kept.
static inline uint32_t *rs_shadow_object(uintptr_t address) {
  rs_granule *granule = rs_shadow_find(address);
  if (RS_UNLIKELY(address & 3)) return rs_shadow_odd_object(granule, address & 7);
  return &granule->object[(address >> 2) & 1];
}

/// A step before a strong reference goes, if weak or unowned ones can tell. `pc` is what called.
void rs_release_step(const void *object, uintptr_t pc);

/// Records an access and reports the races it is in.
void rs_access_check(uintptr_t address, uint32_t size, uint8_t kind, uintptr_t pc);
/// A plain access that the running thread is about to make: races, points and traces.
/// - Parameter return_address: The program's, of the call that says so.
void rs_access_plain(void *pointer, size_t size, uint8_t kind, uintptr_t return_address);
/// The same for any length.
void rs_access_check_range(uintptr_t address, size_t size, uint8_t kind, uintptr_t pc);

#pragma GCC visibility pop
#endif

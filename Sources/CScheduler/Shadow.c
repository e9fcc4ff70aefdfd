// Shadow pages, found by a hash of the program's page. A generation number, the schedule's or that of
// the stack the page belongs to, makes a whole shadow stale at once.
#include "Shadow.h"

#include <string.h>
#include <sys/mman.h>

#define PAGE_BITS 12
#define GRANULES (1u << (PAGE_BITS - 3))
#define TABLE_BITS 17
#define MAX_PAGES (1u << 16)
#define CACHE_SIZE 1024

typedef struct entry {
  uintptr_t page;                // address >> PAGE_BITS, 0 free
  rs_granule *granules;
  const uint32_t *generation;
} entry;

static entry *table;
static entry cache[CACHE_SIZE];
static rs_granule *pages, *pages_next;
static uint32_t page_total;
static rs_granule scratch[GRANULES];

static void make(void) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  table = mmap(NULL, sizeof(entry) << TABLE_BITS, PROT_READ | PROT_WRITE, flags, -1, 0);
  pages = mmap(NULL, sizeof(rs_granule) * GRANULES * (size_t)MAX_PAGES, PROT_READ | PROT_WRITE,
               flags, -1, 0);
  pages_next = pages;
}

static entry *table_find(uintptr_t page, bool create) {
  if (RS_UNLIKELY(!table)) make();
  uint32_t at = (uint32_t)((page * 0x9E3779B97F4A7C15ull) >> (64 - TABLE_BITS));
  for (;; at = (at + 1) & ((1u << TABLE_BITS) - 1)) {
    entry *found = &table[at];
    if (found->page == page) return found;
    if (found->page == 0) {
      if (!create) return NULL;
      rs_slot *slot = rs_slot_of_stack(page << PAGE_BITS);
      found->page = page;
      found->generation = slot && slot->index > 0 ? &slot->generation : &rs_generation;
      // Past the limit all pages share one that nobody looks at.
      found->granules = page_total < MAX_PAGES ? pages_next : scratch;
      if (page_total < MAX_PAGES) {
        page_total += 1;
        pages_next += GRANULES;
      }
      return found;
    }
  }
}

rs_granule *rs_shadow_find(uintptr_t address) {
  uintptr_t page = address >> PAGE_BITS;
  entry *cached = &cache[page % CACHE_SIZE];
  if (RS_UNLIKELY(cached->page != page)) *cached = *table_find(page, true);
  rs_granule *granule = &cached->granules[(address >> 3) & (GRANULES - 1)];
  uint32_t generation = *cached->generation;
  if (granule->generation != generation) {
    memset(granule, 0, sizeof *granule);
    granule->generation = generation;
  }
  return granule;
}

rs_granule *rs_shadow_peek(uintptr_t address) {
  uintptr_t page = address >> PAGE_BITS;
  entry *cached = &cache[page % CACHE_SIZE];
  if (cached->page != page) {
    entry *found = table_find(page, false);
    if (!found) return NULL;
    *cached = *found;
  }
  return &cached->granules[(address >> 3) & (GRANULES - 1)];
}

uint32_t *rs_shadow_object(uintptr_t address) {
  return &rs_shadow_find(address)->object[(address >> 2) & 1];
}

void rs_shadow_reset(void) {}

void rs_shadow_clear(uintptr_t address, size_t size) {
  uintptr_t at = address & ~7ull, end = address + size;
  while (at < end) {
    uintptr_t page_end = ((at >> PAGE_BITS) + 1) << PAGE_BITS;
    if (page_end > end) page_end = end;
    rs_granule *granule = rs_shadow_peek(at);
    if (granule) {
      for (; at < page_end; at += 8) (granule++)->generation = 0;
    }
    at = page_end;
  }
}

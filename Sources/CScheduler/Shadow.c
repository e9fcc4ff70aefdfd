// Shadow pages, found by a hash of the program's page. A generation number, the schedule's or that of
// the stack the page belongs to, makes a whole shadow stale at once.
#include "Shadow.h"

#include <sys/mman.h>

#define TABLE_BITS 17
#define MAX_PAGES (1u << 16)

rs_shadow_entry rs_shadow_cache[RS_SHADOW_CACHE];

static rs_shadow_entry *table;
static rs_shadow_page *pages;
static rs_granule *granules;
static uint32_t page_total;

static void *map(size_t bytes) {
  return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
              0);
}

static void make_table(void) {
  table = map(sizeof *table << TABLE_BITS);
  pages = map(sizeof *pages * MAX_PAGES);
  granules = map(sizeof *granules * RS_PAGE_GRANULES * (size_t)MAX_PAGES);
}

static rs_shadow_page *make_page(uintptr_t page) {
  if (page_total == MAX_PAGES) {
    rs_trap(RS_OUTCOME_UNSUPPORTED, 0, "more than %u MiB of memory in use", MAX_PAGES >> (20 - RS_PAGE_BITS));
  }
  rs_slot *slot = rs_slot_of_stack(page << RS_PAGE_BITS);
  rs_shadow_page *shadow = &pages[page_total];
  shadow->granules = granules + (size_t)page_total * RS_PAGE_GRANULES;
  shadow->current = slot && slot->index > 0 ? &slot->generation : &rs_generation;
  page_total += 1;
  return shadow;
}

rs_shadow_page *rs_shadow_look_up(uintptr_t page, bool make) {
  if (RS_UNLIKELY(!table)) make_table();
  uint32_t at = (uint32_t)((page * 0x9E3779B97F4A7C15ull) >> (64 - TABLE_BITS));
  for (;; at = (at + 1) & ((1u << TABLE_BITS) - 1)) {
    rs_shadow_entry *found = &table[at];
    if (found->page == 0) {
      if (!make) return NULL;
      *found = (rs_shadow_entry){page, make_page(page)};
    }
    if (found->page != page) continue;
    rs_shadow_cache[page % RS_SHADOW_CACHE] = *found;
    return found->shadow;
  }
}

void rs_shadow_clear(uintptr_t address, size_t size) {
  uintptr_t at = address & ~7ull, end = address + size;
  while (at < end) {
    uintptr_t page_end = ((at >> RS_PAGE_BITS) + 1) << RS_PAGE_BITS;
    uintptr_t stop = page_end < end ? page_end : end;
    rs_shadow_page *page = rs_shadow_page_of(at, false);
    if (page && page->generation == *page->current) {
      uint32_t first = (at >> 3) & (RS_PAGE_GRANULES - 1);
      uint32_t count = (uint32_t)((stop - at + 7) >> 3);
      while (count > 0) {
        uint32_t bit = first % 64, part = 64 - bit < count ? 64 - bit : count;
        uint64_t mask = part == 64 ? UINT64_MAX : ((1ull << part) - 1) << bit;
        page->live[first / 64] &= ~mask;
        first += part;
        count -= part;
      }
    }
    at = page_end;
  }
}

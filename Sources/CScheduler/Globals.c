// Global variables as holders of objects. Those of the runtime itself and of C are none: its tables know
// every address.
#include "State.h"

#include <link.h>
#include <string.h>

#define MOST_FOUND 64
#define NAME_SIZE 512
static char found_names[MOST_FOUND][NAME_SIZE];

typedef struct rs_search {
  const uintptr_t *addresses;   // ascending
  size_t count;
  rs_global *globals;
  uintptr_t places[MOST_FOUND];  // where each was found
  size_t found, capacity;
} rs_search;

static bool is_wanted(const rs_search *search, uintptr_t word) {
  if (word < search->addresses[0] || word > search->addresses[search->count - 1]) return false;
  size_t low = 0, high = search->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (search->addresses[middle] == word) return true;
    if (search->addresses[middle] < word) low = middle + 1; else high = middle;
  }
  return false;
}

/// Looks through the executable's writable segments; it is the first image, and has no name.
static int visit(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  rs_search *search = context;
  if (info->dlpi_name[0] != 0) return 1;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_W)) continue;
    uintptr_t low = (info->dlpi_addr + header->p_vaddr + 7) & ~7ull;
    uintptr_t high = info->dlpi_addr + header->p_vaddr + header->p_memsz;
    for (const uintptr_t *at = (const uintptr_t *)low; (uintptr_t)(at + 1) <= high; at++) {
      if (!is_wanted(search, *at)) continue;
      if (search->found == search->capacity) return 1;
      search->globals[search->found].held = *at;
      search->places[search->found++] = (uintptr_t)at;
    }
  }
  return 1;
}

/// Names what was found by the executable's own symbols.
static void name(const char *text, uintptr_t low, size_t size, bool is_code, void *context) {
  // Swift gives the storage of a global variable a size, and a name that begins so.
  if (is_code || strncmp(text, "$s", 2) != 0) return;
  rs_search *search = context;
  for (size_t i = 0; i < search->found; i++) {
    if (search->places[i] < low || search->places[i] >= low + size) continue;
    strncpy(found_names[i], text, NAME_SIZE - 1);
  }
}

size_t rs_globals_keeping(const uintptr_t *addresses, size_t count, rs_global *globals,
                          size_t capacity) {
  if (count == 0) return 0;
  rs_search search = {.addresses = addresses, .count = count, .globals = globals};
  search.capacity = capacity < MOST_FOUND ? capacity : MOST_FOUND;
  dl_iterate_phdr(visit, &search);
  if (search.found == 0) return 0;
  memset(found_names, 0, sizeof found_names);
  rs_symbols_visit(name, &search);
  size_t kept = 0;
  for (size_t i = 0; i < search.found; i++) {
    if (found_names[i][0] == 0) continue;
    globals[kept++] = (rs_global){.held = globals[i].held, .name = found_names[i]};
  }
  return kept;
}

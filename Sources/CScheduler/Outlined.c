// Reads and writes that the compiler's instrumentation leaves out: a stored property whose size is known
// only at run time, such as an `any Protocol`, is copied and assigned by functions that the compiler adds
// ("outlined" ones, known from the machine code of Swift 6.3.1), and these are not instrumented. The
// program says before each such access that it begins, as exclusivity checking asks of it.
#include "Shadow.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FUNCTIONS 8192
#define SITES 1024
#define SCAN 64            // bytes of code after the announcement in which the call must come

typedef struct rs_range {
  uintptr_t low, high;
} rs_range;

static uintptr_t functions[MAX_FUNCTIONS];   // where outlined functions start; ascending
static size_t function_count;
static rs_range program[MAX_FUNCTIONS];      // the submission's functions; ascending
static size_t program_count;

typedef struct rs_access_site {
  uintptr_t pc;
  bool outlined;
} rs_access_site;

static rs_access_site sites[SITES];

static bool ends_with(const char *name, size_t length, const char *end) {
  return length > 3 && memcmp(name + length - 3, end, 3) == 0;
}

void rs_outlined_symbol(const char *name, uintptr_t low, size_t size) {
  if (strstr(name, "10Submission") && program_count < MAX_FUNCTIONS) {
    program[program_count++] = (rs_range){low, low + size};
  }
  // Initialise with a copy or a take, assign with a copy or a take (docs/ABI/Mangling.rst).
  size_t length = strlen(name);
  if (name[0] != '$' || function_count == MAX_FUNCTIONS) return;
  if (ends_with(name, length, "WOb") || ends_with(name, length, "WOc") ||
      ends_with(name, length, "WOd") || ends_with(name, length, "WOf")) {
    functions[function_count++] = low;
  }
}

static int compare(const void *a, const void *b) {
  uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;
  return (x > y) - (x < y);
}

void rs_outlined_sort(void) {
  qsort(functions, function_count, sizeof functions[0], compare);
  qsort(program, program_count, sizeof program[0], compare);
}

static bool is_outlined(uintptr_t address) {
  return bsearch(&address, functions, function_count, sizeof functions[0], compare) != NULL;
}

static bool is_program(uintptr_t pc) {
  size_t low = 0, high = program_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (program[middle].high <= pc) low = middle + 1; else high = middle;
  }
  return low < program_count && pc >= program[low].low;
}

/// Whether the first call after an address goes to an outlined function.
static bool calls_outlined(uintptr_t pc) {
#if defined(__x86_64__)
  const uint8_t *code = (const uint8_t *)pc;
  for (int i = 0; i < SCAN; i++) {
    if (code[i] != 0xe8) continue;
    int32_t distance;
    memcpy(&distance, code + i + 1, sizeof distance);
    if (is_outlined(pc + (uintptr_t)i + 5 + (uintptr_t)(intptr_t)distance)) return true;
    // The announcement's end, or another call; a byte that only looks like one does no harm.
  }
#elif defined(__aarch64__)
  const uint32_t *code = (const uint32_t *)pc;
  for (int i = 0; i < SCAN / 4; i++) {
    if ((code[i] & 0xfc000000) != 0x94000000) continue;
    int32_t distance = (int32_t)(code[i] << 6) >> 4;
    return is_outlined((uintptr_t)&code[i] + (uintptr_t)(intptr_t)distance);
  }
#endif
  return false;
}

static bool site_is_outlined(uintptr_t pc) {
  rs_access_site *site = &sites[(pc >> 1) % SITES];
  if (site->pc != pc) *site = (rs_access_site){pc, is_program(pc) && calls_outlined(pc)};
  return site->outlined;
}

RS_EXPORT void swift_beginAccess(void *address, void *buffer, uintptr_t flags, void *pc);
RS_EXPORT void swift_beginAccess(void *address, void *buffer, uintptr_t flags, void *pc) {
  static void (*real)(void *, void *, uintptr_t, void *);
  if (RS_UNLIKELY(!real)) real = rs_real("swift_beginAccess");
  uintptr_t place = RS_PC();
  if (rs_running && function_count > 0 && site_is_outlined(place)) {
    // The lowest bit says that it is to be changed. The first word of an `any` changes with it.
    rs_access_plain(address, 8, flags & 1 ? RS_CELL_WRITE : 0, place);
  }
  real(address, buffer, flags, pc);
}

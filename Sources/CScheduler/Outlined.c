// Reads and writes that the compiler's instrumentation leaves out. A stored property such as an `any
// Protocol` is copied and assigned by functions that the compiler adds ("outlined" ones, known from the
// machine code of Swift 6.3.1); one of a generic type by functions of the type's own, which are called
// indirectly. Neither are instrumented. The program says before each such access that it begins, as
// exclusivity checking asks of it: from what is called next follows how much is accessed.
#include "DispatchInternal.h"
#include "Shadow.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FUNCTIONS 8192
#define SITES 1024
#define SCAN 160           // bytes of code after the announcement in which the call must come
#define WORD 8u

/// A function that copies, assigns, opens or destroys a value in place.
typedef struct rs_outlined {
  uintptr_t low;           // first, so that a bare address compares with it
  uint8_t size;            // of the value in bytes; one word where that is not known
  bool boxed;              // opens or destroys an `any`, and is called with others in between
  bool optional;
} rs_outlined;

static rs_outlined functions[MAX_FUNCTIONS]; // ascending
static size_t function_count;
static rs_range program[MAX_FUNCTIONS];      // the functions of what is instrumented; ascending
static size_t program_count;

typedef struct rs_access_site {
  uintptr_t pc;
  const rs_outlined *calls;  // NULL if it calls none
} rs_access_site;

static rs_access_site sites[SITES];

static bool ends_with(const char *name, size_t length, const char *end) {
  return length > 3 && memcmp(name + length - 3, end, 3) == 0;
}

/// How large a value is that a function handles, by the function's name. An `any` of one protocol has three
/// words for the value, one for its type, and one for the protocol (docs/ABI/TypeLayout.rst).
static rs_outlined described(const char *name, uintptr_t low) {
  rs_outlined function = {.low = low, .size = WORD};
  const char *boxed = strstr(name, "_boxed_opaque_existential_");
  if (boxed) {
    function.boxed = true;
    function.size = (uint8_t)(4 * WORD + WORD * (unsigned)atoi(boxed + strlen("_boxed_opaque_existential_")));
  } else if (!strstr(name, "s5Error_p")) {
    function.optional = strstr(name, "_pSgWO") != NULL;
    if (function.optional || strstr(name, "_pWO")) function.size = 5 * WORD;
  }
  return function;
}

void rs_outlined_symbol(const char *name, uintptr_t low, size_t size) {
  // A submission is a module of this name, and so are the programs that the scheduler is tried on.
  bool ours = strstr(name, "10Submission") || strstr(name, "8Programs");
  if (ours && program_count < MAX_FUNCTIONS) {
    program[program_count++] = (rs_range){low, low + size};
  }
  if (function_count == MAX_FUNCTIONS) return;
  // Initialise with a copy or a take, assign with a copy or a take (docs/ABI/Mangling.rst).
  size_t length = strlen(name);
  bool outlined = name[0] == '$' && (ends_with(name, length, "WOb") || ends_with(name, length, "WOc") ||
                                     ends_with(name, length, "WOd") || ends_with(name, length, "WOf"));
  bool boxed = strncmp(name, "__swift_", 8) == 0 && strstr(name, "_boxed_opaque_existential_");
  if (outlined || boxed) functions[function_count++] = described(name, low);
}

static int compare(const void *a, const void *b) {
  uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;
  return (x > y) - (x < y);
}

void rs_outlined_sort(void) {
  qsort(functions, function_count, sizeof functions[0], compare);
  rs_ranges_sort(program, program_count);
}

static const rs_outlined *outlined_at(uintptr_t address) {
  return bsearch(&address, functions, function_count, sizeof functions[0], compare);
}

static bool is_program(uintptr_t pc) { return rs_in_ranges(program, program_count, pc); }

RS_EXPORT void swift_beginAccess(void *address, void *buffer, uintptr_t flags, void *pc);
RS_EXPORT void swift_endAccess(void *buffer);

/// Whether a call ends what is announced: the next announcement, or this one's end.
static bool is_over(uintptr_t target) {
  return target == (uintptr_t)swift_beginAccess || target == (uintptr_t)swift_endAccess;
}

/// Stands for a function of a type's own: of the value no more is known than that it has a first byte.
static const rs_outlined of_type = {.size = 1};

/// The function that is called after an address and handles what was announced; NULL if none does, since it
/// is over, or somebody else is called, such as a lock that the property is.
static const rs_outlined *called_after(uintptr_t pc) {
#if defined(__x86_64__)
  const uint8_t *code = (const uint8_t *)pc;
  bool alone = true;
  for (int i = 0; i < SCAN; i++) {
    if (code[i] == 0xff && (code[i + 1] & 0x38) == 0x10 && alone) return &of_type;
    if (code[i] != 0xe8) continue;
    int32_t distance;
    memcpy(&distance, code + i + 1, sizeof distance);
    uintptr_t target = pc + (uintptr_t)i + 5 + (uintptr_t)(intptr_t)distance;
    const rs_outlined *function = outlined_at(target);
    if (function) return function;
    if (is_over(target)) return NULL;
    // Somebody else, or a byte that only looks like a call.
    alone = alone && rs_in_runtime(target);
  }
#elif defined(__aarch64__)
  const uint32_t *code = (const uint32_t *)pc;
  bool alone = true;
  for (int i = 0; i < SCAN / 4; i++) {
    if ((code[i] & 0xfffffc1f) == 0xd63f0000 && alone) return &of_type;
    if ((code[i] & 0xfc000000) != 0x94000000) continue;
    int32_t distance = (int32_t)(code[i] << 6) >> 4;
    uintptr_t target = (uintptr_t)&code[i] + (uintptr_t)(intptr_t)distance;
    const rs_outlined *function = outlined_at(target);
    if (function || is_over(target)) return function;
    alone = alone && rs_in_runtime(target);
  }
#endif
  return NULL;
}

static const rs_outlined *called_at(uintptr_t pc) {
  rs_access_site *site = &sites[(pc >> 1) % SITES];
  if (site->pc != pc) *site = (rs_access_site){pc, is_program(pc) ? called_after(pc) : NULL};
  return site->calls;
}

/// Whether a word is the table of what a type does for a protocol: it lies in an image, and so does the
/// description that it begins with.
static bool is_witness_table(uintptr_t word) {
  static struct {
    uintptr_t word;
    bool is;
  } known[64];
  size_t slot = (word >> 4) % 64;
  if (known[slot].word == word) return known[slot].is;
  rs_enter();
  uintptr_t offset;
  const char *path;
  bool is = word % WORD == 0 && rs_is_mapped(word) && rs_image_offset(word, &offset, &path) &&
            rs_image_offset(*(const uintptr_t *)word, &offset, &path);
  rs_leave();
  known[slot].word = word;
  known[slot].is = is;
  return is;
}

/// How many bytes are accessed. Code that only looks as if it handled an `any` there is told by what lies
/// there; its neighbours are not to be taken for part of it.
static size_t size_at(const void *address, const rs_outlined *function) {
  const uintptr_t *words = address;
  if (function->size <= WORD) return function->size;
  if (function->size <= 4 * WORD) return function->boxed ? 0 : WORD;
  if (function->optional && words[3] == 0) return function->size;
  if (words[3] != 0 && is_witness_table(words[4])) return function->size;
  return function->boxed ? 0 : WORD;
}

void swift_beginAccess(void *address, void *buffer, uintptr_t flags, void *pc) {
  static void (*real)(void *, void *, uintptr_t, void *);
  if (RS_UNLIKELY(!real)) real = rs_real("swift_beginAccess");
  uintptr_t place = RS_PC();
  const rs_outlined *function = rs_running && program_count > 0 ? called_at(place) : NULL;
  if (RS_UNLIKELY(function)) {
    size_t size = size_at(address, function);
    // The lowest bit says that it is to be changed.
    if (size > 0) rs_access_plain(address, size, flags & 1 ? RS_CELL_WRITE : 0, place);
  }
  real(address, buffer, flags, pc);
}

void swift_endAccess(void *buffer) {
  static void (*real)(void *);
  if (RS_UNLIKELY(!real)) real = rs_real("swift_endAccess");
  real(buffer);
}

// Functions that the compiler adds to a program: they keep metadata in caches of their own, which are
// atomics that no program can mean. Found by name in the executable's own symbols, since they are hidden.
#include "State.h"

#include <string.h>

#define MAX_RANGES 65536
static rs_range ranges[MAX_RANGES];          // ascending
static size_t range_count;
static rs_range caches[MAX_RANGES];          // where the compiler's code keeps metadata; ascending
static size_t cache_count;
#define MAX_OWN_RANGES 16384
static rs_range own_ranges[MAX_OWN_RANGES];  // code of the kit's Swift modules; ascending
static size_t own_range_count;

static bool ends_with(const char *name, size_t length, const char *end) {
  size_t wanted = strlen(end);
  return length > wanted && memcmp(name + length - wanted, end, wanted) == 0;
}

/// Swift's mangling: "Wl" is a lazy accessor of a conformance, "Ma" one of a type's metadata.
static bool is_helper(const char *name) {
  if (strncmp(name, "__swift_instantiate", 19) == 0) return true;
  if (name[0] != '$') return false;
  size_t length = strlen(name);
  return ends_with(name, length, "Wl") || ends_with(name, length, "Ma");
}

/// Swift's mangling: "WL" is a cache for a conformance, "ML", "Md" and "MD" are for metadata. What a program
/// declares ends in other letters.
static bool is_cache(const char *name) {
  static const char *const ends[] = {"WL", "ML", "Md", "MD"};
  if (name[0] != '$') return false;
  size_t length = strlen(name);
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    if (ends_with(name, length, ends[i])) return true;
  }
  return false;
}

/// Swift's mangling: a function of a module begins with the module's name.
static bool is_own(const char *name) {
  static const char *const modules[] = {"$s9Scheduler", "$s6Search", "$s7Records", "$s7KataKit"};
  for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
    if (strncmp(name, modules[i], strlen(modules[i])) == 0) return true;
  }
  return false;
}

static void collect(const char *name, uintptr_t low, size_t size, bool is_code, void *context) {
  (void)context;
  if (size == 0) return;
  if (!is_code) {
    if (cache_count < MAX_RANGES && is_cache(name)) caches[cache_count++] = (rs_range){low, low + size};
    return;
  }
  rs_outlined_symbol(name, low, size);
  if (own_range_count < MAX_OWN_RANGES && is_own(name)) {
    own_ranges[own_range_count++] = (rs_range){low, low + size};
  }
  if (range_count < MAX_RANGES && is_helper(name)) {
    ranges[range_count++] = (rs_range){low, low + size};
  }
}

__attribute__((constructor(102))) static void find_helpers(void) {
  rs_symbols_visit(collect, NULL);
  rs_ranges_sort(ranges, range_count);
  rs_ranges_sort(caches, cache_count);
  rs_ranges_sort(own_ranges, own_range_count);
  rs_outlined_sort();
}

bool rs_in_kit(uintptr_t pc) { return rs_in_ranges(own_ranges, own_range_count, pc); }

bool rs_in_metadata_cache(uintptr_t address) { return rs_in_ranges(caches, cache_count, address); }

bool rs_in_helper(uintptr_t pc) {
  static struct {
    uintptr_t pc;
    bool is_helper;
  } seen[256];
  size_t at = (pc * 0x9E3779B97F4A7C15ull) >> 56;
  if (seen[at].pc != pc) {
    seen[at].is_helper = rs_in_ranges(ranges, range_count, pc);
    seen[at].pc = pc;
  }
  return seen[at].is_helper;
}

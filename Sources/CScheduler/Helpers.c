// Functions that the compiler adds to a program: they keep metadata in caches of their own, which are
// atomics that no program can mean. Found by name in the executable's own symbols, since they are hidden.
#include "State.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct rs_range {
  uintptr_t low, high;
} rs_range;

#define MAX_RANGES 65536
static rs_range *ranges;   // ascending
static size_t range_count;
#define MAX_OWN_RANGES 16384
static rs_range own_ranges[MAX_OWN_RANGES];  // code of the kit's Swift modules
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

/// Swift's mangling: a function of a module begins with the module's name.
static bool is_own(const char *name) {
  static const char *const modules[] = {"$s9Scheduler", "$s6Search", "$s7Records", "$s7KataKit"};
  for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
    if (strncmp(name, modules[i], strlen(modules[i])) == 0) return true;
  }
  return false;
}

static int compare(const void *a, const void *b) {
  uintptr_t x = ((const rs_range *)a)->low, y = ((const rs_range *)b)->low;
  return (x > y) - (x < y);
}

static void collect(const char *file, size_t size) {
  const ElfW(Ehdr) *header = (const void *)file;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return;
  if (header->e_shoff + (size_t)header->e_shnum * sizeof(ElfW(Shdr)) > size) return;
  const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i++) {
    const ElfW(Shdr) *section = &sections[i];
    if (section->sh_type != SHT_SYMTAB || section->sh_link >= header->e_shnum) continue;
    const char *names = file + sections[section->sh_link].sh_offset;
    const ElfW(Sym) *symbols = (const void *)(file + section->sh_offset);
    for (size_t j = 0; j < section->sh_size / sizeof *symbols; j++) {
      const ElfW(Sym) *symbol = &symbols[j];
      if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_size == 0) continue;
      rs_outlined_symbol(names + symbol->st_name, rs_image_base() + symbol->st_value,
                         symbol->st_size);
      uintptr_t low = rs_image_base() + symbol->st_value;
      if (own_range_count < MAX_OWN_RANGES && is_own(names + symbol->st_name)) {
        own_ranges[own_range_count++] = (rs_range){low, low + symbol->st_size};
      }
      if (range_count == MAX_RANGES || !is_helper(names + symbol->st_name)) continue;
      ranges[range_count++] = (rs_range){low, low + symbol->st_size};
    }
  }
  qsort(ranges, range_count, sizeof *ranges, compare);
  rs_outlined_sort();
}

__attribute__((constructor(102))) static void find_helpers(void) {
  int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  struct stat status;
  if (fstat(fd, &status) == 0 && status.st_size > 0) {
    size_t size = (size_t)status.st_size;
    char *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    size_t bytes = MAX_RANGES * sizeof *ranges;
    ranges = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                  -1, 0);
    if (file != MAP_FAILED && ranges != MAP_FAILED) collect(file, size);
    if (file != MAP_FAILED) munmap(file, size);
  }
  close(fd);
}

static bool look_up(uintptr_t pc) {
  size_t low = 0, high = range_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (ranges[middle].high <= pc) low = middle + 1; else high = middle;
  }
  return low < range_count && pc >= ranges[low].low;
}

bool rs_in_kit(uintptr_t pc) {
  for (size_t i = 0; i < own_range_count; i++) {
    if (pc >= own_ranges[i].low && pc < own_ranges[i].high) return true;
  }
  return false;
}

bool rs_in_helper(uintptr_t pc) {
  static struct {
    uintptr_t pc;
    bool is_helper;
  } seen[256];
  size_t at = (pc * 0x9E3779B97F4A7C15ull) >> 56;
  if (seen[at].pc != pc) {
    seen[at].is_helper = look_up(pc);
    seen[at].pc = pc;
  }
  return seen[at].is_helper;
}

// Global variables as holders of objects. Those of the runtime itself and of C are none: its tables know
// every address.
#include "State.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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
static void name(rs_search *search, const char *file, size_t size) {
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
      // Swift gives the storage of a global variable a size, and a name that begins so.
      const char *text = names + symbol->st_name;
      if (ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT || strncmp(text, "$s", 2) != 0) continue;
      uintptr_t low = rs_image_base() + symbol->st_value;
      for (size_t k = 0; k < search->found; k++) {
        if (search->places[k] < low || search->places[k] >= low + symbol->st_size) continue;
        strncpy(found_names[k], text, NAME_SIZE - 1);
      }
    }
  }
}

static void name_all(rs_search *search) {
  int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  struct stat status;
  if (fstat(fd, &status) == 0 && status.st_size > 0) {
    size_t size = (size_t)status.st_size;
    char *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (file != MAP_FAILED) {
      name(search, file, size);
      munmap(file, size);
    }
  }
  close(fd);
}

size_t rs_globals_keeping(const uintptr_t *addresses, size_t count, rs_global *globals,
                          size_t capacity) {
  if (count == 0) return 0;
  rs_search search = {.addresses = addresses, .count = count, .globals = globals};
  search.capacity = capacity < MOST_FOUND ? capacity : MOST_FOUND;
  dl_iterate_phdr(visit, &search);
  if (search.found == 0) return 0;
  memset(found_names, 0, sizeof found_names);
  name_all(&search);
  size_t kept = 0;
  for (size_t i = 0; i < search.found; i++) {
    if (found_names[i][0] == 0) continue;
    globals[kept++] = (rs_global){.held = globals[i].held, .name = found_names[i]};
  }
  return kept;
}

// Where in the program a call came from, and what the program refers to.
#include "DispatchInternal.h"

#include <elf.h>
#include <link.h>
#include <string.h>

extern char __executable_start[], etext[];
// The runtime's own code, see Internal.h.
extern char __start_rs_text[], __stop_rs_text[];

/// Words of the stack to look at for the way back into the program.
#define DEPTH 128

bool rs_in_program(uintptr_t address) {
  if (address < (uintptr_t)__executable_start || address >= (uintptr_t)etext) return false;
  return address < (uintptr_t)__start_rs_text || address >= (uintptr_t)__stop_rs_text;
}

/// Whether the bytes before a return address end in a call.
static bool follows_call(uintptr_t address) {
#if defined(__x86_64__)
  const uint8_t *at = (const uint8_t *)address;
  if (at[-5] == 0xe8) return true;
  for (int length = 2; length <= 7; length++) {
    if (at[-length] == 0xff && (at[-length + 1] & 0x38) == 0x10) return true;
  }
  return false;
#elif defined(__aarch64__)
  uint32_t word = *(const uint32_t *)(address - 4);
  return (word & 0xfc000000) == 0x94000000 || (word & 0xfffffc1f) == 0xd63f0000;
#endif
}

uintptr_t rs_place(uintptr_t pc, const void *frame) {
  if (rs_in_program(pc)) return pc - 1;
  // The libraries in between keep no frame pointers, so their part of the stack is searched.
  const uintptr_t *word = frame;
  for (int i = 2; i < DEPTH; i++) {
    if (rs_in_program(word[i]) && follows_call(word[i])) return word[i] - 1;
  }
  return pc - 1;
}

static uintptr_t dynamic_pointer(const ElfW(Dyn) *entry, uintptr_t base) {
  uintptr_t value = entry->d_un.d_ptr;
  return value < base ? value + base : value;
}

static int find_imports(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  const char *part = *(const char **)context;
  const ElfW(Dyn) *dynamic = NULL;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    dynamic = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  }
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  const uint32_t *hashes = NULL;
  for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++) {
    uintptr_t value = dynamic_pointer(dynamic, info->dlpi_addr);
    if (dynamic->d_tag == DT_SYMTAB) symbols = (const void *)value;
    if (dynamic->d_tag == DT_STRTAB) names = (const void *)value;
    if (dynamic->d_tag == DT_GNU_HASH) hashes = (const void *)value;
  }
  bool found = !symbols || !names || !hashes;
  // What is referred to but not defined comes before the symbols that are hashed.
  for (uint32_t i = 1; !found && i < hashes[1]; i++) {
    found = strstr(names + symbols[i].st_name, part) != NULL;
  }
  if (!found) *(const char **)context = NULL;
  return 1;  // the first image is the executable: no other is looked at
}

bool rs_image_imports(const char *part) {
  dl_iterate_phdr(find_imports, &part);
  return part != NULL;
}

// Where in the program a call came from.
#include "DispatchInternal.h"
#include "State.h"

#include <link.h>

// The runtime's own code, see Internal.h.
extern char __start_rs_text[], __stop_rs_text[];

/// Words of the stack to look at for the way back into the program.
#define DEPTH 128
/// The same for the callers of that.
#define CALLERS_DEPTH 512

extern char etext[];
/// Where the executable's code begins; what comes before it in the image is data, or nothing at all.
static uintptr_t code_low;

static int find_code(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size, (void)context;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    code_low = info->dlpi_addr + header->p_vaddr;
  }
  return 1;
}

// The executable is the first image.
__attribute__((constructor(101))) static void find(void) { dl_iterate_phdr(find_code, NULL); }

bool rs_in_program(uintptr_t address) {
  if (address < code_low || address >= (uintptr_t)etext) return false;
  return address < (uintptr_t)__start_rs_text || address >= (uintptr_t)__stop_rs_text;
}

bool rs_in_runtime(uintptr_t address) {
  return address >= (uintptr_t)__start_rs_text && address < (uintptr_t)__stop_rs_text;
}

/// Whether the bytes before a return address end in a call.
static bool follows_call(uintptr_t address) {
  if (address < code_low + 7) return false;
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

/// Whether a word of the stack is a frame pointer as a callee of the program's keeps it.
static bool is_frame(const uintptr_t *word, uintptr_t high) {
  // Those of asynchronous functions have a bit set.
  uintptr_t up = *word & ~(1ull << 60);
  return up > (uintptr_t)word && up + 16 <= high && (up & 7) == 0;
}

uint32_t rs_places(uintptr_t pc, const void *frame, uintptr_t *places, uint32_t capacity) {
  uint32_t count = 0;
  if (rs_in_program(pc)) places[count++] = pc - 1;
  const uintptr_t *word = (const uintptr_t *)frame + 2;
  uintptr_t high = rs_self->slot ? rs_self->slot->high : (uintptr_t)(word + DEPTH);
  for (int i = 0; i < CALLERS_DEPTH && (uintptr_t)(word + 1) <= high && count < capacity;
       i++, word++) {
    if (!rs_in_program(*word) || !follows_call(*word)) continue;
    // The first was called by a library, which keeps no frame pointers; functions of the program do.
    if (count && (!is_frame(word - 1, high) || places[count - 1] == *word - 1)) continue;
    places[count++] = *word - 1;
  }
  if (count < capacity) places[count] = 0;
  return count;
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

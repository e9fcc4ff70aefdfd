// Where in the program a call came from.
#include "DispatchInternal.h"

extern char __executable_start[], etext[];
// The runtime's own code, see Internal.h.
extern char __start_rs_text[], __stop_rs_text[];

/// Words of the stack to look at for the way back into the program.
#define DEPTH 128

bool rs_in_program(uintptr_t address) {
  if (address < (uintptr_t)__executable_start || address >= (uintptr_t)etext) return false;
  return address < (uintptr_t)__start_rs_text || address >= (uintptr_t)__stop_rs_text;
}

bool rs_in_runtime(uintptr_t address) {
  return address >= (uintptr_t)__start_rs_text && address < (uintptr_t)__stop_rs_text;
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

// Entries in front of asynchronous functions of the Swift concurrency runtime, and of what comes after
// them. Every register that can carry an argument is kept; the C function may change those kept.
#include "EntryMacros.h"

#if defined(__x86_64__) && defined(__linux__)

  .section rs_text, "ax", @progbits

// Calls \hook with the registers and what is in r11, and jumps to what it returns.
.macro PASS_ON name, hook
  .globl \name
  .hidden \name
  KEEP_REGISTERS \name
  leaq -80(%rbp), %rdi
  movl %r11d, %esi
  callq \hook
  JUMP_WITH_REGISTERS \name
.endm

  PASS_ON rs_scope_enter, rs_scope_begins
  PASS_ON rs_scope_body, rs_scope_body_begins
  PASS_ON rs_scope_leave, rs_scope_left

  ENTRY 0, $ss27withTaskCancellationHandler9operation8onCancel9isolationxxyYaKXE_yyYbXEScA_pSgYitYaKlF, rs_scope_enter
  ENTRY 1, $ss23withDiscardingTaskGroup9returning9isolation4bodyxxm_ScA_pSgYixs0bcD0VzYaXEtYalF, rs_scope_enter
  ENTRY 2, $ss31withThrowingDiscardingTaskGroup9returning9isolation4bodyxxm_ScA_pSgYixs0bcdE0Vys5Error_pGzYaKXEtYaKlF, rs_scope_enter
#endif

#if defined(__linux__) && defined(__ELF__)
  .section .note.GNU-stack, "", @progbits
#endif

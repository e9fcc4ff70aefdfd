// Entries in front of functions of the Swift concurrency runtime. Their calling conventions differ,
// so every register that can carry an argument is kept, and the function itself is jumped to.
#include "EntryMacros.h"

#if defined(__x86_64__) && defined(__linux__)

  .section rs_text, "ax", @progbits

.macro END index
  .globl rs_task_end_\index
  .hidden rs_task_end_\index
  .type rs_task_end_\index, @function
rs_task_end_\index:
  .cfi_startproc
  movl $\index, %r11d
  jmp rs_task_leave
  .cfi_endproc
  .size rs_task_end_\index, . - rs_task_end_\index
.endm

// Calls \hook around which all registers are kept, and jumps to what it returns. \index is in r11.
.macro PASS_ON name, hook
  KEEP_REGISTERS \name
.ifc \hook, rs_task_entry
  movq %rsi, %rdx
  movq %rdi, %rsi
  movq 8(%rbp), %rcx
  movq %r13, %r8
.else
  movq %r14, %rsi
.endif
  movl %r11d, %edi
  callq \hook
  JUMP_WITH_REGISTERS \name
.endm

  PASS_ON rs_task_enter, rs_task_entry
  PASS_ON rs_task_leave, rs_task_ended

  ENTRY 0, swift_task_switch, rs_task_enter
  ENTRY 1, swift_continuation_resume, rs_task_enter
  ENTRY 2, swift_continuation_throwingResume, rs_task_enter
  ENTRY 3, swift_continuation_throwingResumeWithError, rs_task_enter
  ENTRY 4, $sScC6resume9returningyxn_tF, rs_task_enter
  ENTRY 5, $sScC6resume8throwingyq_n_tF, rs_task_enter
  ENTRY 6, $sScTss5NeverORszABRs_rlE11isCancelledSbvgZ, rs_task_enter
  ENTRY 7, $sScTss5NeverORszABRs_rlE17checkCancellationyyKFZ, rs_task_enter
  ENTRY 8, $sScT11isCancelledSbvg, rs_task_enter
  ENTRY 9, $sScT6cancelyyF, rs_task_enter
  ENTRY 10, $sScG9cancelAllyyF, rs_task_enter
  ENTRY 11, $sScg9cancelAllyyF, rs_task_enter
  ENTRY 12, $sScS12ContinuationV5yieldyAB11YieldResultOyx__GxnF, rs_task_enter
  ENTRY 13, $sScS12ContinuationV6finishyyF, rs_task_enter
  ENTRY 14, $sScs12ContinuationV5yieldyAB11YieldResultOyxq___GxnF, rs_task_enter
  ENTRY 15, $sScs12ContinuationV6finish8throwingyq_Sgn_tF, rs_task_enter
  END 0
  END 1
  END 2
  END 3
#endif

#if defined(__linux__) && defined(__ELF__)
  .section .note.GNU-stack, "", @progbits
#endif

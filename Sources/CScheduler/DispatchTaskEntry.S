// Entries in front of functions of the Swift concurrency runtime. Their calling conventions differ,
// so every register that can carry an argument is kept, and the function itself is jumped to.
#if defined(__x86_64__) && defined(__linux__)

  .section rs_text, "ax", @progbits

.macro ENTRY index, symbol
  .globl "\symbol"
  .type "\symbol", @function
"\symbol":
  .cfi_startproc
  movl $\index, %r11d
  jmp rs_task_enter
  .cfi_endproc
  .size "\symbol", . - "\symbol"
.endm

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

// Keeps every register that can carry an argument around a call of \hook, and jumps to what it
// returns. \index is in r11.
.macro PASS_ON name, hook
  .type \name, @function
\name:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  pushq %rax
  pushq %r10
  pushq %r13
  pushq %r14
  subq $128, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
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
  movq %rax, %r11
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  addq $128, %rsp
  popq %r14
  popq %r13
  popq %r10
  popq %rax
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  popq %rbp
  .cfi_def_cfa %rsp, 8
  jmpq *%r11
  .cfi_endproc
  .size \name, . - \name
.endm

  PASS_ON rs_task_enter, rs_task_entry
  PASS_ON rs_task_leave, rs_task_ended

  ENTRY 0, swift_task_switch
  ENTRY 1, swift_continuation_resume
  ENTRY 2, swift_continuation_throwingResume
  ENTRY 3, swift_continuation_throwingResumeWithError
  ENTRY 4, $sScC6resume9returningyxn_tF
  ENTRY 5, $sScC6resume8throwingyq_n_tF
  ENTRY 6, $sScTss5NeverORszABRs_rlE11isCancelledSbvgZ
  ENTRY 7, $sScTss5NeverORszABRs_rlE17checkCancellationyyKFZ
  ENTRY 8, $sScT11isCancelledSbvg
  ENTRY 9, $sScT6cancelyyF
  ENTRY 10, $sScG9cancelAllyyF
  ENTRY 11, $sScg9cancelAllyyF
  ENTRY 12, $sScS12ContinuationV5yieldyAB11YieldResultOyx__GxnF
  ENTRY 13, $sScS12ContinuationV6finishyyF
  ENTRY 14, $sScs12ContinuationV5yieldyAB11YieldResultOyxq___GxnF
  ENTRY 15, $sScs12ContinuationV6finish8throwingyq_Sgn_tF
  END 0
  END 1
  END 2
  END 3
#endif

#if defined(__linux__) && defined(__ELF__)
  .section .note.GNU-stack, "", @progbits
#endif

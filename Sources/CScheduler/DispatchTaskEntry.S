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

  .type rs_task_enter, @function
rs_task_enter:
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
  movq %rsi, %rdx
  movq %rdi, %rsi
  movl %r11d, %edi
  movq 8(%rbp), %rcx
  callq rs_task_entry
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
  .size rs_task_enter, . - rs_task_enter

  ENTRY 0, swift_task_switch
  ENTRY 1, swift_task_create
  ENTRY 2, swift_continuation_resume
  ENTRY 3, swift_continuation_throwingResume
  ENTRY 4, swift_continuation_throwingResumeWithError
  ENTRY 5, $sScC6resume9returningyxn_tF
  ENTRY 6, $sScC6resume8throwingyq_n_tF
  ENTRY 7, $sScT6cancelyyF
  ENTRY 8, $sScG9cancelAllyyF
  ENTRY 9, $sScg9cancelAllyyF
  ENTRY 10, $sScTss5NeverORszABRs_rlE11isCancelledSbvgZ
  ENTRY 11, $sScTss5NeverORszABRs_rlE17checkCancellationyyKFZ
  ENTRY 12, $sScT11isCancelledSbvg
  ENTRY 13, $sScS12ContinuationV5yieldyAB11YieldResultOyx__GxnF
  ENTRY 14, $sScS12ContinuationV6finishyyF
  ENTRY 15, $sScs12ContinuationV5yieldyAB11YieldResultOyxq___GxnF
  ENTRY 16, $sScs12ContinuationV6finish8throwingyq_Sgn_tF
#endif

#if defined(__linux__) && defined(__ELF__)
  .section .note.GNU-stack, "", @progbits
#endif

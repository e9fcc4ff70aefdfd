// Entries in front of asynchronous functions of the Swift concurrency runtime, and of what comes after
// them. Every register that can carry an argument is kept; the C function may change those kept.
#if defined(__x86_64__) && defined(__linux__)

  .section rs_text, "ax", @progbits

// Calls \hook with the registers and what is in r11, and jumps to what it returns.
.macro PASS_ON name, hook
  .globl \name
  .hidden \name
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
  movq %rsp, %rdi
  movl %r11d, %esi
  subq $128, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
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

  PASS_ON rs_scope_enter, rs_scope_begins
  PASS_ON rs_scope_body, rs_scope_body_begins
  PASS_ON rs_scope_leave, rs_scope_left

.macro SCOPE index, symbol
  .globl "\symbol"
  .type "\symbol", @function
"\symbol":
  .cfi_startproc
  movl $\index, %r11d
  jmp rs_scope_enter
  .cfi_endproc
  .size "\symbol", . - "\symbol"
.endm

  SCOPE 0, $ss27withTaskCancellationHandler9operation8onCancel9isolationxxyYaKXE_yyYbXEScA_pSgYitYaKlF
  SCOPE 1, $ss23withDiscardingTaskGroup9returning9isolation4bodyxxm_ScA_pSgYixs0bcD0VzYaXEtYalF
  SCOPE 2, $ss31withThrowingDiscardingTaskGroup9returning9isolation4bodyxxm_ScA_pSgYixs0bcdE0Vys5Error_pGzYaKXEtYaKlF
#endif

#if defined(__linux__) && defined(__ELF__)
  .section .note.GNU-stack, "", @progbits
#endif

// What entries in front of functions of the Swift concurrency runtime are made of. Calling conventions
// differ, so every register that can carry an argument is kept, and the function itself is jumped to.
#if defined(__x86_64__) && defined(__linux__)

// An entry in front of \symbol: goes to \to with \index in r11.
.macro ENTRY index, symbol, to
  .globl "\symbol"
  .type "\symbol", @function
"\symbol":
  .cfi_startproc
  movl $\index, %r11d
  jmp \to
  .cfi_endproc
  .size "\symbol", . - "\symbol"
.endm

// Begins \name with a frame, in which the general registers lie below rbp: rdi first, r14 last.
.macro KEEP_REGISTERS name
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
.endm

// Ends \name: gives all registers back, and jumps to what is in rax.
.macro JUMP_WITH_REGISTERS name
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

#endif

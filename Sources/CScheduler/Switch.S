// Switching between virtual threads on one processor thread: callee-saved registers, stack pointer
// and FS base. Signal masks are the same everywhere, so they stay.
#if defined(__x86_64__)
  .text

// void rs_switch_stack(void **save, void *load, uintptr_t fs)
  .globl rs_switch_stack
  .hidden rs_switch_stack
  .type rs_switch_stack, @function
rs_switch_stack:
  .cfi_startproc
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  wrfsbase %rdx
  movq %rsi, %rsp
  jmp rs_restore
  .cfi_endproc
  .size rs_switch_stack, .-rs_switch_stack

// The same where user code may not write the FS base: arch_prctl(ARCH_SET_FS, fs).
  .globl rs_switch_stack_slow
  .hidden rs_switch_stack_slow
  .type rs_switch_stack_slow, @function
rs_switch_stack_slow:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  movq %rdx, %rsi
  movl $0x1002, %edi
  movl $158, %eax
  syscall
rs_restore:
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size rs_switch_stack_slow, .-rs_switch_stack_slow

// void rs_park(void **save, uint32_t *parked, uint32_t *never)
// Saves this pthread's state, tells its creator, and sleeps for ever without using its stack: whoever
// loads `*save` goes on from here.
  .globl rs_park
  .hidden rs_park
  .type rs_park, @function
rs_park:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rdx, %r12
  movl $1, (%rsi)
  movq %rsi, %rdi
  movl $1, %esi        // FUTEX_WAKE
  movl $1, %edx
  movl $202, %eax
  syscall
1:
  movq %r12, %rdi
  xorl %esi, %esi      // FUTEX_WAIT
  xorl %edx, %edx
  xorl %r10d, %r10d
  movl $202, %eax
  syscall
  jmp 1b
  .size rs_park, .-rs_park
#endif
  .section .note.GNU-stack,"",@progbits

// How a schedule ends badly: signals, and the traps of the models. What is known goes into the shared
// report, and the process ends.
#include "DispatchInternal.h"
#include "Schedule.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

bool rs_handling_crash;

/// Ends the process without the program's own exit handlers.
void rs_exit(int status) {
#if defined(__x86_64__)
  for (;;) __asm__ volatile("syscall" ::"a"(SYS_exit_group), "D"(status) : "rcx", "r11", "memory");
#else
  _exit(status);
#endif
  __builtin_unreachable();
}

uint32_t rs_backtrace(uintptr_t fp, uintptr_t pc, uintptr_t *frames, uint32_t limit) {
  uint32_t count = 0;
  if (pc) frames[count++] = pc;
  rs_slot *slot = rs_self->slot;
  while (count < limit && fp >= slot->low && fp + 16 <= slot->high && (fp & 7) == 0) {
    uintptr_t *frame = (uintptr_t *)fp;
    uintptr_t back = frame[1], up = frame[0];
    if (back == 0) break;
    if (back - 1 == pc) {
      // What was met so far are the runtime's own frames.
      count = 1;
    } else {
      frames[count++] = back - 1;
    }
    if (up <= fp) break;
    fp = up;
  }
  return count;
}

static _Noreturn void end(rs_outcome outcome, int signal, uintptr_t pc, uintptr_t fp) {
  rs_shared *out = rs_out;
  if (!out) rs_exit(70);
  rs_report *report = &out->report;
  report->thread = rs_self->id;
  report->step = out->step_count;
  report->pc = pc;
  report->signal = (uint8_t)signal;
  report->frame_count = rs_backtrace(fp, pc, report->frames, 32);
  report->outcome = outcome;
  // Whatever becomes of this: the report is written.
  rs_tell_search(rs_self);
  rs_exit(RS_EXIT_SEEN);
}

void rs_trap(rs_outcome outcome, uintptr_t pc, const char *format, ...) {
  char text[1536];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  if (!rs_out) {
    fprintf(stderr, "scheduler: %s\n", text);
    rs_exit(RS_EXIT_SEEN);
  }
  memcpy(rs_out->report.reason, text, sizeof text);
  end(outcome, 0, pc, (uintptr_t)__builtin_frame_address(0));
}

void rs_fail(rs_outcome outcome, const char *reason) {
  rs_trap(outcome, RS_PC() - 1, "%s", reason);
}

/// Whether the code that stopped is the grader's own: a program is not to be charged with it.
///
/// A memory fault within the runtime may come of a pointer that the program handed it, so that it stays the
/// program's; a trap there cannot.
static bool is_own_fault(int signal, uintptr_t pc, uintptr_t fp) {
  uintptr_t frames[8];
  uint32_t count = rs_backtrace(fp, pc, frames, 8);
  for (uint32_t i = 0; i < count; i++) {
    if (rs_in_runtime(frames[i])) return signal != SIGSEGV && signal != SIGBUS;
    if (rs_in_kit(frames[i])) return true;
    if (rs_in_program(frames[i])) return false;
  }
  return false;
}

static void on_signal(int signal, siginfo_t *info, void *context) {
  ucontext_t *machine = context;
  if (rs_handling_crash) rs_exit(71);
  rs_handling_crash = true;
#if defined(__x86_64__)
  uintptr_t pc = (uintptr_t)machine->uc_mcontext.gregs[REG_RIP];
  uintptr_t fp = (uintptr_t)machine->uc_mcontext.gregs[REG_RBP];
  uintptr_t sp = (uintptr_t)machine->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  uintptr_t pc = machine->uc_mcontext.pc;
  uintptr_t fp = machine->uc_mcontext.regs[29];
  uintptr_t sp = machine->uc_mcontext.sp;
#endif
  if (rs_out) {
    rs_slot *slot = rs_self->slot;
    uintptr_t at = (uintptr_t)info->si_addr;
    bool overflow = signal == SIGSEGV && slot && at < slot->low + 4096 && at + 65536 > slot->low &&
                    sp < slot->low + 65536;
    snprintf(rs_out->report.reason, sizeof rs_out->report.reason, "%s",
             overflow ? "stack overflow" : "");
  }
  if (rs_out && is_own_fault(signal, pc, fp)) {
    snprintf(rs_out->report.reason, sizeof rs_out->report.reason,
             "the grader's own code stopped with signal %d; that is no fault of the submission",
             signal);
    end(RS_OUTCOME_UNSUPPORTED, signal, pc, fp);
  }
  end(RS_OUTCOME_CRASH, signal, pc, fp);
}

void rs_crash_install(void) {
  size_t size = 64 << 10;
  stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  static const int signals[] = {SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
    sigaction(signals[i], &action, NULL);
  }
}

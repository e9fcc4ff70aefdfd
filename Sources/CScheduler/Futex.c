// System calls made directly: futex, on which the Synchronization module's Mutex is built, and gettid.
#include "SwiftMutex.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TID_MASK 0x3fffffffu
#define WAITERS_BIT 0x80000000u

static int own_pid;

/// Thread ids stay with the pooled thread, since libraries remember them in thread-local storage; the
/// main thread's is the process id, as CoreFoundation expects.
uint32_t rs_tid(void) { return (uint32_t)getpid() + (uint32_t)rs_self->slot->index; }

static long raw_syscall(long n, long a, long b, long c, long d, long e, long f) {
  long result;
#if defined(__x86_64__)
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = n;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  result = x0;
#endif
  if (result < 0 && result > -4096) {
    errno = (int)-result;
    return -1;
  }
  return result;
}

/// One process id for a whole exploration, however many children it takes: libraries remember it.
RS_EXPORT pid_t getpid(void) {
  if (!own_pid) own_pid = (int)raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
  return own_pid;
}

RS_EXPORT pid_t gettid(void) { return (pid_t)rs_tid(); }

static bool word_free(void *context) { return (*(volatile uint32_t *)context & TID_MASK) == 0; }

static long fail(int error) {
  errno = error;
  return -1;
}

static long lock_pi(uint32_t *word, uint64_t deadline, bool try, uintptr_t pc) {
  uint32_t object = rs_object_id(word, RS_KIND_FUTEX);
  if ((*word & TID_MASK) == rs_tid()) return fail(EDEADLK);
  if (try) {
    rs_point(RS_OP_TRYLOCK, object, pc);
    if (!word_free(word)) return fail(EWOULDBLOCK);
  } else {
    *word |= WAITERS_BIT;
    if (!rs_point_when(RS_OP_FUTEX_LOCK, object, 0, word_free, word, deadline, pc)) {
      return fail(ETIMEDOUT);
    }
  }
  *word = rs_tid();
  if (object) {
    rs_hold(object, pc);
    rs_clock_acquire(rs_object_clock(object));
    rs_object_changed(object);
  }
  return 0;
}

static long unlock_pi(uint32_t *word, uintptr_t pc) {
  uint32_t object = rs_object_id(word, RS_KIND_FUTEX);
  if ((*word & TID_MASK) != rs_tid()) return fail(EPERM);
  rs_point(RS_OP_FUTEX_UNLOCK, object, pc);
  if (object) {
    rs_unhold(object);
    rs_clock_release(rs_object_clock(object));
    rs_object_changed(object);
  }
  *word = 0;
  return 0;
}

static long wait(uint32_t *word, uint32_t value, uint64_t deadline, uintptr_t pc) {
  uint32_t object = rs_object_id(word, RS_KIND_FUTEX);
  rs_point(RS_OP_FUTEX_WAIT, object, pc);
  if (*word != value) return fail(EAGAIN);
  if (!rs_wait_on(&rs_objects[object].waiters, RS_OP_WAKE, object, 0, deadline, pc)) {
    return fail(ETIMEDOUT);
  }
  return 0;
}

static long futex(uint32_t *word, int operation, uint32_t value, const struct timespec *time,
                  uintptr_t pc) {
  int command = operation & FUTEX_CMD_MASK;
  clockid_t clock = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  uint64_t deadline = RS_FOREVER;
  switch (command) {
  case FUTEX_WAIT:
    // A plain wait's time is a duration, a bitset wait's is an instant.
    if (time) {
      deadline = rs_now() + (uint64_t)time->tv_sec * 1000000000ull + (uint64_t)time->tv_nsec;
    }
    return wait(word, value, deadline, pc);
  case FUTEX_WAIT_BITSET:
    if (time) deadline = rs_deadline_from_spec(clock, time);
    return wait(word, value, deadline, pc);
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET: {
    uint32_t object = rs_object_id(word, RS_KIND_FUTEX);
    rs_point(RS_OP_FUTEX_WAKE, object, pc);
    rs_progress();
    return rs_wake_some(&rs_objects[object].waiters, value);
  }
  case FUTEX_LOCK_PI:
    if (time) deadline = rs_deadline_from_spec(CLOCK_REALTIME, time);
    return lock_pi(word, deadline, false, pc);
  case FUTEX_LOCK_PI2:
    if (time) deadline = rs_deadline_from_spec(clock, time);
    return lock_pi(word, deadline, false, pc);
  case FUTEX_TRYLOCK_PI:
    return lock_pi(word, RS_FOREVER, true, pc);
  case FUTEX_UNLOCK_PI:
    return unlock_pi(word, pc);
  default:
    rs_trap(RS_OUTCOME_UNSUPPORTED, pc, "futex operation %d is not supported", command);
  }
}

ssize_t rs_random_fill(void *buffer, size_t size);

RS_EXPORT long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  switch (number) {
  case SYS_futex:
    return futex((uint32_t *)a, (int)b, (uint32_t)c, (const struct timespec *)d, RS_PC() - 1);
  case SYS_gettid:
    return rs_tid();
  case SYS_getpid:
    return getpid();
  case SYS_getrandom:
    if (rs_running) return rs_random_fill((void *)a, (size_t)b);
    break;
  case SYS_renameat2:
    rs_file_moved((const char *)b, (const char *)d, RS_PC() - 1);
    break;
  default:
    break;
  }
  return raw_syscall(number, a, b, c, d, e, f);
}

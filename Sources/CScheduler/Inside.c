// Which locks a library takes for itself, within a call of the program's.
//
// The lock methods of Foundation end in a jump, so that the return address of `pthread_mutex_lock` is
// that of whoever called `NSLock.lock()`: the program, or Foundation itself. Known from the machine code
// of libFoundation 6.3.1. NSConditionLock is the exception: its methods use a lock of their own,
// and it is the program's all the same.
#include "DispatchInternal.h"
#include "State.h"

#include <dlfcn.h>
#include <string.h>

#define SITES 4096

typedef struct rs_site {
  uintptr_t pc;
  bool inside;
} rs_site;

static rs_site sites[SITES];

static bool look_up(uintptr_t pc) {
  Dl_info info;
  if (!dladdr((void *)pc, &info)) return false;
  return !info.dli_sname || !strstr(info.dli_sname, "15NSConditionLockC");
}

/// How many frames of a library are looked through for its caller.
#define CALL_DEPTH 32

// A lock that is used through `NSLocking`, as `withLock` does, is called from a piece of Foundation's code
// that has no name of its own. It is known by having been called: see `rs_learn_locks`.
#define LEARNED 8
static uintptr_t learned[LEARNED];
static size_t learned_total;
static bool learning;

void rs_learn_locks(bool on) { learning = on; }

void rs_learn_lock(uintptr_t pc) {
  if (!learning || !rs_in_foundation(pc) || learned_total == LEARNED) return;
  for (size_t i = 0; i < learned_total; i++) {
    if (learned[i] == pc) return;
  }
  learned[learned_total] = pc;
  learned_total += 1;
}

static bool is_learned(uintptr_t pc) {
  for (size_t i = 0; i < learned_total; i++) {
    if (learned[i] == pc) return true;
  }
  return false;
}

bool rs_inside_library(uintptr_t pc, const void *frame) {
  if (!rs_in_foundation(pc)) return false;
  if (is_learned(pc)) {
    // Whose lock it is, whoever called that piece of code knows.
    uintptr_t frames[2];
    return rs_backtrace((uintptr_t)frame, pc, frames, 2) == 2 && rs_in_foundation(frames[1]);
  }
  rs_site *site = &sites[(pc >> 2) % SITES];
  if (site->pc != pc) {
    rs_enter();
    *site = (rs_site){pc, look_up(pc)};
    rs_leave();
  }
  return site->inside;
}

/// Where the program called the library that is running; 0 if it did not, or that cannot be told. Told by
/// the chain of frames alone: what else lies on the stack may be left from earlier schedules, and must
/// not decide where there is a step.
static uintptr_t call_place(const void *frame) {
  uintptr_t frames[CALL_DEPTH];
  uint32_t count = rs_backtrace((uintptr_t)frame, 0, frames, CALL_DEPTH);
  for (uint32_t i = 0; i < count; i++) {
    if (rs_in_program(frames[i])) return frames[i];
  }
  return 0;
}

bool rs_call_begins(const void *frame) {
  rs_thread *self = rs_self;
  uintptr_t place = call_place(frame);
  // The program did something since, or calls from elsewhere.
  bool begins = self->idle_accesses != self->inside_accesses || self->inside_place != place;
  self->inside_accesses = self->idle_accesses;
  self->inside_place = place;
  return begins && rs_running;
}

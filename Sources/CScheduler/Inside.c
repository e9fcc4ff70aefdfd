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

bool rs_inside_library(uintptr_t pc) {
  if (!rs_in_foundation(pc)) return false;
  rs_site *site = &sites[(pc >> 2) % SITES];
  if (site->pc != pc) {
    rs_enter();
    *site = (rs_site){pc, look_up(pc)};
    rs_leave();
  }
  return site->inside;
}

bool rs_call_begins(uintptr_t place) {
  rs_thread *self = rs_self;
  // The program did something since, or calls from elsewhere.
  bool begins = self->idle_accesses != self->inside_accesses || self->inside_place != place;
  self->inside_accesses = self->idle_accesses;
  self->inside_place = place;
  return begins && rs_running;
}

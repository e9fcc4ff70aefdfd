// Children: a racy program really corrupts memory, so every few hundred schedules run in a process of
// their own.
#include "State.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

void *rs_map_shared(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

int rs_fork(void) {
  // libc's fork would take the parked threads' stacks for garbage.
  return (int)syscall(SYS_fork);
}

int rs_wait(int child, uint32_t stall_ms) {
  uint64_t beat = rs_out->heartbeat, since = rs_real_time();
  uint32_t pause = 20;
  struct timespec time;
  for (;;) {
    int status = 0;
    int found = waitpid(child, &status, WNOHANG);
    if (found == child) return status;
    if (found < 0 && errno != EINTR) return -1;
    uint64_t now = rs_real_time();
    if (rs_out->heartbeat != beat) {
      beat = rs_out->heartbeat;
      since = now;
    } else if (now - since > (uint64_t)stall_ms * 1000000ull) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return -1;
    }
    time = (struct timespec){.tv_nsec = pause * 1000};
    syscall(SYS_nanosleep, &time, NULL);
    if (pause < 1000) pause += pause / 4;
  }
}

// Children: a racy program really corrupts memory, so every few hundred schedules run in a process of
// their own.
#include "State.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
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
  int handle = (int)syscall(SYS_pidfd_open, child, 0);
  uint64_t beat = rs_out->heartbeat;
  for (;;) {
    struct pollfd wanted = {.fd = handle, .events = POLLIN};
    // The raw call: a model of descriptors may stand in for `poll`.
    struct timespec time = {stall_ms / 1000, (stall_ms % 1000) * 1000000l};
    long ready = syscall(SYS_ppoll, &wanted, 1, handle >= 0 ? &time : NULL, NULL, 0);
    int status = 0;
    if (handle < 0 || ready > 0) {
      while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
      if (handle >= 0) close(handle);
      return status;
    }
    if (ready < 0 && errno == EINTR) continue;
    if (rs_out->heartbeat != beat) {
      beat = rs_out->heartbeat;
      continue;
    }
    kill(child, SIGKILL);
    struct rusage used;
    syscall(SYS_wait4, child, &status, 0, &used);
    if (handle >= 0) close(handle);
    uint64_t busy_ms = (uint64_t)(used.ru_utime.tv_sec * 1000 + used.ru_utime.tv_usec / 1000);
    return busy_ms > stall_ms / 4 ? RS_WAIT_BUSY : RS_WAIT_BLOCKED;
  }
}

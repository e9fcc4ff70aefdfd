// Children: a racy program really corrupts memory, so every few hundred schedules run in a process of
// their own.
#include "State.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
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

/// Processor time that a process has had, in nanoseconds. See clock_getcpuclockid(3) for the number.
static uint64_t cpu_time(int process) {
  struct timespec time = {0};
  // The raw call: `clock_gettime` tells virtual time.
  syscall(SYS_clock_gettime, (clockid_t)((~(unsigned)process << 3) | 2), &time);
  return (uint64_t)time.tv_sec * 1000000000ull + (uint64_t)time.tv_nsec;
}

static bool measures;
static uint64_t children_waited;

/// Nanoseconds that a process's first thread could run and did not get to: the second number of
/// /proc/<pid>/schedstat, see the kernel's sched-stats.rst. 0 where the kernel does not say.
static uint64_t processor_wait(int process) {
  char path[32], text[64];
  snprintf(path, sizeof path, "/proc/%d/schedstat", process);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  // The raw call: a model of descriptors may stand in for `read`.
  long length = syscall(SYS_read, fd, text, sizeof text - 1);
  close(fd);
  text[length > 0 ? length : 0] = 0;
  unsigned long long ran = 0, waited = 0;
  return sscanf(text, "%llu %llu", &ran, &waited) == 2 ? waited : 0;
}

uint64_t rs_processor_wait(void) {
  measures = true;
  return processor_wait(getpid()) + children_waited;
}

int rs_wait_end(int child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return status;
}

void rs_end_alike(int status) {
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    kill(getpid(), WTERMSIG(status));
  }
  rs_exit(WEXITSTATUS(status));
}

int rs_wait(int child, uint32_t stall_ms) {
  int handle = (int)syscall(SYS_pidfd_open, child, 0);
  uint64_t beat = rs_out->heartbeat;
  uint64_t cpu_at_beat = 0, cpu_before = 0;
  // Looking more often than once a stall ends a computation without end close to its limit.
  enum { looks = 4 };
  uint32_t interval = stall_ms / looks + 1;
  unsigned idle = 0;
  for (;;) {
    struct pollfd wanted = {.fd = handle, .events = POLLIN};
    // The raw call: a model of descriptors may stand in for `poll`.
    struct timespec time = {interval / 1000, (interval % 1000) * 1000000l};
    long ready = syscall(SYS_ppoll, &wanted, 1, handle >= 0 ? &time : NULL, NULL, 0);
    if (handle < 0 || ready > 0) {
      if (measures) children_waited += processor_wait(child);
      int status = rs_wait_end(child);
      if (handle >= 0) close(handle);
      return status;
    }
    if (ready < 0 && errno == EINTR) continue;
    uint64_t cpu = cpu_time(child);
    if (rs_out->heartbeat != beat) {
      beat = rs_out->heartbeat;
      cpu_at_beat = cpu;
      cpu_before = cpu;
      idle = 0;
      continue;
    }
    // On a busy machine it may just have had little time: what counts is the time it had.
    bool computes = cpu - cpu_at_beat >= stall_ms * 1000000ull;
    bool moves = cpu - cpu_before >= 1000000;
    cpu_before = cpu;
    idle = moves ? 0 : idle + 1;
    if (!computes && idle < looks) continue;
    kill(child, SIGKILL);
    rs_wait_end(child);
    if (handle >= 0) close(handle);
    return computes ? RS_WAIT_BUSY : RS_WAIT_BLOCKED;
  }
}

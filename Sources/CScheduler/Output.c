// What the program prints while it is explored: kept from the outside, where thousands of schedules
// would repeat it, and asked for its last words when a schedule dies.
#define _GNU_SOURCE
#include "State.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define KEPT_BYTES (256 << 10)
/// Schedules between two looks: a look is a system call, and a schedule may take no longer than a few.
#define LOOK_INTERVAL 8
// Room for as many schedules as may run before it is looked at again, with what one may print.
#define LIMIT_BYTES (KEPT_BYTES + LOOK_INTERVAL * (1 << 20))

static int file = -1;

void rs_output_prepare(void) {
  if (file < 0) {
    file = memfd_create("output", MFD_CLOEXEC);
    if (file >= 0) fcntl(file, F_SETFL, O_APPEND);
  } else if (ftruncate(file, 0) != 0) {
    return;
  }
}

void rs_output_capture(void) {
  if (file < 0) return;
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  // A program that prints without end is killed by SIGXFSZ.
  struct rlimit limit = {LIMIT_BYTES, LIMIT_BYTES};
  setrlimit(RLIMIT_FSIZE, &limit);
}

void rs_output_trim(void) {
  static uint32_t schedules;
  if (file < 0 || ++schedules % LOOK_INTERVAL != 0) return;
  if (lseek(file, 0, SEEK_END) < KEPT_BYTES) return;
  if (ftruncate(file, 0) != 0) return;
}

size_t rs_output_tail(char *buffer, size_t size) {
  if (file < 0) return 0;
  off_t end = lseek(file, 0, SEEK_END);
  if (end <= 0) return 0;
  off_t start = end > (off_t)size ? end - (off_t)size : 0;
  ssize_t count = pread(file, buffer, size, start);
  return count < 0 ? 0 : (size_t)count;
}

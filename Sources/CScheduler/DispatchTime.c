// `dispatch_time_t`: one number, three clocks.
//
// Bit 63 clear: nanoseconds of the uptime clock. Bit 63 alone: of the monotonic clock, which here is
// the same one. Bits 63 and 62: wall time since 1970, negated. 0 is now, all ones is never.
#include "DispatchInternal.h"

#include <time.h>

#define MONOTONIC (1ull << 63)
#define WALL (1ull << 62)
#define LARGEST (WALL - 1)
#define WALL_NOW (~1ull)

typedef enum rs_clock_kind { UPTIME_CLOCK, MONOTONIC_CLOCK, WALL_CLOCK } rs_clock_kind;

static uint64_t wall_now(void) { return rs_wall_from_mono(rs_now()); }

static rs_clock_kind decode(uint64_t time, uint64_t *value) {
  rs_clock_kind kind = UPTIME_CLOCK;
  *value = time;
  if (time & MONOTONIC) {
    kind = time & WALL ? WALL_CLOCK : MONOTONIC_CLOCK;
    *value = kind == MONOTONIC_CLOCK ? time & ~MONOTONIC : time == WALL_NOW ? wall_now() : -time;
  }
  if (*value > LARGEST) *value = RS_DISPATCH_FOREVER;
  return kind;
}

static uint64_t encode(rs_clock_kind kind, uint64_t value) {
  if (value >= LARGEST) return RS_DISPATCH_FOREVER;
  switch (kind) {
  case UPTIME_CLOCK: return value;
  case MONOTONIC_CLOCK: return value | MONOTONIC;
  case WALL_CLOCK: return -value;
  }
  return value;
}

RS_EXPORT uint64_t dispatch_time(uint64_t when, int64_t delta) {
  if (when == RS_DISPATCH_FOREVER) return when;
  uint64_t value;
  rs_clock_kind kind = decode(when, &value);
  if (value == RS_DISPATCH_FOREVER) return value;
  if (value == RS_DISPATCH_NOW && kind != WALL_CLOCK) value = rs_now();
  int64_t sum;
  bool overflow = __builtin_add_overflow((int64_t)value, delta, &sum);
  // A wall time of one nanosecond would encode "never".
  int64_t least = kind == WALL_CLOCK ? 2 : 1;
  if (delta >= 0) {
    if (overflow || sum <= 0) return RS_DISPATCH_FOREVER;
  } else if (overflow || sum < 1) {
    sum = least;
  }
  return encode(kind, (uint64_t)sum);
}

RS_EXPORT uint64_t dispatch_walltime(const struct timespec *when, int64_t delta) {
  int64_t value = when ? when->tv_sec * 1000000000ll + when->tv_nsec : (int64_t)wall_now();
  value += delta;
  if (value <= 1) return delta >= 0 ? RS_DISPATCH_FOREVER : (uint64_t)-2;
  return (uint64_t)-value;
}

uint64_t rs_dispatch_instant(uint64_t time) {
  if (time == RS_DISPATCH_FOREVER) return RS_FOREVER;
  uint64_t value;
  rs_clock_kind kind = decode(time, &value);
  if (value == RS_DISPATCH_FOREVER) return RS_FOREVER;
  if (kind == WALL_CLOCK) return rs_mono_from_wall(value);
  return value == RS_DISPATCH_NOW ? rs_now() : value;
}

uint64_t rs_dispatch_deadline(uint64_t time) {
  uint64_t instant = rs_dispatch_instant(time);
  return instant <= rs_now() ? 0 : instant;
}

// The virtual clock. It stands still while anything can run, and then jumps to the next deadline.
#include "Schedule.h"

#include <errno.h>
#include <sys/time.h>
#include <time.h>

uint64_t rs_clock_now = RS_TIME_BASE;

static rs_timer *timers;   // armed, by deadline and order
static uint64_t arms;

#define SECOND 1000000000ull

uint64_t rs_now(void) { return rs_clock_now; }
uint64_t rs_wall_from_mono(uint64_t mono) { return mono - RS_TIME_BASE + RS_WALL_BASE; }
uint64_t rs_mono_from_wall(uint64_t wall) {
  return wall < RS_WALL_BASE ? 0 : wall - RS_WALL_BASE + RS_TIME_BASE;
}
uint64_t rs_time_elapsed(void) { return rs_clock_now - RS_TIME_BASE; }

void rs_time_reset(void) {
  rs_clock_now = RS_TIME_BASE;
  timers = NULL;
  arms = 0;
}

const rs_timer *rs_timers_armed(void) { return timers; }

void rs_timer_cancel(rs_timer *timer) {
  if (!timer->armed) return;
  timer->armed = false;
  // One that was armed in an earlier schedule is in no list any more.
  if (timer->generation != rs_generation) return;
  for (rs_timer **at = &timers; *at; at = &(*at)->next) {
    if (*at != timer) continue;
    *at = timer->next;
    return;
  }
}

void rs_timer_arm(rs_timer *timer, uint64_t deadline, void (*fire)(void *), void *context) {
  rs_timer_cancel(timer);
  timer->deadline = deadline;
  timer->order = arms++;
  timer->fire = fire;
  timer->context = context;
  timer->generation = rs_generation;
  timer->armed = true;
  rs_timer **at = &timers;
  while (*at && (*at)->deadline <= deadline) at = &(*at)->next;
  timer->next = *at;
  *at = timer;
}

static uint64_t next_sleeper(void) {
  uint64_t next = RS_FOREVER;
  for (uint32_t i = 0; i < rs_thread_total; i++) {
    rs_thread *thread = &rs_threads[i];
    if (thread->state != RS_STATE_WAITING && thread->state != RS_STATE_BLOCKED) continue;
    if (thread->deadline < next) next = thread->deadline;
  }
  return next;
}

uint64_t rs_timer_next(void) {
  uint64_t next = next_sleeper();
  return timers && timers->deadline < next ? timers->deadline : next;
}

bool rs_time_step(uint64_t limit) {
  uint64_t next = rs_timer_next();
  if (next == RS_FOREVER || next > limit) return false;
  if (rs_running) rs_threads_retire();
  if (next > rs_clock_now) {
    rs_clock_now = next;
    rs_trace_time();
  }
  for (uint32_t i = 0; i < rs_thread_total; i++) {
    rs_thread *thread = &rs_threads[i];
    if (thread->state != RS_STATE_WAITING && thread->state != RS_STATE_BLOCKED) continue;
    if (thread->deadline > rs_clock_now) continue;
    thread->timed_out = true;
    rs_make_ready(thread);
  }
  while (timers && timers->deadline <= rs_clock_now) {
    rs_timer *timer = timers;
    timers = timer->next;
    timer->armed = false;
    timer->fire(timer->context);
  }
  return true;
}

// --- What the program sees ----------------------------------------------------------------------

static int (*real_gettime)(clockid_t, struct timespec *);

static int real_clock(clockid_t clock, struct timespec *time) {
  if (!real_gettime) real_gettime = rs_real("clock_gettime");
  return real_gettime(clock, time);
}

uint64_t rs_real_time(void) {
  struct timespec time;
  real_clock(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

static bool is_wall(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

static uint64_t from_spec(const struct timespec *time) {
  if (time->tv_sec < 0) return 0;
  uint64_t seconds = (uint64_t)time->tv_sec;
  return seconds > UINT64_MAX / SECOND / 2 ? UINT64_MAX / 2
                                           : seconds * SECOND + (uint64_t)time->tv_nsec;
}

/// The absolute virtual deadline of a time on one of the system's clocks.
uint64_t rs_deadline_from_spec(clockid_t clock, const struct timespec *time) {
  uint64_t at = from_spec(time);
  return is_wall(clock) ? rs_mono_from_wall(at) : at;
}

RS_EXPORT int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!rs_running) return real_clock(clock, time);
  uint64_t now = is_wall(clock) ? rs_wall_from_mono(rs_clock_now) : rs_clock_now;
  if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) {
    now = rs_time_elapsed();
  }
  time->tv_sec = (time_t)(now / SECOND);
  time->tv_nsec = (long)(now % SECOND);
  return 0;
}

RS_EXPORT int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec spec;
  clock_gettime(CLOCK_REALTIME, &spec);
  time->tv_sec = spec.tv_sec;
  time->tv_usec = spec.tv_nsec / 1000;
  return 0;
}

RS_EXPORT time_t time(time_t *out) {
  struct timespec spec;
  clock_gettime(CLOCK_REALTIME, &spec);
  if (out) *out = spec.tv_sec;
  return spec.tv_sec;
}

static void sleep_until(uint64_t deadline, uintptr_t pc) {
  if (deadline <= rs_clock_now) {
    // Time goes on in reality: whoever sleeps the rest that his arithmetic leaves must get there.
    rs_clock_now += 1;
    rs_yield(RS_OP_YIELD, pc);
    return;
  }
  rs_block(RS_OP_SLEEP, 0, 0, deadline, pc);
}

static void sleep_for(uint64_t nanoseconds, uintptr_t pc) {
  uint64_t room = RS_FOREVER - 1 - rs_clock_now;
  sleep_until(rs_clock_now + (nanoseconds < room ? nanoseconds : room), pc);
}

RS_EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                              struct timespec *rest) {
  (void)rest;
  if (flags & TIMER_ABSTIME) {
    sleep_until(rs_deadline_from_spec(clock, time), RS_PC());
  } else {
    sleep_for(from_spec(time), RS_PC());
  }
  return 0;
}

RS_EXPORT int nanosleep(const struct timespec *time, struct timespec *rest) {
  (void)rest;
  sleep_for(from_spec(time), RS_PC());
  return 0;
}

RS_EXPORT int usleep(useconds_t microseconds) {
  sleep_for(microseconds * 1000ull, RS_PC());
  return 0;
}

RS_EXPORT unsigned sleep(unsigned seconds) {
  sleep_for(seconds * SECOND, RS_PC());
  return 0;
}

RS_EXPORT int sched_yield(void) {
  rs_yield(RS_OP_YIELD, RS_PC());
  return 0;
}

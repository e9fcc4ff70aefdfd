// pthread condition variables. Which waiter wakes is the search's choice; spurious wakes are too, when
// asked for.
#include "State.h"

#include <errno.h>
#include <string.h>

bool rs_mutex_is_free(void *context);
void rs_mutex_take(pthread_mutex_t *mutex, uint32_t object, uintptr_t pc);
void rs_mutex_give(pthread_mutex_t *mutex, uint32_t object);
void rs_mutex_touch(pthread_mutex_t *mutex);

typedef struct rs_condition {
  rs_wait_list waiters;
  uint32_t clock;        // clockid_t of timed waits; zero is CLOCK_REALTIME
  uint32_t generation;   // of the schedule the list belongs to
} rs_condition;

_Static_assert(sizeof(rs_condition) <= sizeof(pthread_cond_t), "fits");

static rs_condition *current(pthread_cond_t *pointer) {
  rs_condition *condition = (rs_condition *)pointer;
  if (condition->generation != rs_generation) {
    condition->generation = rs_generation;
    condition->waiters = (rs_wait_list){0};
  }
  return condition;
}

RS_EXPORT int pthread_cond_init(pthread_cond_t *restrict pointer,
                                const pthread_condattr_t *restrict attributes) {
  memset(pointer, 0, sizeof *pointer);
  rs_object_drop(pointer);
  clockid_t clock = CLOCK_REALTIME;
  if (attributes) pthread_condattr_getclock(attributes, &clock);
  ((rs_condition *)pointer)->clock = (uint32_t)clock;
  return 0;
}

RS_EXPORT int pthread_cond_destroy(pthread_cond_t *pointer) {
  rs_object_drop(pointer);
  return 0;
}

static int wait(pthread_cond_t *pointer, pthread_mutex_t *mutex, uint64_t deadline, uintptr_t pc) {
  rs_condition *condition = current(pointer);
  uint32_t object = rs_object_id(pointer, RS_KIND_CONDITION);
  uint32_t lock = rs_object_id(mutex, RS_KIND_MUTEX);
  rs_point2(RS_OP_COND_WAIT, object, lock, 0, pc);
  if (rs_set.spurious_wakes && rs_choose(object, 2) == 1) deadline = rs_now();
  rs_mutex_touch(mutex);
  rs_mutex_give(mutex, lock);
  bool woken = rs_block_then(&condition->waiters, RS_OP_COND_WAKE, lock, object, deadline,
                             rs_mutex_is_free, mutex, pc);
  rs_mutex_take(mutex, lock, pc);
  rs_mutex_touch(mutex);
  return woken ? 0 : ETIMEDOUT;
}

RS_EXPORT int pthread_cond_wait(pthread_cond_t *restrict condition,
                                pthread_mutex_t *restrict mutex) {
  return wait(condition, mutex, RS_FOREVER, RS_PC() - 1);
}

RS_EXPORT int pthread_cond_timedwait(pthread_cond_t *restrict condition,
                                     pthread_mutex_t *restrict mutex,
                                     const struct timespec *restrict time) {
  clockid_t clock = (clockid_t)((rs_condition *)condition)->clock;
  return wait(condition, mutex, rs_deadline_from_spec(clock, time), RS_PC() - 1);
}

RS_EXPORT int pthread_cond_clockwait(pthread_cond_t *restrict condition,
                                     pthread_mutex_t *restrict mutex, clockid_t clock,
                                     const struct timespec *restrict time) {
  return wait(condition, mutex, rs_deadline_from_spec(clock, time), RS_PC() - 1);
}

RS_EXPORT int pthread_cond_signal(pthread_cond_t *pointer) {
  rs_condition *condition = current(pointer);
  uint32_t object = rs_object_id(pointer, RS_KIND_CONDITION);
  rs_point(RS_OP_COND_SIGNAL, object, RS_PC() - 1);
  rs_wake_any(&condition->waiters, object);
  rs_progress();
  return 0;
}

RS_EXPORT int pthread_cond_broadcast(pthread_cond_t *pointer) {
  rs_condition *condition = current(pointer);
  uint32_t object = rs_object_id(pointer, RS_KIND_CONDITION);
  rs_point(RS_OP_COND_BROADCAST, object, RS_PC() - 1);
  rs_wake_some(&condition->waiters, UINT32_MAX);
  rs_progress();
  return 0;
}

// POSIX semaphores and barriers.
#include "State.h"

#include <errno.h>
#include <semaphore.h>
#include <string.h>

typedef struct rs_semaphore {
  uint32_t value;
} rs_semaphore;

static bool positive(void *context) { return ((rs_semaphore *)context)->value > 0; }

RS_EXPORT int sem_init(sem_t *pointer, int shared, unsigned value) {
  (void)shared;
  memset(pointer, 0, sizeof *pointer);
  ((rs_semaphore *)pointer)->value = value;
  rs_object_drop(pointer);
  return 0;
}

RS_EXPORT int sem_destroy(sem_t *semaphore) {
  rs_object_drop(semaphore);
  return 0;
}

static int wait(sem_t *pointer, uint64_t deadline, uintptr_t pc) {
  uint32_t object = rs_object_id(pointer, RS_KIND_SEMAPHORE);
  if (!rs_point_when(RS_OP_SEM_WAIT, object, 0, positive, pointer, deadline, pc)) {
    errno = ETIMEDOUT;
    return -1;
  }
  ((rs_semaphore *)pointer)->value -= 1;
  rs_clock_acquire(rs_object_clock(object));
  rs_object_changed(object);
  return 0;
}

RS_EXPORT int sem_wait(sem_t *semaphore) { return wait(semaphore, RS_FOREVER, RS_PC() - 1); }

RS_EXPORT int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict time) {
  return wait(semaphore, rs_deadline_from_spec(CLOCK_REALTIME, time), RS_PC() - 1);
}

RS_EXPORT int sem_clockwait(sem_t *restrict semaphore, clockid_t clock,
                            const struct timespec *restrict time) {
  return wait(semaphore, rs_deadline_from_spec(clock, time), RS_PC() - 1);
}

RS_EXPORT int sem_trywait(sem_t *pointer) {
  uintptr_t pc = RS_PC() - 1;
  rs_semaphore *semaphore = (rs_semaphore *)pointer;
  uint32_t object = rs_object_id(pointer, RS_KIND_SEMAPHORE);
  rs_point(RS_OP_SEM_TRYWAIT, object, pc);
  if (semaphore->value == 0) {
    rs_step_failed();
    rs_spin(object, pc);
    errno = EAGAIN;
    return -1;
  }
  semaphore->value -= 1;
  rs_clock_acquire(rs_object_clock(object));
  rs_object_changed(object);
  return 0;
}

RS_EXPORT int sem_post(sem_t *pointer) {
  uint32_t object = rs_object_id(pointer, RS_KIND_SEMAPHORE);
  rs_point(RS_OP_SEM_POST, object, RS_PC() - 1);
  ((rs_semaphore *)pointer)->value += 1;
  rs_clock_release(rs_object_clock(object));
  rs_object_changed(object);
  return 0;
}

RS_EXPORT int sem_getvalue(sem_t *restrict pointer, int *restrict value) {
  uint32_t object = rs_object_id(pointer, RS_KIND_SEMAPHORE);
  rs_point(RS_OP_SEM_READ, object, RS_PC() - 1);
  *value = (int)((rs_semaphore *)pointer)->value;
  return 0;
}

// --- Barriers -----------------------------------------------------------------------------------

typedef struct rs_barrier {
  uint32_t needed, arrived, round;
} rs_barrier;

typedef struct round_wait {
  rs_barrier *barrier;
  uint32_t round;
} round_wait;

static bool round_over(void *context) {
  round_wait *wait = context;
  return wait->barrier->round != wait->round;
}

RS_EXPORT int pthread_barrier_init(pthread_barrier_t *restrict pointer,
                                   const pthread_barrierattr_t *restrict attributes,
                                   unsigned count) {
  (void)attributes;
  if (count == 0) return EINVAL;
  memset(pointer, 0, sizeof *pointer);
  ((rs_barrier *)pointer)->needed = count;
  rs_object_drop(pointer);
  return 0;
}

RS_EXPORT int pthread_barrier_destroy(pthread_barrier_t *pointer) {
  rs_object_drop(pointer);
  return 0;
}

RS_EXPORT int pthread_barrier_wait(pthread_barrier_t *pointer) {
  uintptr_t pc = RS_PC() - 1;
  rs_barrier *barrier = (rs_barrier *)pointer;
  uint32_t object = rs_object_id(pointer, RS_KIND_BARRIER);
  rs_point(RS_OP_BARRIER_WAIT, object, pc);
  rs_clock_release(rs_object_clock(object));
  rs_object_changed(object);
  if (++barrier->arrived == barrier->needed) {
    barrier->arrived = 0;
    barrier->round += 1;
    rs_clock_acquire(rs_object_clock(object));
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  round_wait wait = {barrier, barrier->round};
  rs_point_when(RS_OP_BARRIER_WAIT, object, 0, round_over, &wait, RS_FOREVER, pc);
  rs_clock_acquire(rs_object_clock(object));
  return 0;
}

// pthread read-write locks. Readers commute with each other; a waiting writer does not hold up new
// readers, as with libc's default.
#include "State.h"

#include <errno.h>
#include <string.h>

typedef struct rs_rwlock {
  uint32_t readers;
  uint32_t writer;   // thread id + 1
} rs_rwlock;

static bool readable(void *context) { return ((rs_rwlock *)context)->writer == 0; }
static bool writable(void *context) {
  rs_rwlock *lock = context;
  return lock->writer == 0 && lock->readers == 0;
}

static uint32_t read_clock(uint32_t object) {
  if (!object || !rs_detecting) return 0;
  if (!rs_objects[object].read_clock) rs_objects[object].read_clock = rs_clock_new();
  return rs_objects[object].read_clock;
}

RS_EXPORT int pthread_rwlock_init(pthread_rwlock_t *restrict lock,
                                  const pthread_rwlockattr_t *restrict attributes) {
  (void)attributes;
  memset(lock, 0, sizeof *lock);
  rs_object_drop(lock);
  return 0;
}

RS_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  rs_object_drop(lock);
  return 0;
}

static void take(rs_rwlock *lock, bool write, uint32_t object, uintptr_t pc) {
  if (write) {
    lock->writer = rs_self->id + 1u;
    if (object) rs_clock_acquire(read_clock(object));
  } else {
    lock->readers += 1;
  }
  if (!object) return;
  rs_clock_acquire(rs_object_clock(object));
  rs_hold(object, pc);
  rs_object_changed(object);
}

static int lock_for(pthread_rwlock_t *pointer, bool write, bool try, uint64_t deadline,
                    uintptr_t pc) {
  rs_rwlock *lock = (rs_rwlock *)pointer;
  bool (*ready)(void *) = write ? writable : readable;
  if (rs_in_swift_runtime(pc)) {
    if (try && !ready(lock)) return EBUSY;
    if (!ready(lock)) rs_point_when(RS_OP_INTERNAL, 0, 0, ready, lock, RS_FOREVER, pc);
    take(lock, write, 0, pc);
    return 0;
  }
  uint32_t object = rs_object_id(lock, RS_KIND_RWLOCK);
  if (try) {
    rs_point(write ? RS_OP_TRY_WRITE_LOCK : RS_OP_TRY_READ_LOCK, object, pc);
    if (!ready(lock)) {
      rs_step_failed();
      rs_spin(object, pc);
      return EBUSY;
    }
  } else {
    if (lock->writer == rs_self->id + 1u) return EDEADLK;
    rs_op op = write ? RS_OP_WRITE_LOCK : RS_OP_READ_LOCK;
    if (!rs_point_when(op, object, 0, ready, lock, deadline, pc)) return ETIMEDOUT;
  }
  take(lock, write, object, pc);
  return 0;
}

RS_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  return lock_for(lock, false, false, RS_FOREVER, RS_PC() - 1);
}
RS_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  return lock_for(lock, true, false, RS_FOREVER, RS_PC() - 1);
}
RS_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  return lock_for(lock, false, true, RS_FOREVER, RS_PC() - 1);
}
RS_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  return lock_for(lock, true, true, RS_FOREVER, RS_PC() - 1);
}
RS_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock,
                                         const struct timespec *restrict time) {
  return lock_for(lock, false, false, rs_deadline_from_spec(CLOCK_REALTIME, time), RS_PC() - 1);
}
RS_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock,
                                         const struct timespec *restrict time) {
  return lock_for(lock, true, false, rs_deadline_from_spec(CLOCK_REALTIME, time), RS_PC() - 1);
}

RS_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *pointer) {
  uintptr_t pc = RS_PC() - 1;
  rs_rwlock *lock = (rs_rwlock *)pointer;
  uint32_t object = 0;
  if (!rs_in_swift_runtime(pc)) {
    object = rs_object_id(lock, RS_KIND_RWLOCK);
    // Readers that leave commute with each other, and with those that come.
    rs_point2(RS_OP_RW_UNLOCK, object, 0,
              lock->writer != 0 ? RS_FLAG_GIVES : RS_FLAG_GIVES | RS_FLAG_READS, pc);
  }
  bool write = lock->writer != 0;
  if (write) {
    lock->writer = 0;
  } else if (lock->readers > 0) {
    lock->readers -= 1;
  }
  if (!object) return 0;
  rs_unhold(object);
  rs_clock_release(write ? rs_object_clock(object) : read_clock(object));
  rs_object_changed(object);
  return 0;
}

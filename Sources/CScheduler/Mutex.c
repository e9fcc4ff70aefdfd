// pthread mutexes and spin locks. The state lives in the lock itself, as in libc, so that static
// initialisers work and a lock that outlives a schedule keeps its meaning.
#include "DispatchInternal.h"
#include "State.h"

#include <errno.h>

typedef struct rs_mutex {
  int locked;
  unsigned count;   // extra holds of a recursive one
  int owner;        // slot-independent: thread id + 1
  unsigned inside;  // taken within a library, by whom the program cannot tell
  int kind;
} rs_mutex;

enum { NORMAL, RECURSIVE, ERROR_CHECK };

static int kind_of(const rs_mutex *mutex) {
  int kind = mutex->kind & 3;
  return kind == RECURSIVE || kind == ERROR_CHECK ? kind : NORMAL;
}

static int me(void) { return rs_self->id + 1; }

/// Whether a mutex can be taken: for waiting.
bool rs_mutex_is_free(void *context) { return ((rs_mutex *)context)->locked == 0; }

/// Takes a free mutex, without a scheduling point.
void rs_mutex_take(pthread_mutex_t *pointer, uint32_t object, uintptr_t pc) {
  rs_mutex *mutex = (rs_mutex *)pointer;
  mutex->locked = 1;
  mutex->owner = me();
  if (!object) return;
  rs_hold(object, pc);
  rs_clock_acquire(rs_object_clock(object));
  rs_object_changed(object);
}

/// Gives a mutex back, without a scheduling point.
void rs_mutex_give(pthread_mutex_t *pointer, uint32_t object) {
  rs_mutex *mutex = (rs_mutex *)pointer;
  if (object) {
    rs_unhold(object);
    if (rs_detecting) rs_clock_set(rs_object_clock(object));
    rs_object_changed(object);
  }
  mutex->locked = 0;
  mutex->owner = 0;
}

// Locks that a library takes within a call of the program's, such as the one of an OperationQueue,
// exclude and order, but are steps only where the call begins: a step for each would be many times the
// schedules, and what happens between two of them is nothing that a program could mean. What the
// step touches is told to the search, so that the order of two calls is tried both ways.

/// So many locks within one step are taken for waiting.
#define SPIN_INSIDE 100

void rs_mutex_touch(pthread_mutex_t *pointer) {
  if (rs_running && ((rs_mutex *)pointer)->inside) rs_touch(rs_object_id(pointer, RS_KIND_MUTEX));
}

static void lock_inside(pthread_mutex_t *pointer, uintptr_t place, const void *frame) {
  rs_mutex *mutex = (rs_mutex *)pointer;
  uint32_t object = rs_object_id(mutex, RS_KIND_MUTEX);
  if (mutex->locked || rs_call_begins(frame)) {
    rs_point_when(RS_OP_INTERNAL, object, 0, rs_mutex_is_free, mutex, RS_FOREVER, place);
  } else if (rs_running && ++rs_self->inside_locks > SPIN_INSIDE) {
    // The library itself tries again and again until others get somewhere.
    rs_self->inside_locks = 0;
    rs_pendings[rs_self->id] = (rs_pending){.op = RS_OP_INTERNAL, .object = object, .pc = place};
    rs_rest();
  }
  rs_mutex_take(pointer, object, place);
  mutex->inside = 1;
  rs_objects[object].inside = true;
  rs_mutex_touch(pointer);
}

static int lock(pthread_mutex_t *pointer, uint64_t deadline, uintptr_t pc) {
  rs_mutex *mutex = (rs_mutex *)pointer;
  if (RS_UNLIKELY(!rs_running)) rs_learn_lock(pc);
  bool held = mutex->locked && mutex->owner == me();
  if (RS_UNLIKELY(rs_in_swift_runtime(pc))) {
    if (held && kind_of(mutex) == RECURSIVE) {
      mutex->count += 1;
      return 0;
    }
    if (mutex->locked) {
      rs_point_when(RS_OP_INTERNAL, 0, 0, rs_mutex_is_free, mutex, RS_FOREVER, pc);
    }
    rs_mutex_take(pointer, 0, pc);
    return 0;
  }
  uint32_t object = rs_object_id(mutex, RS_KIND_MUTEX);
  if (held) {
    switch (kind_of(mutex)) {
    case RECURSIVE:
      mutex->count += 1;
      return 0;
    case ERROR_CHECK:
      return EDEADLK;
    default:
      if (deadline == RS_FOREVER) {
        rs_stuck_on_itself(RS_OP_LOCK, object, pc, "a thread locks a mutex that it holds already");
      }
    }
  }
  if (RS_UNLIKELY(deadline == RS_FOREVER && rs_inside_library(pc, __builtin_frame_address(0)))) {
    uintptr_t place = rs_place(pc + 1, __builtin_frame_address(0));
    lock_inside(pointer, rs_in_program(place) ? place : 0, __builtin_frame_address(0));
    return 0;
  }
  if (!rs_point_when(RS_OP_LOCK, object, 0, rs_mutex_is_free, mutex, deadline, pc)) {
    return ETIMEDOUT;
  }
  rs_mutex_take(pointer, object, pc);
  return 0;
}

RS_EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex) {
  return lock(mutex, RS_FOREVER, RS_PC() - 1);
}

RS_EXPORT int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex,
                                      const struct timespec *restrict time) {
  return lock(mutex, rs_deadline_from_spec(CLOCK_REALTIME, time), RS_PC() - 1);
}

RS_EXPORT int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock,
                                      const struct timespec *restrict time) {
  return lock(mutex, rs_deadline_from_spec(clock, time), RS_PC() - 1);
}

RS_EXPORT int pthread_mutex_trylock(pthread_mutex_t *pointer) {
  uintptr_t pc = RS_PC() - 1;
  rs_mutex *mutex = (rs_mutex *)pointer;
  bool internal = rs_in_swift_runtime(pc);
  uint32_t object = internal ? 0 : rs_object_id(mutex, RS_KIND_MUTEX);
  if (object) rs_point(RS_OP_TRYLOCK, object, pc);
  if (mutex->locked) {
    if (mutex->owner == me() && kind_of(mutex) == RECURSIVE) {
      mutex->count += 1;
      return 0;
    }
    if (object) {
      rs_step_failed();
      rs_spin(object, pc);
    }
    return EBUSY;
  }
  rs_mutex_take(pointer, object, pc);
  return 0;
}

RS_EXPORT int pthread_mutex_unlock(pthread_mutex_t *pointer) {
  uintptr_t pc = RS_PC() - 1;
  rs_mutex *mutex = (rs_mutex *)pointer;
  bool mine = mutex->locked && mutex->owner == me();
  if (!mine && kind_of(mutex) != NORMAL) return EPERM;
  if (mine && mutex->count > 0) {
    mutex->count -= 1;
    return 0;
  }
  if (rs_in_swift_runtime(pc)) {
    rs_mutex_give(pointer, 0);
    return 0;
  }
  uint32_t object = rs_object_id(mutex, RS_KIND_MUTEX);
  if (mutex->inside && mine) {
    rs_mutex_touch(pointer);
    mutex->inside = 0;
    rs_mutex_give(pointer, object);
    return 0;
  }
  rs_point(RS_OP_UNLOCK, object, pc);
  if (!mine && mutex->locked && mutex->owner > 0 && mutex->owner <= (int)rs_thread_total) {
    // Another thread's lock: libc lets it go, and so do we.
    rs_unhold_by(&rs_threads[mutex->owner - 1], object);
  }
  rs_mutex_give(pointer, object);
  return 0;
}

RS_EXPORT int pthread_mutex_init(pthread_mutex_t *pointer, const pthread_mutexattr_t *attributes) {
  rs_mutex *mutex = (rs_mutex *)pointer;
  *pointer = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  rs_object_drop(mutex);
  if (attributes) {
    int type = PTHREAD_MUTEX_NORMAL;
    pthread_mutexattr_gettype(attributes, &type);
    mutex->kind = type;
  }
  return 0;
}

RS_EXPORT int pthread_mutex_destroy(pthread_mutex_t *pointer) {
  rs_mutex *mutex = (rs_mutex *)pointer;
  if (mutex->locked) return EBUSY;
  if (rs_running) rs_remark_lock_destroyed(rs_object_id(mutex, RS_KIND_MUTEX));
  rs_object_drop(mutex);
  return 0;
}

RS_EXPORT int pthread_mutex_consistent(pthread_mutex_t *mutex) {
  (void)mutex;
  return EINVAL;
}

// --- Spin locks ---------------------------------------------------------------------------------

static bool spin_is_free(void *context) { return *(volatile int *)context == 0; }

RS_EXPORT int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  (void)shared;
  *lock = 0;
  rs_object_drop((void *)lock);
  return 0;
}

RS_EXPORT int pthread_spin_destroy(pthread_spinlock_t *lock) {
  rs_object_drop((void *)lock);
  return 0;
}

static void spin_take(pthread_spinlock_t *lock, uint32_t object, uintptr_t pc) {
  *lock = me();
  rs_hold(object, pc);
  rs_clock_acquire(rs_object_clock(object));
  rs_object_changed(object);
}

RS_EXPORT int pthread_spin_lock(pthread_spinlock_t *lock) {
  uintptr_t pc = RS_PC() - 1;
  uint32_t object = rs_object_id((void *)lock, RS_KIND_SPIN);
  if (*lock == me()) {
    rs_stuck_on_itself(RS_OP_LOCK, object, pc, "a thread takes a spin lock that it holds already");
  }
  rs_point_when(RS_OP_LOCK, object, 0, spin_is_free, (void *)lock, RS_FOREVER, pc);
  spin_take(lock, object, pc);
  return 0;
}

RS_EXPORT int pthread_spin_trylock(pthread_spinlock_t *lock) {
  uintptr_t pc = RS_PC() - 1;
  uint32_t object = rs_object_id((void *)lock, RS_KIND_SPIN);
  rs_point(RS_OP_TRYLOCK, object, pc);
  if (*lock) {
    rs_step_failed();
    rs_spin(object, pc);
    return EBUSY;
  }
  spin_take(lock, object, pc);
  return 0;
}

RS_EXPORT int pthread_spin_unlock(pthread_spinlock_t *lock) {
  uint32_t object = rs_object_id((void *)lock, RS_KIND_SPIN);
  rs_point(RS_OP_UNLOCK, object, RS_PC() - 1);
  rs_unhold(object);
  if (rs_detecting) rs_clock_set(rs_object_clock(object));
  rs_object_changed(object);
  *lock = 0;
  return 0;
}

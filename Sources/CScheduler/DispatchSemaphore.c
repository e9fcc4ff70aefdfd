// Counting semaphores. Whoever waits may be the one that a signal lets go.
#include "DispatchInternal.h"

typedef struct rs_semaphore {
  rs_dispatch object;
  intptr_t value, original;
  intptr_t waiting;
} rs_semaphore;

RS_EXPORT rs_semaphore *dispatch_semaphore_create(intptr_t value) {
  if (value < 0) return NULL;
  rs_semaphore *semaphore = rs_dispatch_new(RS_DISPATCH_SEMAPHORE, sizeof *semaphore);
  semaphore->value = semaphore->original = value;
  return semaphore;
}

void rs_semaphore_dispose(rs_dispatch *object) {
  rs_semaphore *semaphore = (rs_semaphore *)object;
  if (semaphore->value >= semaphore->original) return;
  RS_MISUSE(0,
            "a DispatchSemaphore is released while its value (%ld) is below the one it was made"
            " with (%ld)",
            (long)semaphore->value, (long)semaphore->original);
}

RS_EXPORT intptr_t dispatch_semaphore_signal(rs_semaphore *semaphore) {
  uint32_t id = rs_dispatch_id(&semaphore->object);
  // Signals commute.
  rs_point2(RS_OP_DSEM_SIGNAL, id, 0, RS_FLAG_READS, RS_PLACE());
  rs_clock_release(rs_dispatch_clock(&semaphore->object));
  rs_object_changed(id);
  bool woke = semaphore->waiting > semaphore->value;
  semaphore->value += 1;
  return woke;
}

static bool has_permit(void *context) { return ((rs_semaphore *)context)->value > 0; }

RS_EXPORT intptr_t dispatch_semaphore_wait(rs_semaphore *semaphore, uint64_t timeout) {
  uintptr_t pc = RS_PLACE();
  uint32_t id = rs_dispatch_id(&semaphore->object);
  uint64_t deadline = rs_dispatch_deadline(timeout);
  bool got;
  if (deadline == 0) {
    rs_point(RS_OP_DSEM_WAIT, id, pc);
    got = semaphore->value > 0;
  } else {
    semaphore->waiting += 1;
    got = rs_point_when(RS_OP_DSEM_WAIT, id, 0, has_permit, semaphore, deadline, pc);
    semaphore->waiting -= 1;
  }
  if (!got) {
    rs_step_failed();
    rs_spin(id, pc);
    return -1;
  }
  semaphore->value -= 1;
  rs_clock_acquire(rs_dispatch_clock(&semaphore->object));
  return 0;
}

// pthread_create and its kin, on virtual threads.
#include "State.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct start {
  void *(*function)(void *);
  void *argument;
} start;

static void run(void *context) {
  start it = *(start *)context;
  free(context);
  void *result = it.function(it.argument);
  rs_self->result = result;
}

static uint32_t object_of(rs_thread *thread) {
  if (!rs_running) return 0;
  if (!thread->object) {
    thread->object = rs_object_new(RS_KIND_THREAD);
    rs_object_set_name(thread->object, thread->name);
  }
  return thread->object;
}

static rs_thread *find(pthread_t pthread) {
  rs_slot *slot = rs_slot_of_pthread((uintptr_t)pthread);
  return slot && slot->busy ? slot->thread : NULL;
}

RS_EXPORT int pthread_create(pthread_t *restrict out, const pthread_attr_t *restrict attributes,
                             void *(*function)(void *), void *restrict argument) {
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes) pthread_attr_getdetachstate(attributes, &state);
  start *it = malloc(sizeof *it);
  *it = (start){function, argument};
  rs_thread *thread = rs_worker_spawn(run, it, "thread");
  thread->joinable = state == PTHREAD_CREATE_JOINABLE;
  *out = (pthread_t)thread->slot->fs;
  return 0;
}

static bool is_done(void *context) { return ((rs_thread *)context)->state == RS_STATE_DONE; }

static int join(pthread_t pthread, void **result, uint64_t deadline, uintptr_t pc) {
  rs_thread *thread = find(pthread);
  if (!thread) return ESRCH;
  if (!thread->joinable) return EINVAL;
  if (thread == rs_self) return EDEADLK;
  if (!rs_point_when(RS_OP_JOIN, object_of(thread), 0, is_done, thread, deadline, pc)) {
    return ETIMEDOUT;
  }
  rs_clock_acquire(thread->end_clock);
  if (rs_running && rs_calls.joined) rs_calls.joined(thread->id);
  if (result) *result = thread->result;
  thread->joinable = false;
  thread->slot->busy = false;
  return 0;
}

RS_EXPORT int pthread_join(pthread_t pthread, void **result) {
  return join(pthread, result, RS_FOREVER, RS_PC() - 1);
}

RS_EXPORT int pthread_tryjoin_np(pthread_t pthread, void **result) {
  rs_thread *thread = find(pthread);
  if (thread && thread->state != RS_STATE_DONE) return EBUSY;
  return join(pthread, result, RS_FOREVER, RS_PC() - 1);
}

RS_EXPORT int pthread_timedjoin_np(pthread_t pthread, void **result, const struct timespec *time) {
  return join(pthread, result, rs_deadline_from_spec(CLOCK_REALTIME, time), RS_PC() - 1);
}

RS_EXPORT int pthread_detach(pthread_t pthread) {
  rs_thread *thread = find(pthread);
  if (!thread) return ESRCH;
  if (!thread->joinable) return EINVAL;
  thread->joinable = false;
  if (thread->state == RS_STATE_DONE) thread->slot->busy = false;
  return 0;
}

RS_EXPORT void pthread_exit(void *result) {
  if (rs_self->id == 0) {
    rs_trap(RS_OUTCOME_UNSUPPORTED, RS_PC(), "pthread_exit on the main thread is not supported");
  }
  rs_self->result = result;
  __builtin_longjmp(rs_self->slot->jump, 1);
}

RS_EXPORT int pthread_cancel(pthread_t pthread) {
  (void)pthread;
  rs_trap(RS_OUTCOME_UNSUPPORTED, RS_PC(), "pthread_cancel is not supported");
}

RS_EXPORT int pthread_setname_np(pthread_t pthread, const char *name) {
  if (strlen(name) > 15) return ERANGE;
  rs_thread *thread = find(pthread);
  if (!thread) return ESRCH;
  rs_thread_set_name(thread, name);
  return 0;
}

RS_EXPORT int pthread_getname_np(pthread_t pthread, char *name, size_t size) {
  rs_thread *thread = find(pthread);
  if (!thread) return ESRCH;
  size_t length = strnlen(thread->name, 15);
  if (size < length + 1) return ERANGE;
  memcpy(name, thread->name, length);
  name[length] = 0;
  return 0;
}

void rs_thread_rename(const char *name) {
  if (rs_running) rs_thread_set_name(rs_self, name);
}

// Happens-before edges that the Swift runtime tells ThreadSanitizer about: hand-over of tasks and
// actors. The runtime looks these functions up in the executable once it was told to.
//
// It also tells of its caches of types and conformances, and of their locks. Two threads that use the same
// generic function would be ordered by those, which no program can rely on: they hide races. They lie in
// the images, where tasks and actors never do.
#include "Shadow.h"

#include <dlfcn.h>

static uint32_t release_total;
static void *(*task_current)(void);

static uint32_t *clock_of(const void *address) {
  return &rs_shadow_find((uintptr_t)address)->clock;
}

RS_EXPORT void __tsan_acquire(void *address);
RS_EXPORT void __tsan_acquire(void *address) {
  if (!rs_detecting || rs_in_image((uintptr_t)address)) return;
  uint32_t clock = *clock_of(address);
  if (clock) rs_clock_acquire(clock);
}

RS_EXPORT void __tsan_release(void *address);
RS_EXPORT void __tsan_release(void *address) {
  if (!rs_detecting || rs_in_image((uintptr_t)address)) return;
  uint32_t *clock = clock_of(address);
  if (!*clock) *clock = rs_clock_new();
  rs_clock_release(*clock);
  release_total += 1;
}

/// A continuation that was resumed before it is awaited goes on without an acquire in the runtime: so
/// the task acquires itself when it next enters a function.
RS_EXPORT void __tsan_func_entry(void *caller);
RS_EXPORT void __tsan_func_entry(void *caller) {
  (void)caller;
  rs_thread *self = rs_self;
  if (!rs_detecting || self->releases_seen == release_total) return;
  self->releases_seen = release_total;
  if (!task_current) return;
  void *task = task_current();
  if (task) __tsan_acquire(task);
}

RS_EXPORT void __tsan_func_exit(void);
RS_EXPORT void __tsan_func_exit(void) {}

/// Tells the Swift runtime that the sanitizer's functions are there.
__attribute__((constructor)) static void turn_on(void) {
  void (*initialize)(void) = dlsym(RTLD_DEFAULT, "__tsan_on_initialize");
  if (initialize) initialize();
  task_current = dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
}

// Things done once: pthread_once, swift_once, dispatch_once. To call one from within itself is a
// deadlock. One that was done before the schedule began is no step at all.
#include "Shadow.h"

typedef struct once_wait {
  volatile intptr_t *word;
  intptr_t done;
} once_wait;

static bool not_running(void *context) {
  once_wait *wait = context;
  intptr_t value = *wait->word;
  return value == 0 || value == wait->done;
}

/// Comes to something that is done already: a step if it was in this schedule, since it might not have
/// been yet.
static void find_done(const void *word, uintptr_t pc) {
  if (!rs_running || !*rs_shadow_object((uintptr_t)word)) return;
  uint32_t object = rs_object_id(word, RS_KIND_ONCE);
  rs_point2(RS_OP_ONCE, object, 0, RS_FLAG_READS, pc);
  rs_clock_acquire(rs_object_clock(object));
}

/// `word` is 0 before, `done` after, and names the thread in between.
static void once(volatile intptr_t *word, intptr_t done, void (*body)(void *), void *context,
                 uintptr_t pc) {
  uint32_t object = 0;
  if (*word == done) {
    find_done((const void *)word, pc);
    return;
  }
  intptr_t mine = (intptr_t)(rs_self->id + 1) << 8;
  object = rs_object_id((void *)word, RS_KIND_ONCE);
  if (*word == mine) {
    rs_stuck_on_itself(RS_OP_ONCE, object, pc, "something done once calls itself while it is done");
  }
  once_wait wait = {word, done};
  rs_point_when(RS_OP_ONCE, object, 0, not_running, &wait, RS_FOREVER, pc);
  if (*word != done) {
    *word = mine;
    rs_hold(object, pc);
    body(context);
    *word = done;
    rs_unhold(object);
    rs_clock_release(rs_object_clock(object));
    rs_object_changed(object);
  }
  rs_clock_acquire(rs_object_clock(object));
}

RS_EXPORT void swift_once(intptr_t *token, void (*body)(void *), void *context);
RS_EXPORT void swift_once(intptr_t *token, void (*body)(void *), void *context) {
  once(token, -1, body, context, RS_PC() - 1);
}

// pthread_once_t is an int, and its final value is libc's.
static bool small_not_running(void *context) {
  pthread_once_t value = *(volatile pthread_once_t *)context;
  return value == 0 || value == 2;
}

RS_EXPORT int pthread_once(pthread_once_t *control, void (*body)(void)) {
  uintptr_t pc = RS_PC() - 1;
  if (*control == 2) {
    find_done(control, pc);
    return 0;
  }
  int mine = (rs_self->id + 1) << 8;
  uint32_t object = rs_object_id(control, RS_KIND_ONCE);
  if (*control == mine) {
    rs_stuck_on_itself(RS_OP_ONCE, object, pc, "something done once calls itself while it is done");
  }
  rs_point_when(RS_OP_ONCE, object, 0, small_not_running, control, RS_FOREVER, pc);
  if (*control != 2) {
    *control = mine;
    rs_hold(object, pc);
    body();
    *control = 2;
    rs_unhold(object);
    rs_clock_release(rs_object_clock(object));
    rs_object_changed(object);
  }
  rs_clock_acquire(rs_object_clock(object));
  return 0;
}

typedef struct block_layout {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *);
} block_layout;

RS_EXPORT void dispatch_once_f(intptr_t *token, void *context, void (*body)(void *));
RS_EXPORT void dispatch_once_f(intptr_t *token, void *context, void (*body)(void *)) {
  once(token, -1, body, context, RS_PC() - 1);
}

RS_EXPORT void dispatch_once(intptr_t *token, void *block);
RS_EXPORT void dispatch_once(intptr_t *token, void *block) {
  once(token, -1, ((block_layout *)block)->invoke, block, RS_PC() - 1);
}

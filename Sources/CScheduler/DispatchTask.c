// Swift's tasks, as far as the search must know of them.
//
// The concurrency runtime keeps actors, groups and continuations with atomics of its own, which are no
// scheduling points. What makes the order of two tasks matter is seen in two places: where the program
// calls into the runtime (DispatchTaskEntry.S), and where a job starts. Both are steps on one object
// that stands for all of the runtime's state, so that every order of them is looked at. Tasks that end
// or wait need no step: whoever waits for them cannot go on before.
#include "DispatchInternal.h"

#include <string.h>

/// Stands for the runtime's state.
static const char tasks = 0;

uint32_t rs_tasks_id(void) {
  uint32_t id = rs_object_id(&tasks, RS_KIND_OTHER);
  if (id && !rs_object_name(id)) rs_object_set_name(id, "Swift tasks");
  return id;
}

/// The start of a job, as the runtime lays it out.
typedef struct rs_job {
  void *metadata;
  uintptr_t references;
  void *scheduler[2];
  uint32_t flags, id;
  void *voucher, *reserved;
  uintptr_t resume;       // of a task: the function that it goes on with
} rs_job;

uintptr_t rs_job_place(const void *job, uintptr_t otherwise) {
  uintptr_t resume = ((const rs_job *)job)->resume;
  return rs_in_program(resume) ? resume : otherwise;
}

/// Whether a new task starts on an actor, which takes its place in the actor's line right away.
static bool starts_on_actor(const uintptr_t *options) {
  enum { GROUP = 1, ASYNC_LET = 2, ASYNC_LET_WITH_BUFFER = 3 };
  for (; options; options = (const uintptr_t *)options[1]) {
    uint8_t kind = (uint8_t)options[0];
    if (kind != GROUP && kind != ASYNC_LET && kind != ASYNC_LET_WITH_BUFFER) return true;
  }
  return false;
}

static const char *const names[] = {
#define ENTRY(index, symbol, words) [index] = symbol,
#include "DispatchTaskEntries.h"
#undef ENTRY
};

/// Called by each entry before the runtime's own function.
/// - Returns: that function.
RS_HIDDEN void *rs_task_entry(uintptr_t index, uintptr_t first, uintptr_t second, uintptr_t caller) {
  static void *real[sizeof names / sizeof names[0]];
  enum { SWITCH = 0, CREATE = 1, FIRST_QUESTION = 10, LAST_QUESTION = 12 };
  if (rs_running) {
    bool matters = true;
    uintptr_t place = rs_in_program(caller) ? caller - 1 : caller;
    if (index == SWITCH) {
      // To no executor in particular: it only leaves its actor, and takes no place in a line.
      matters = second != 0;
      if (rs_in_program(first)) place = first;
    }
    if (index == CREATE) matters = starts_on_actor((const uintptr_t *)second);
    uint32_t id = rs_tasks_id();
    bool asks = index >= FIRST_QUESTION && index <= LAST_QUESTION;
    if (matters) rs_point2(RS_OP_TASK, id, 0, asks ? RS_FLAG_READS : 0, place);
    if (asks) rs_spin(id, place); else rs_object_changed(id);
  }
  if (!real[index]) real[index] = rs_real(names[index]);
  return real[index];
}

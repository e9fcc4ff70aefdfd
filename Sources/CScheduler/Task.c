// Swift's tasks by number and name, for traces: a task moves from thread to thread, and a story is
// about the task.
#include "State.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/// Which task lives at an address now. Later entries hide earlier ones: addresses are used again.
static const void *tasks[RS_SHARED_TASKS];
static uint32_t count;
static uint32_t tasks_generation;

void *rs_current_task(void) {
  static void *(*get)(void);
  if (!get) get = (void *(*)(void))dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
  return get ? get() : NULL;
}

void rs_task_made(const void *task) {
  if (!rs_set.trace_frames) return;
  if (tasks_generation != rs_generation) {
    tasks_generation = rs_generation;
    count = 0;
  }
  if (count == RS_SHARED_TASKS - 1) return;
  tasks[count] = task;
  count += 1;
  snprintf(rs_out->task_names[count], sizeof rs_out->task_names[0], "task %u", count);
}

uint16_t rs_task_current(void) {
  if (tasks_generation != rs_generation) return 0;
  const void *task = rs_current_task();
  if (!task) return 0;
  for (uint32_t i = count; i > 0; i--) {
    if (tasks[i - 1] == task) return (uint16_t)i;
  }
  return 0;
}

void rs_task_rename(const char *name) {
  if (!rs_running || !rs_set.trace_frames) return;
  uint16_t task = rs_task_current();
  if (!task) return;
  snprintf(rs_out->task_names[task], sizeof rs_out->task_names[0], "%s", name);
}

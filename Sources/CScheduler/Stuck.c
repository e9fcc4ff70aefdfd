// Ends a schedule in which nobody gets any further, and says who waits for what.
#include "Schedule.h"

#include <stdio.h>

static const char *kind_words[] = {
    "nothing", "mutex", "read-write lock", "condition", "semaphore", "barrier", "spin lock", "once",
    "lock", "atomic", "memory", "thread", "queue", "group", "dispatch semaphore", "work item",
    "source", "descriptor", "object", "file"};

/// One line on what a thread waits for, in a form that is parsed outside:
/// `T2 "worker" op=LOCK pc=… object=3 kind=mutex name="…" held-by=T1 since=…`
static int describe(char *out, size_t size, rs_thread *thread) {
  rs_pending *pending = &rs_pendings[thread->id];
  int n = snprintf(out, size, "thread=%u name=\"%s\" op=%u pc=%#lx", thread->id, thread->name,
                   pending->op, (unsigned long)pending->pc);
  if (pending->object) {
    rs_object *object = &rs_objects[pending->object];
    n += snprintf(out + n, size - (size_t)n, " object=%u kind=\"%s\"", pending->object,
                  kind_words[object->kind]);
    if (object->name) n += snprintf(out + n, size - (size_t)n, " label=\"%s\"", object->name);
    if (object->holder) {
      n += snprintf(out + n, size - (size_t)n, " holder=%u since=%#lx", object->holder - 1,
                    (unsigned long)object->holder_pc);
    }
  }
  return n + snprintf(out + n, size - (size_t)n, "\n");
}

void rs_tell_search(const rs_thread *ending) {
  static bool was_told;
  if (!rs_running || !rs_calls.stuck || was_told) return;
  was_told = true;
  // Not on the stack: this may run on the one for signals.
  static uint16_t others[RS_MAX_THREADS];
  rs_decision decision = {.enabled = others, .pending = rs_pendings, .step = rs_steps};
  for (uint32_t i = 0; i < rs_live_count; i++) {
    if (&rs_threads[rs_live[i]] != ending) others[decision.count++] = rs_live[i];
  }
  rs_calls.stuck(&decision);
}

_Noreturn void rs_stuck(rs_outcome outcome, const char *what) {
  rs_tell_search(NULL);
  char text[1400];
  size_t used = 0;
  for (uint32_t i = 0; i < rs_live_count && used < sizeof text - 200; i++) {
    rs_thread *thread = &rs_threads[rs_live[i]];
    if (thread->daemon || thread->settling) continue;
    used += (size_t)describe(text + used, sizeof text - used, thread);
  }
  text[used] = 0;
  char crowd[96];
  bool is_crowded = rs_describe_crowd(crowd, sizeof crowd);
  rs_trap(outcome, 0, "%s%s%s\n%s", what, is_crowded ? ": " : "", is_crowded ? crowd : "", text);
}

void rs_stuck_on_itself(rs_op op, uint32_t object, uintptr_t pc, const char *what) {
  rs_pendings[rs_self->id] = (rs_pending){.op = op, .object = object, .pc = pc};
  char text[512];
  describe(text, sizeof text, rs_self);
  rs_trap(RS_OUTCOME_DEADLOCK, pc, "%s\n%s", what, text);
}

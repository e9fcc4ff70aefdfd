// Changing the queue that an object runs on.
#include "DispatchInternal.h"

typedef struct rs_retarget {
  rs_queue *queue, *target;
} rs_retarget;

static void set_target(rs_dispatch *object, rs_queue *target) {
  rs_queue *before = object->target;
  if (target->kind != RS_QUEUE_ROOT) target->targeted = true;
  rs_dispatch_use(&target->object);
  object->target = target;
  if (before) rs_dispatch_unuse(&before->object);
}

static void retarget(void *context) {
  rs_retarget *change = context;
  set_target(&change->queue->object, change->target);
  rs_dispatch_free(change);
}

static bool is_idle(const rs_queue *queue) {
  return !queue->first && !queue->locked && !queue->enqueued && queue->used == 0;
}

static void set_queue_target(rs_queue *queue, rs_queue *target, uintptr_t pc) {
  const char *label = queue->label ? queue->label : "";
  if (!queue->inactive && !queue->retargetable) {
    RS_MISUSE(pc, "the target of the queue \"%s\" is changed after it was activated", label);
  }
  if (is_idle(queue)) {
    set_target(&queue->object, target);
    return;
  }
  // What is ahead of the change still runs where it was meant to.
  rs_retarget *change = rs_dispatch_allocate(sizeof *change);
  *change = (rs_retarget){queue, target};
  rs_item *item = rs_item_new(retarget, change, pc);
  item->barrier = true;
  rs_queue_push(queue, item);
}

RS_EXPORT void dispatch_set_target_queue(void *object, rs_queue *target) {
  rs_dispatch *ours = object;
  if (!rs_dispatch_is_ours(object) || ours->global) return;
  uintptr_t pc = RS_PLACE();
  rs_point2(RS_OP_QUEUE_RESUME, rs_dispatch_id(ours), 0, RS_FLAG_ALL, pc);
  bool serial = ours->type == RS_DISPATCH_QUEUE && ((rs_queue *)object)->kind == RS_QUEUE_SERIAL;
  if (!target) target = rs_queue_global(0, serial);
  if (ours->type == RS_DISPATCH_QUEUE) {
    set_queue_target(object, target, pc);
  } else {
    set_target(ours, target);
  }
}

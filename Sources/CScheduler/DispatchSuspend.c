// Suspending, resuming and activating, and how that meets the start of items.
#include "DispatchInternal.h"

uint32_t rs_queue_take_id(rs_queue *queue) {
  if (queue->object.global) return 0;
  rs_dispatch_id(&queue->object);
  if (queue->object.take_id == 0) {
    queue->object.take_id = rs_object_id(&queue->suspensions, RS_KIND_QUEUE);
    if (queue->label) rs_object_set_name(queue->object.take_id, queue->label);
  }
  return queue->object.take_id;
}

static void point(rs_op op, rs_dispatch *object, uintptr_t pc) {
  rs_progress();
  if (object->type == RS_DISPATCH_SOURCE) {
    uint32_t order = object->target ? rs_queue_order(object->target) : 0;
    rs_point2(op, rs_dispatch_id(object), order, 0, pc);
    return;
  }
  rs_queue *queue = (rs_queue *)object;
  rs_point2(op, rs_queue_take_id(queue), rs_queue_order(queue), 0, pc);
}

uint32_t *rs_suspensions(rs_dispatch *object) {
  return object->type == RS_DISPATCH_SOURCE ? &((rs_source *)object)->suspensions
                                            : &((rs_queue *)object)->suspensions;
}

bool *rs_inactive(rs_dispatch *object) {
  return object->type == RS_DISPATCH_SOURCE ? &((rs_source *)object)->inactive
                                            : &((rs_queue *)object)->inactive;
}

static bool has_suspension(const rs_dispatch *object) {
  return !object->global &&
         (object->type == RS_DISPATCH_QUEUE || object->type == RS_DISPATCH_SOURCE);
}

RS_EXPORT void dispatch_suspend(void *object) {
  rs_dispatch *ours = object;
  if (!rs_dispatch_is_ours(object) || !has_suspension(ours)) return;
  point(RS_OP_QUEUE_SUSPEND, ours, RS_PLACE());
  *rs_suspensions(ours) += 1;
}

static const char *label_of(const rs_dispatch *object) {
  if (object->type != RS_DISPATCH_QUEUE) return "source";
  const char *label = ((const rs_queue *)object)->label;
  return label ? label : "";
}

static void activate(rs_dispatch *object, uintptr_t pc) {
  *rs_inactive(object) = false;
  if (object->type == RS_DISPATCH_SOURCE) rs_source_activate((rs_source *)object, pc);
}

static void go_on(rs_dispatch *object) {
  if (*rs_inactive(object) || *rs_suspensions(object) > 0) return;
  if (object->type == RS_DISPATCH_SOURCE) {
    rs_source_resumed((rs_source *)object);
  } else {
    // Whoever lets the waiting items go wakes the queue up: that comes before them.
    if (((rs_queue *)object)->first) rs_clock_release(rs_dispatch_clock(object));
    rs_queue_advance((rs_queue *)object);
  }
}

RS_EXPORT void dispatch_resume(void *object) {
  rs_dispatch *ours = object;
  if (!rs_dispatch_is_ours(object) || !has_suspension(ours)) return;
  uintptr_t pc = RS_PLACE();
  point(RS_OP_QUEUE_RESUME, ours, pc);
  if (*rs_suspensions(ours) > 0) {
    *rs_suspensions(ours) -= 1;
  } else if (*rs_inactive(ours) && ours->type == RS_DISPATCH_SOURCE) {
    // Resuming a new source has always meant activating it.
    activate(ours, pc);
  } else if (*rs_inactive(ours)) {
    RS_MISUSE(pc, "\"%s\" is resumed, but was never activated: call activate()", label_of(ours));
  } else {
    RS_MISUSE(pc, "\"%s\" is resumed once too often", label_of(ours));
  }
  go_on(ours);
}

RS_EXPORT void dispatch_activate(void *object) {
  rs_dispatch *ours = object;
  if (!rs_dispatch_is_ours(object) || !has_suspension(ours) || !*rs_inactive(ours)) return;
  uintptr_t pc = RS_PLACE();
  point(RS_OP_QUEUE_RESUME, ours, pc);
  if (!*rs_inactive(ours)) return;
  activate(ours, pc);
  go_on(ours);
}

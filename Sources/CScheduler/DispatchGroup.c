// Groups: a count, those that wait for it to fall to zero, and what is handed over then.
#include "DispatchInternal.h"

struct rs_group {
  rs_dispatch object;
  uint32_t count;
  rs_item *first, *last;  // notifications, in the order they were asked for
};

RS_EXPORT rs_group *dispatch_group_create(void) {
  return rs_dispatch_new(RS_DISPATCH_GROUP, sizeof(rs_group));
}

rs_group *rs_group_new_entered(void) {
  rs_group *group = dispatch_group_create();
  rs_group_enter(group);
  return group;
}

void rs_group_dispose(rs_group *group) { (void)group; }

void rs_group_enter(rs_group *group) {
  // While it is entered somebody will leave it, so it must stay.
  if (group->count == 0) rs_dispatch_use(&group->object);
  group->count += 1;
  rs_progress();
}

static void hand_over(rs_item *item, uint32_t group_clock) {
  rs_queue *queue = item->queue;
  item->queue = NULL;
  rs_clock_join(item->clock, group_clock);
  rs_queue_point(item->barrier ? RS_OP_SUBMIT_BARRIER : RS_OP_SUBMIT, queue, item->barrier,
                 item->pc);
  rs_queue_push(queue, item);
  rs_dispatch_unuse(&queue->object);
}

void rs_group_leave(rs_group *group, uintptr_t pc) {
  uint32_t id = rs_dispatch_id(&group->object);
  // Leaves commute, unless the last one hands something over: who does that matters.
  rs_point2(RS_OP_GROUP_LEAVE, id, 0, group->first ? 0 : RS_FLAG_READS, pc);
  if (group->count == 0) {
    RS_MISUSE(pc, "DispatchGroup.leave() was called more often than enter()");
  }
  uint32_t clock = rs_dispatch_clock(&group->object);
  rs_clock_release(clock);
  rs_object_changed(id);
  group->count -= 1;
  if (group->count > 0) return;
  rs_item *item = group->first;
  group->first = group->last = NULL;
  while (item) {
    rs_item *next = item->next;
    hand_over(item, clock);
    item = next;
  }
  rs_dispatch_unuse(&group->object);
}

static bool is_empty(void *context) { return ((rs_group *)context)->count == 0; }

bool rs_group_wait(rs_group *group, rs_op op, uint64_t timeout, uintptr_t pc) {
  uint32_t id = rs_dispatch_id(&group->object);
  uint64_t deadline = rs_dispatch_deadline(timeout);
  bool empty;
  if (deadline == 0) {
    rs_point(op, id, pc);
    empty = group->count == 0;
    if (!empty) {
      rs_step_failed();
      rs_spin(id, pc);
    }
  } else {
    empty = rs_point_when(op, id, 0, is_empty, group, deadline, pc);
  }
  if (empty) rs_clock_acquire(rs_dispatch_clock(&group->object));
  return empty;
}

void rs_group_notify(rs_group *group, rs_queue *queue, rs_item *item, uintptr_t pc) {
  rs_point2(RS_OP_GROUP_NOTIFY, rs_dispatch_id(&group->object), rs_queue_order(queue), 0, pc);
  item->barrier = item->work && rs_work_is_barrier(item->work);
  item->counted = true;
  item->clock = rs_clock_snapshot();
  rs_work_handed_over(item);
  rs_progress();
  if (group->count == 0) {
    rs_clock_join(item->clock, rs_dispatch_clock(&group->object));
    rs_queue_push(queue, item);
    return;
  }
  if (!group->first) rs_order_pendings(RS_OP_GROUP_LEAVE, rs_dispatch_id(&group->object));
  rs_dispatch_use(&queue->object);
  item->queue = queue;
  if (group->last) group->last->next = item; else group->first = item;
  group->last = item;
}

RS_EXPORT void dispatch_group_enter(rs_group *group) {
  rs_point(RS_OP_GROUP_ENTER, rs_dispatch_id(&group->object), RS_PLACE());
  rs_group_enter(group);
}

RS_EXPORT void dispatch_group_leave(rs_group *group) { rs_group_leave(group, RS_PLACE()); }

RS_EXPORT intptr_t dispatch_group_wait(rs_group *group, uint64_t timeout) {
  return rs_group_wait(group, RS_OP_GROUP_WAIT, timeout, RS_PLACE()) ? 0 : -1;
}

RS_EXPORT void dispatch_group_notify(rs_group *group, void *queue, const void *block) {
  uintptr_t pc = RS_PLACE();
  rs_group_notify(group, rs_queue_resolve(queue), rs_item_new_block(block, pc), pc);
}

RS_EXPORT void dispatch_group_notify_f(rs_group *group, void *queue, void *context,
                                       rs_function call) {
  uintptr_t pc = RS_PLACE();
  rs_group_notify(group, rs_queue_resolve(queue), rs_item_new(call, context, pc), pc);
}

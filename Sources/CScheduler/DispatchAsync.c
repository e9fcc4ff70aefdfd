// Handing work over: async, barriers, group members, and which submissions commute.
#include "DispatchInternal.h"
#include "State.h"

/// The queue nearest to the threads that still keeps a list: all that share items share it.
static rs_queue *base_of(rs_queue *queue) {
  rs_queue *base = queue;
  for (rs_queue *at = queue->object.target; at; at = at->object.target) {
    if (at->kind != RS_QUEUE_ROOT || rs_queue_width(at) > 0) base = at;
  }
  return base;
}

bool rs_queue_is_parallel(const rs_queue *queue) {
  for (; queue; queue = queue->object.target) {
    if (queue->kind == RS_QUEUE_SERIAL || rs_queue_width(queue) > 0) return false;
  }
  return true;
}

uint32_t rs_queue_order(rs_queue *queue) {
  rs_queue *base = base_of(queue);
  bool keeps = base->kind != RS_QUEUE_ROOT || rs_queue_width(base) > 0;
  return keeps ? rs_dispatch_id(&base->object) : 0;
}

void rs_queue_point(rs_op op, rs_queue *queue, bool barrier, uintptr_t pc) {
  uint32_t id = rs_dispatch_id(&queue->object);
  uint32_t order = rs_queue_order(queue);
  uint8_t flags = 0;
  bool root = queue->kind == RS_QUEUE_ROOT && rs_queue_width(queue) == 0;
  // Items that may all run at once enter in any order.
  if (root || (!barrier && rs_queue_is_parallel(queue))) flags = RS_FLAG_READS;
  rs_point2(op, id, order == id ? 0 : order, flags, pc);
}

void rs_queue_submit(rs_queue *queue, rs_item *item, bool barrier, rs_group *group, uintptr_t pc) {
  if (item->work && rs_work_is_barrier(item->work)) barrier = true;
  if (barrier && queue->kind == RS_QUEUE_ROOT) rs_remark(RS_REMARK_GLOBAL_BARRIER, pc);
  item->barrier = barrier;
  item->counted = true;
  if (group) {
    rs_point(RS_OP_GROUP_ENTER, rs_dispatch_id((rs_dispatch *)group), pc);
    rs_group_enter(group);
    item->group = group;
  }
  rs_queue_point(barrier ? RS_OP_SUBMIT_BARRIER : RS_OP_SUBMIT, queue, barrier, pc);
  // Only now: what this thread did up to here happens before the item.
  item->clock = rs_clock_snapshot();
  rs_work_handed_over(item);
  // A task that yields comes back through two jobs, and has got no further by that.
  bool comes_back = rs_item_is_job(item) && (item->slept || rs_job_resumes(item->context));
  if (comes_back) rs_self->comes_back = true; else rs_progress();
  rs_queue_push(queue, item);
}

RS_EXPORT void dispatch_async(void *queue, const void *block) {
  uintptr_t pc = RS_PLACE();
  rs_queue_submit(rs_queue_resolve(queue), rs_item_new_block(block, pc), false, NULL, pc);
}

RS_EXPORT void dispatch_async_f(void *queue, void *context, rs_function call) {
  uintptr_t pc = RS_PLACE();
  rs_queue_submit(rs_queue_resolve(queue), rs_item_new(call, context, pc), false, NULL, pc);
}

RS_EXPORT void dispatch_async_enforce_qos_class_f(void *queue, void *context, rs_function call) {
  uintptr_t pc = RS_PLACE();
  rs_queue_submit(rs_queue_resolve(queue), rs_item_new(call, context, pc), false, NULL, pc);
}

RS_EXPORT void dispatch_barrier_async(void *queue, const void *block) {
  uintptr_t pc = RS_PLACE();
  rs_queue_submit(rs_queue_resolve(queue), rs_item_new_block(block, pc), true, NULL, pc);
}

RS_EXPORT void dispatch_barrier_async_f(void *queue, void *context, rs_function call) {
  uintptr_t pc = RS_PLACE();
  rs_queue_submit(rs_queue_resolve(queue), rs_item_new(call, context, pc), true, NULL, pc);
}

RS_EXPORT void dispatch_group_async(rs_group *group, void *queue, const void *block) {
  uintptr_t pc = RS_PLACE();
  rs_queue_submit(rs_queue_resolve(queue), rs_item_new_block(block, pc), false, group, pc);
}

RS_EXPORT void dispatch_group_async_f(rs_group *group, void *queue, void *context,
                                      rs_function call) {
  uintptr_t pc = RS_PLACE();
  rs_queue_submit(rs_queue_resolve(queue), rs_item_new(call, context, pc), false, group, pc);
}

// `dispatch_after`: an item that enters its queue when the clock gets there.
#include "DispatchInternal.h"

typedef struct rs_after {
  rs_timer timer;
  rs_queue *queue;
  rs_item *item;
} rs_after;

/// Runs in no thread: the item is ordered after what happened before it was armed, and no more.
static void fire(void *context) {
  rs_after *after = context;
  rs_queue *queue = after->queue;
  rs_work_handed_over(after->item);
  rs_queue_push(queue, after->item);
  rs_dispatch_unuse(&queue->object);
  rs_dispatch_free(after);
}

const rs_item *rs_after_item(const rs_timer *timer) {
  return timer->fire == fire ? ((const rs_after *)timer->context)->item : NULL;
}

static void submit_after(uint64_t when, rs_queue *queue, rs_item *item, uintptr_t pc) {
  if (when == RS_DISPATCH_FOREVER) {
    // Never: as on a real system, the item is dropped.
    if (item->block) _Block_release(item->context);
    rs_item_free(item);
    return;
  }
  uint64_t deadline = rs_dispatch_deadline(when);
  if (deadline == 0) {
    rs_queue_submit(queue, item, false, NULL, pc);
    return;
  }
  rs_after *after = rs_dispatch_allocate(sizeof *after);
  after->queue = queue;
  after->item = item;
  item->counted = true;
  item->barrier = item->work && rs_work_is_barrier(item->work);
  rs_dispatch_use(&queue->object);
  // Items of one instant enter a queue in the order in which they were armed.
  if (!rs_queue_is_parallel(queue)) rs_point(RS_OP_SOURCE, rs_queue_order(queue), pc);
  item->clock = rs_clock_snapshot();
  rs_timer_arm(&after->timer, deadline, fire, after);
}

RS_EXPORT void dispatch_after(uint64_t when, void *queue, const void *block) {
  uintptr_t pc = RS_PLACE();
  submit_after(when, rs_queue_resolve(queue), rs_item_new_block(block, pc), pc);
}

RS_EXPORT void dispatch_after_f(uint64_t when, void *queue, void *context, rs_function call) {
  uintptr_t pc = RS_PLACE();
  submit_after(when, rs_queue_resolve(queue), rs_item_new(call, context, pc), pc);
}

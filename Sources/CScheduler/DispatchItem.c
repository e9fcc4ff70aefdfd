// Items: the pool they come from, and what their start touches.
#include "DispatchInternal.h"

#define CHUNK 64

static rs_item *pool;

static rs_item *take(void) {
  if (!pool) {
    rs_item *chunk = rs_dispatch_allocate(CHUNK * sizeof(rs_item));
    for (int i = 0; i < CHUNK; i++) {
      chunk[i].next = pool;
      pool = &chunk[i];
    }
  }
  rs_item *item = pool;
  pool = item->next;
  return item;
}

rs_item *rs_item_new(rs_function call, void *context, uintptr_t pc) {
  rs_item *item = take();
  *item = (rs_item){
      .kind = RS_ITEM_CALL, .owned = true, .call = call, .context = context, .pc = pc};
  if (call) item->clock = rs_clock_snapshot();
  if (call && rs_item_is_job(item)) {
    rs_frame *top = rs_frame_top();
    item->pc = rs_job_place(context, pc);
    item->slept = top && top->wakes;
  }
  return item;
}

rs_item *rs_item_new_block(const void *block, uintptr_t pc) {
  if (!block) RS_MISUSE(pc, "NULL was handed over where a block is needed");
  rs_block_layout *copy = _Block_copy(block);
  rs_item *item = rs_item_new(copy->invoke, copy, pc);
  item->block = true;
  item->work = rs_work_of(copy);
  return item;
}

void rs_item_free(rs_item *item) {
  if (!item->owned) return;
  // What it pointed to must not look alive to a scan of memory.
  *item = (rs_item){.next = pool};
  pool = item;
}

bool rs_item_is_job(const rs_item *item) {
  return item->kind == RS_ITEM_CALL && !item->block && rs_in_swift_runtime((uintptr_t)item->call);
}

static void touch(rs_touched *touched, uint32_t object) {
  if (object == 0) return;
  if (touched->count < 2) touched->objects[touched->count] = object;
  touched->count += 1;
}

rs_touched rs_item_touches(rs_queue *queue, const rs_item *item) {
  // Starts commute: queues and items say in what order they may come.
  rs_touched touched = {.flags = RS_FLAG_READS};
  // Down to the item that will really run.
  const rs_item *inner = item;
  while (inner && (inner->kind == RS_ITEM_LANE || inner->kind == RS_ITEM_REDIRECT)) {
    inner = inner->kind == RS_ITEM_LANE ? inner->queue->first : inner->inner;
  }
  if (inner && rs_item_is_job(inner)) {
    // Nobody can suspend the queues of Swift's tasks.
    rs_job_touches(inner->context, inner->slept, &touched);
  } else {
    if (queue) touch(&touched, rs_queue_take_id(queue));
    for (const rs_item *at = item; at && at != inner;) {
      touch(&touched, rs_queue_take_id(at->queue));
      at = at->kind == RS_ITEM_LANE ? at->queue->first : at->inner;
    }
    if (inner && inner->kind == RS_ITEM_SOURCE) {
      touch(&touched, rs_dispatch_id((rs_dispatch *)inner->source));
    } else if (inner && inner->work) {
      touch(&touched, rs_work_id(inner->work));
    }
  }
  if (touched.count > 2) touched.flags = RS_FLAG_ALL;
  return touched;
}

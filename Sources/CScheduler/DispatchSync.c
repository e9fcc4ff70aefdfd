// Entering a queue on the caller's own thread, down through its targets.
#include "DispatchInternal.h"
#include "State.h"

static bool takes_exclusively(const rs_queue *queue, const rs_queue *top, bool barrier) {
  return queue->kind == RS_QUEUE_SERIAL || (queue == top && barrier);
}

static bool is_free(const rs_queue *queue, bool exclusive) {
  if (queue->first || queue->enqueued || queue->locked || !rs_queue_is_open(queue)) return false;
  return !exclusive || queue->used == 0;
}

static const char *label_of(const rs_queue *queue) { return queue->label ? queue->label : ""; }

static _Noreturn void trap_own_queue(rs_queue *queue, uintptr_t pc) {
  if (queue == &_dispatch_main_q && queue->bound) {
    rs_trap(RS_OUTCOME_SELF_WAIT, pc, "DispatchQueue.main.sync on the main thread: it would wait for itself");
  }
  rs_trap(RS_OUTCOME_SELF_WAIT, pc,
            "sync on the queue \"%s\" from code that already runs on it: it would wait for itself",
            label_of(queue));
}

/// Takes one queue, waiting for its turn.
static void enter(rs_queue *queue, bool exclusive, uintptr_t pc) {
  uint32_t id = rs_dispatch_id(&queue->object);
  if (is_free(queue, exclusive)) {
    if (exclusive) {
      queue->locked = true;
      queue->owner = rs_self;
    } else {
      queue->used += 1;
    }
  } else {
    if (queue->locked && queue->owner == rs_self) trap_own_queue(queue, pc);
    rs_item item = {.kind = RS_ITEM_WAITER, .barrier = exclusive, .waiter = rs_self, .pc = pc};
    rs_counts.locks_contended += 1;
    rs_queue_push(queue, &item);
    rs_op op = exclusive ? RS_OP_SYNC_BARRIER : RS_OP_SYNC;
    while (!item.entered) rs_block(op, id, 0, RS_FOREVER, pc);
  }
  rs_queue_acquire(queue, exclusive);
  if (exclusive) rs_hold(id, pc);
}

static void leave(rs_queue *queue, bool exclusive) {
  rs_queue_release(queue, exclusive);
  if (exclusive) {
    rs_unhold(rs_dispatch_id(&queue->object));
    rs_queue_unlock(queue);
  } else {
    queue->used -= 1;
    rs_queue_advance(queue);
  }
}

static void run_here(rs_queue *queue, rs_function call, void *context, rs_work *work) {
  rs_frame frame;
  rs_frame_push(&frame, queue);
  // A work item runs by itself, as the block that it is.
  (void)work;
  call(context);
  rs_frame_pop(&frame);
}

typedef struct rs_remote_call {
  rs_queue *queue;
  rs_function call;
  void *context;
  rs_work *work;
} rs_remote_call;

static void run_remotely(void *context) {
  rs_remote_call *remote = context;
  run_here(remote->queue, remote->call, remote->context, remote->work);
}

/// Lets whoever drains `queue` run the call, such as the main thread.
static void run_there(rs_queue *queue, rs_remote_call *remote, bool exclusive, uintptr_t pc) {
  rs_item item = {.kind = RS_ITEM_WAITER, .barrier = exclusive, .remote = true,
                  .call = run_remotely, .context = remote, .waiter = rs_self, .pc = pc,
                  .clock = rs_clock_snapshot()};
  rs_queue_push(queue, &item);
  rs_op op = exclusive ? RS_OP_SYNC_BARRIER : RS_OP_SYNC;
  while (!item.finished && !item.entered) {
    rs_block(op, rs_dispatch_id(&queue->object), 0, RS_FOREVER, pc);
  }
  rs_clock_acquire(item.done_clock);
}

void rs_queue_sync(rs_queue *queue, rs_function call, void *context, rs_work *work, bool barrier,
                   bool remote, uintptr_t pc) {
  if (work && rs_work_is_barrier(work)) barrier = true;
  if (queue->kind == RS_QUEUE_ROOT) {
    if (barrier) rs_remark(RS_REMARK_GLOBAL_BARRIER, pc);
    run_here(queue, call, context, work);
    return;
  }
  bool exclusive = takes_exclusively(queue, queue, barrier);
  rs_dispatch_use(&queue->object);
  rs_queue_point(exclusive ? RS_OP_SYNC_BARRIER : RS_OP_SYNC, queue, exclusive, pc);
  rs_progress();
  rs_queue *at = queue;
  bool ran = false;
  for (; at->kind != RS_QUEUE_ROOT; at = at->object.target) {
    bool alone = takes_exclusively(at, queue, barrier);
    if (at->bound && rs_is_main()) trap_own_queue(at, pc);
    if (at->bound || (remote && alone && !is_free(at, alone))) {
      if (at->locked && at->owner == rs_self) trap_own_queue(at, pc);
      rs_remote_call there = {queue, call, context, work};
      run_there(at, &there, alone, pc);
      ran = true;
      break;
    }
    enter(at, alone, pc);
  }
  if (!ran) run_here(queue, call, context, work);
  for (rs_queue *in = queue; in != at; in = in->object.target) {
    leave(in, takes_exclusively(in, queue, barrier));
  }
  rs_dispatch_unuse(&queue->object);
}

static void sync_block(void *queue, const void *block, bool barrier, bool remote, uintptr_t pc) {
  if (!block) RS_MISUSE(pc, "NULL was handed over where a block is needed");
  const rs_block_layout *layout = block;
  rs_queue_sync(rs_queue_resolve(queue), layout->invoke, (void *)block, rs_work_of(block), barrier,
                remote, pc);
}

RS_EXPORT void dispatch_sync(void *queue, const void *block) {
  sync_block(queue, block, false, false, RS_PLACE());
}

RS_EXPORT void dispatch_barrier_sync(void *queue, const void *block) {
  sync_block(queue, block, true, false, RS_PLACE());
}

RS_EXPORT void dispatch_async_and_wait(void *queue, const void *block) {
  sync_block(queue, block, false, true, RS_PLACE());
}

RS_EXPORT void dispatch_barrier_async_and_wait(void *queue, const void *block) {
  sync_block(queue, block, true, true, RS_PLACE());
}

RS_EXPORT void dispatch_sync_f(void *queue, void *context, rs_function call) {
  rs_queue_sync(rs_queue_resolve(queue), call, context, NULL, false, false, RS_PLACE());
}

RS_EXPORT void dispatch_barrier_sync_f(void *queue, void *context, rs_function call) {
  rs_queue_sync(rs_queue_resolve(queue), call, context, NULL, true, false, RS_PLACE());
}

RS_EXPORT void dispatch_async_and_wait_f(void *queue, void *context, rs_function call) {
  rs_queue_sync(rs_queue_resolve(queue), call, context, NULL, false, true, RS_PLACE());
}

RS_EXPORT void dispatch_barrier_async_and_wait_f(void *queue, void *context, rs_function call) {
  rs_queue_sync(rs_queue_resolve(queue), call, context, NULL, true, true, RS_PLACE());
}

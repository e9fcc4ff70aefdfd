// The engine: items enter queues, queues enter their targets, workers run what reaches the bottom.
//
// A global queue runs each item on a virtual thread of its own. A serial queue is itself an item of
// its target while it has items: whoever runs it takes them one after the other. A concurrent queue
// hands its items on to its target one by one, and holds them back around a barrier.
#include "DispatchInternal.h"
#include "State.h"

bool rs_queue_is_open(const rs_queue *queue) {
  return !queue->inactive && queue->suspensions == 0;
}

static bool is_exclusive(const rs_queue *queue, const rs_item *item) {
  return queue->kind == RS_QUEUE_SERIAL || item->barrier;
}

/// Whether a concurrent queue's items exclude each other all the same, further down.
static bool has_serial_target(const rs_queue *queue) {
  const rs_queue *at = queue->object.target;
  for (; at; at = at->object.target) {
    if (at->kind == RS_QUEUE_SERIAL) return true;
  }
  return false;
}

// --- Happens-before -----------------------------------------------------------------------------

static uint32_t reads_clock(rs_queue *queue) {
  if (queue->generation != rs_generation) {
    queue->generation = rs_generation;
    queue->reads_clock = rs_clock_new();
  }
  return queue->reads_clock;
}

void rs_queue_acquire(rs_queue *queue, bool barrier) {
  if (!rs_detecting) return;
  rs_clock_acquire(rs_dispatch_clock(&queue->object));
  if (barrier && queue->kind == RS_QUEUE_CONCURRENT) rs_clock_acquire(reads_clock(queue));
}

void rs_queue_release(rs_queue *queue, bool barrier) {
  if (!rs_detecting) return;
  bool shared = !barrier && queue->kind == RS_QUEUE_CONCURRENT;
  rs_clock_release(shared ? reads_clock(queue) : rs_dispatch_clock(&queue->object));
}

// --- The list of items --------------------------------------------------------------------------

static void append(rs_queue *queue, rs_item *item) {
  item->next = NULL;
  if (queue->last) queue->last->next = item; else queue->first = item;
  queue->last = item;
}

rs_item *rs_queue_take_first(rs_queue *queue) {
  rs_item *item = queue->first;
  queue->first = item->next;
  if (!queue->first) queue->last = NULL;
  item->next = NULL;
  return item;
}

// --- Workers ------------------------------------------------------------------------------------

static void start_worker(rs_queue *root, rs_item *item);

/// A thread of a global queue with a width is free again: the item that waits longest gets it.
static void give_back(rs_queue *root) {
  rs_point(RS_OP_QUEUE_DONE, rs_dispatch_id(&root->object), 0);
  root->used -= 1;
  if (!root->first) return;
  root->used += 1;
  start_worker(root, rs_queue_take_first(root));
}

static void work(void *context) {
  rs_item *item = context;
  rs_queue_run(item->root, item);
}

static void work_and_give_back(void *context) {
  rs_item *item = context;
  rs_queue *root = item->root;
  rs_queue_run(root, item);
  give_back(root);
}

static const char *worker_name(const rs_item *item) {
  const rs_queue *queue = item->kind == RS_ITEM_LANE || item->kind == RS_ITEM_REDIRECT
                              ? item->queue : item->root;
  if (queue->cooperative) return "task pool";
  if (queue->kind == RS_QUEUE_ROOT) return "global queue";
  return queue->label && *queue->label ? queue->label : "queue";
}

rs_thread *rs_worker_spawn_first(void (*body)(void *), void *context, const char *label, rs_op op,
                                 uint32_t object, uint32_t object2) {
  rs_thread *thread = rs_worker_spawn_after(body, context, label, 0);
  rs_pending *pending = &rs_pendings[rs_thread_id(thread)];
  pending->op = op;
  pending->object = object;
  pending->object2 = object2;
  return thread;
}

/// The first step of a worker is the start of its item, so it touches what that touches.
static void start_worker(rs_queue *root, rs_item *item) {
  item->root = root;
  rs_touched touched = rs_item_touches(NULL, item);
  rs_op op = touched.count == 0 ? RS_OP_START : RS_OP_QUEUE_TAKE;
  rs_thread *thread = rs_worker_spawn_first(
      rs_queue_width(root) > 0 ? work_and_give_back : work, item, worker_name(item), op,
      touched.objects[0], touched.objects[1]);
  rs_pending *pending = &rs_pendings[rs_thread_id(thread)];
  if (item->pc) pending->pc = item->pc;
  pending->flags |= touched.flags;
}

// --- In and out of queues -----------------------------------------------------------------------

static rs_item *redirected(rs_queue *queue, rs_item *item) {
  rs_item *outer = rs_item_new(NULL, NULL, item->pc);
  outer->kind = RS_ITEM_REDIRECT;
  outer->queue = queue;
  outer->inner = item;
  return outer;
}

static void hand_on(rs_queue *queue, rs_item *item) {
  queue->used += 1;
  rs_queue_push(queue->object.target, redirected(queue, item));
}

static bool has_width(const rs_queue *queue) {
  uint32_t width = rs_queue_width(queue);
  return width == 0 || queue->used < width;
}

/// A global queue with a width runs as many items as it has threads, blocked ones included, and keeps
/// the others in the order in which they came.
static void push_to_root(rs_queue *root, rs_item *item) {
  uint32_t width = rs_queue_width(root);
  if (width > 0) {
    rs_touch(rs_dispatch_id(&root->object));
    if (root->used >= width) {
      append(root, item);
      return;
    }
    root->used += 1;
  }
  start_worker(root, item);
}

void rs_queue_push(rs_queue *queue, rs_item *item) {
  if (queue->kind == RS_QUEUE_ROOT) {
    push_to_root(queue, item);
    return;
  }
  rs_dispatch_use(&queue->object);
  append(queue, item);
  rs_queue_advance(queue);
}

/// Lets a waiting thread in. Its next step is going on, which touches nothing.
static void let_in(rs_queue *queue, rs_item *item, bool exclusive) {
  if (exclusive) {
    queue->locked = true;
    queue->owner = item->waiter;
  } else {
    queue->used += 1;
  }
  item->entered = true;
  rs_pending *pending = &rs_pendings[rs_thread_id(item->waiter)];
  *pending = (rs_pending){.op = RS_OP_WAKE, .pc = pending->pc};
  rs_wake(item->waiter);
  rs_dispatch_unuse(&queue->object);
}

void rs_queue_advance(rs_queue *queue) {
  for (;;) {
    rs_item *item = queue->first;
    if (!item || queue->locked || queue->enqueued || !rs_queue_is_open(queue)) return;
    if (queue->bound) {
      rs_main_poke();
      return;
    }
    bool exclusive = is_exclusive(queue, item);
    bool waits = item->kind == RS_ITEM_WAITER && !(item->remote && exclusive);
    if (exclusive && queue->used > 0) {
      // By the turn of its lane in a serial target's list, what runs now has ended.
      if (waits || !has_serial_target(queue)) return;
    }
    if (waits) {
      let_in(queue, rs_queue_take_first(queue), exclusive);
      if (exclusive) return;
    } else if (exclusive) {
      queue->enqueued = true;
      queue->lane.kind = RS_ITEM_LANE;
      queue->lane.queue = queue;
      queue->lane.pc = item->pc;
      rs_dispatch_use(&queue->object);
      rs_queue_push(queue->object.target, &queue->lane);
      return;
    } else {
      if (!has_width(queue)) return;
      hand_on(queue, rs_queue_take_first(queue));
    }
  }
}

void rs_queue_unlock(rs_queue *queue) {
  queue->locked = false;
  queue->owner = NULL;
  rs_queue_advance(queue);
}

/// The next item that the thread which has locked the queue may run; NULL when there is none.
static rs_item *next_exclusive(rs_queue *queue) {
  rs_item *item = queue->first;
  if (!item || !rs_queue_is_open(queue)) return NULL;
  if (!is_exclusive(queue, item) && !has_serial_target(queue)) return NULL;
  if (item->kind == RS_ITEM_WAITER && !item->remote) return NULL;
  return item;
}

/// Runs a queue's items one after the other while they exclude each other.
static void drain(rs_queue *queue) {
  queue->enqueued = false;
  queue->locked = true;
  queue->owner = rs_self;
  uint32_t id = rs_dispatch_id(&queue->object);
  bool held = false;
  rs_item *item;
  for (bool again = false; (item = next_exclusive(queue)); again = true) {
    rs_touched touched = rs_item_touches(queue, item);
    if (again && touched.count > 0) {
      rs_point2(RS_OP_QUEUE_TAKE, touched.objects[0], touched.objects[1], touched.flags,
                item->pc);
      if (next_exclusive(queue) != item) break;
    }
    rs_queue_take_first(queue);
    if (!held) rs_hold(id, item->pc);
    held = true;
    rs_queue_acquire(queue, true);
    rs_queue_run(queue, item);
    rs_queue_release(queue, true);
  }
  if (held) rs_unhold(id);
  rs_queue_unlock(queue);
}

// --- Running an item ----------------------------------------------------------------------------

static void run_call(rs_item *item) {
  if (item->counted) rs_work_begun(item);
  rs_clock_acquire(item->clock);
  const void *job = rs_item_is_job(item) ? item->context : NULL;
  bool is_task = job && rs_job_is_task(job);
  if (job) rs_frame_top()->wakes = rs_job_resumes(job);
  if (is_task) rs_job_begins(job);
  if (item->work) rs_work_run(item->work); else item->call(item->context);
  if (is_task) rs_job_ends(job);
  if (item->block) _Block_release(item->context);
  if (item->group) rs_group_leave(item->group, item->pc);
  rs_item_free(item);
}

static void run_for_waiter(rs_item *item) {
  rs_clock_acquire(item->clock);
  if (item->work) rs_work_run(item->work); else item->call(item->context);
  item->done_clock = rs_clock_snapshot();
  item->finished = true;
  rs_pendings[rs_thread_id(item->waiter)].object = 0;
  rs_wake(item->waiter);
}

static void run_redirected(rs_item *item) {
  rs_queue *queue = item->queue;
  rs_item *inner = item->inner;
  rs_item_free(item);
  rs_dispatch_use(&queue->object);
  rs_queue_acquire(queue, false);
  rs_queue_run(queue, inner);
  rs_queue_release(queue, false);
  // Which of several threads is free first decides beside what the next item runs.
  if (rs_queue_width(queue) > 1) rs_point(RS_OP_QUEUE_DONE, rs_dispatch_id(&queue->object), 0);
  queue->used -= 1;
  rs_queue_advance(queue);
  rs_dispatch_unuse(&queue->object);
}

void rs_queue_run(rs_queue *queue, rs_item *item) {
  rs_frame frame;
  rs_frame_push(&frame, queue);
  rs_queue *lane = item->kind == RS_ITEM_LANE ? item->queue : NULL;
  switch (item->kind) {
  case RS_ITEM_CALL: run_call(item); break;
  case RS_ITEM_WAITER: run_for_waiter(item); break;
  case RS_ITEM_LANE: drain(lane); break;
  case RS_ITEM_REDIRECT: run_redirected(item); break;
  case RS_ITEM_SOURCE: rs_source_run(item->source); break;
  }
  rs_frame_pop(&frame);
  if (lane) rs_dispatch_unuse(&lane->object);
  if (queue->kind != RS_QUEUE_ROOT) rs_dispatch_unuse(&queue->object);
}

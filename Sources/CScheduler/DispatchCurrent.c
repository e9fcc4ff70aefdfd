// What runs where: the current queue, preconditions, and values tied to queues.
#include "DispatchInternal.h"

rs_frame *rs_frame_top(void) { return *rs_thread_dispatch_slot(rs_self); }

void rs_frame_push(rs_frame *frame, rs_queue *queue) {
  void **slot = rs_thread_dispatch_slot(rs_self);
  rs_frame *outer = *slot;
  *frame = (rs_frame){.queue = queue, .outer = outer, .applies = outer ? outer->applies : 0};
  *slot = frame;
}

void rs_frame_pop(rs_frame *frame) { *rs_thread_dispatch_slot(rs_self) = frame->outer; }

rs_queue *rs_current_queue(void) {
  rs_frame *top = rs_frame_top();
  if (top) return top->queue;
  return rs_is_main() && _dispatch_main_q.bound ? &_dispatch_main_q : NULL;
}

static bool runs_on(const rs_queue *at, const rs_queue *queue) {
  for (; at; at = at->object.target) {
    if (at == queue) return true;
  }
  return false;
}

static bool is_current(const rs_queue *queue) {
  if (queue->locked && queue->owner == rs_self) return true;
  if (queue == &_dispatch_main_q && queue->bound) return rs_is_main();
  for (rs_frame *frame = rs_frame_top(); frame; frame = frame->outer) {
    if (runs_on(frame->queue, queue)) return true;
  }
  return false;
}

static const char *label_of(const rs_queue *queue) { return queue->label ? queue->label : ""; }

RS_EXPORT void dispatch_assert_queue(rs_queue *queue) {
  if (is_current(queue)) return;
  RS_MISUSE(RS_PLACE(), "expected to run on the queue \"%s\", but does not", label_of(queue));
}

RS_EXPORT void dispatch_assert_queue_not(rs_queue *queue) {
  if (!is_current(queue)) return;
  RS_MISUSE(RS_PLACE(), "expected not to run on the queue \"%s\", but does", label_of(queue));
}

RS_EXPORT void dispatch_assert_queue_barrier(rs_queue *queue) {
  uintptr_t pc = RS_PLACE();
  if (!is_current(queue)) {
    RS_MISUSE(pc, "expected to run on the queue \"%s\", but does not", label_of(queue));
  }
  if (queue->kind == RS_QUEUE_SERIAL || (queue->locked && queue->owner == rs_self)) return;
  RS_MISUSE(pc, "expected to run as a barrier on the queue \"%s\", but does not",
            label_of(queue));
}

RS_EXPORT rs_queue *dispatch_get_current_queue(void) {
  rs_queue *queue = rs_current_queue();
  return queue ? queue : rs_queue_global(0, true);
}

// --- Values -------------------------------------------------------------------------------------

static rs_specific **find(rs_queue *queue, const void *key) {
  rs_specific **at = &queue->specifics;
  while (*at && (*at)->key != key) at = &(*at)->next;
  return at;
}

static void destroy_later(rs_specific *specific) {
  if (!specific->destructor) return;
  rs_queue_push(rs_queue_global(0, false),
                rs_item_new(specific->destructor, specific->value, 0));
}

RS_EXPORT void dispatch_queue_set_specific(rs_queue *queue, const void *key, void *value,
                                           rs_function destructor) {
  if (!key) return;
  if (queue->kind == RS_QUEUE_ROOT) {
    RS_MISUSE(RS_PLACE(), "a global queue has no values of its own");
  }
  rs_clock_acquire(rs_dispatch_clock(&queue->object));
  rs_specific **at = find(queue, key);
  rs_specific *known = *at;
  if (known) destroy_later(known);
  if (!value) {
    if (known) {
      *at = known->next;
      rs_dispatch_free(known);
    }
  } else {
    if (!known) {
      known = *at = rs_dispatch_allocate(sizeof *known);
      known->key = key;
    }
    known->value = value;
    known->destructor = destructor;
  }
  rs_clock_release(rs_dispatch_clock(&queue->object));
}

static void *value_of(rs_queue *queue, const void *key) {
  if (!key || queue->kind == RS_QUEUE_ROOT) return NULL;
  rs_specific *specific = *find(queue, key);
  if (specific) rs_clock_acquire(rs_dispatch_clock(&queue->object));
  return specific ? specific->value : NULL;
}

RS_EXPORT void *dispatch_queue_get_specific(rs_queue *queue, const void *key) {
  return value_of(queue, key);
}

RS_EXPORT void *dispatch_get_specific(const void *key) {
  void *value = NULL;
  rs_queue *queue = rs_current_queue();
  for (; queue && !value; queue = queue->object.target) value = value_of(queue, key);
  return value;
}

// The main queue: run by the main thread alone, until `dispatch_main` makes it a queue like others.
#include "Descriptor.h"

static int port = -1;       // what a run loop watches

void rs_main_poke(void) {
  if (port >= 0) rs_descriptor_raise(port);
}

bool rs_main_queue_has_items(void) { return _dispatch_main_q.bound && _dispatch_main_q.first; }

static void run_one(void) {
  rs_queue *queue = &_dispatch_main_q;
  rs_item *item = rs_queue_take_first(queue);
  rs_queue_acquire(queue, true);
  rs_queue_run(queue, item);
  rs_queue_release(queue, true);
}

/// The point before an item of the main queue, when its start can be told from without.
static void take_point(void) {
  rs_touched touched = rs_item_touches(&_dispatch_main_q, _dispatch_main_q.first);
  if (touched.count == 0) return;
  rs_point2(RS_OP_QUEUE_TAKE, touched.objects[0], touched.objects[1], touched.flags,
            _dispatch_main_q.first->pc);
}

void rs_main_queue_drain(void) {
  // Those that are there now; what they add has to wait.
  rs_item *last = _dispatch_main_q.last;
  while (rs_main_queue_has_items()) {
    take_point();
    if (!rs_main_queue_has_items()) return;
    bool was_last = _dispatch_main_q.first == last;
    run_one();
    if (was_last) return;
  }
}

/// Where a run loop sees that the main queue has items.
RS_EXPORT int _dispatch_get_main_queue_port_4CF(void) {
  if (port < 0) port = rs_descriptor_main_port();
  return port;
}

RS_EXPORT int _dispatch_get_main_queue_handle_4CF(void) {
  return _dispatch_get_main_queue_port_4CF();
}

RS_EXPORT void _dispatch_main_queue_callback_4CF(void *message) {
  (void)message;
  if (!rs_is_main()) RS_MISUSE(RS_PLACE(), "the main queue is run by another thread");
  rs_main_queue_drain();
}

static void reset(void) { _dispatch_main_q.bound = true; }
__attribute__((constructor)) static void set_up(void) { rs_on_begin(reset); }

bool rs_main_is_given_up(void) { return !_dispatch_main_q.bound; }

/// Ends the calling thread (queue.c): the main queue becomes one like others, which any thread runs.
RS_EXPORT _Noreturn void dispatch_main(void) {
  uintptr_t pc = RS_PLACE();
  if (!rs_is_main()) {
    rs_trap(RS_OUTCOME_SELF_WAIT, pc,
            "dispatchMain() on another thread than the main one: that thread never goes on");
  }
  if (rs_frame_top()) {
    RS_MISUSE(pc, "dispatchMain() is called by what runs on a queue: its thread ends while the queue "
                  "still runs");
  }
  rs_point2(RS_OP_SYNC_BARRIER, rs_dispatch_id(&_dispatch_main_q.object), 0, RS_FLAG_ALL, pc);
  _dispatch_main_q.bound = false;
  rs_queue_advance(&_dispatch_main_q);
  rs_main_give_up(pc);
}

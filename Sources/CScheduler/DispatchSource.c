// Dispatch sources: those that a program feeds itself. Timers are in DispatchTimer.c; files, signals
// and processes are refused.
#include "DispatchInternal.h"

typedef enum rs_source_kind : uint8_t {
  SOURCE_ADD, SOURCE_OR, SOURCE_REPLACE, SOURCE_TIMER, SOURCE_REFUSED,
} rs_source_kind;

struct rs_source_type {
  rs_source_kind kind;
  const char *name;
};

enum { EVENT, CANCEL, REGISTRATION };

RS_EXPORT const rs_source_type _dispatch_source_type_data_add = {SOURCE_ADD, "data"};
RS_EXPORT const rs_source_type _dispatch_source_type_data_or = {SOURCE_OR, "data"};
RS_EXPORT const rs_source_type _dispatch_source_type_data_replace = {SOURCE_REPLACE, "data"};
RS_EXPORT const rs_source_type _dispatch_source_type_timer = {SOURCE_TIMER, "timer"};
RS_EXPORT const rs_source_type _dispatch_source_type_read = {SOURCE_REFUSED, "file (read)"};
RS_EXPORT const rs_source_type _dispatch_source_type_write = {SOURCE_REFUSED, "file (write)"};
RS_EXPORT const rs_source_type _dispatch_source_type_signal = {SOURCE_REFUSED, "signal"};
RS_EXPORT const rs_source_type _dispatch_source_type_interval = {SOURCE_REFUSED, "interval"};

RS_EXPORT rs_source *dispatch_source_create(const rs_source_type *type, uintptr_t handle,
                                            uintptr_t mask, void *queue) {
  if (!type || type->kind == SOURCE_REFUSED) {
    rs_trap(RS_OUTCOME_UNSUPPORTED, RS_PLACE(), "a dispatch source for %s is not modelled",
            type ? type->name : "that");
  }
  rs_source *source = rs_dispatch_new(RS_DISPATCH_SOURCE, sizeof *source);
  source->type = type;
  source->handle = handle;
  source->mask = mask;
  source->pc = RS_PLACE();
  source->inactive = true;
  source->next = source->interval = RS_FOREVER;
  source->object.target = queue ? rs_queue_resolve(queue) : rs_queue_global(0, true);
  rs_dispatch_use(&source->object.target->object);
  return source;
}

static void drop_handler(rs_source *source, int which) {
  rs_item *handler = source->handlers[which];
  source->handlers[which] = NULL;
  if (!handler) return;
  if (handler->block) _Block_release(handler->context);
  rs_item_free(handler);
}

void rs_source_dispose(rs_source *source) {
  rs_timer_source_disarm(source);
  for (int which = EVENT; which <= REGISTRATION; which++) drop_handler(source, which);
}

static bool is_over(const rs_source *source) {
  return source->cancelled || source->object.released;
}

bool rs_source_is_live(const rs_source *source) {
  return !is_over(source) && !source->inactive && source->suspensions == 0;
}

void rs_source_point(rs_source *source, rs_op op, uint8_t flags, uintptr_t pc) {
  uint32_t order = rs_queue_order(source->object.target);
  rs_point2(op, rs_dispatch_id(&source->object), order, flags, pc);
}

static void release_clock(rs_source *source) {
  rs_progress();
  rs_clock_release(rs_dispatch_clock(&source->object));
}

// --- Handlers -----------------------------------------------------------------------------------

static void call_handler(rs_source *source, rs_item *handler) {
  if (!handler->block) {
    handler->call(source->object.context);
    return;
  }
  // It may be replaced or dropped while it runs.
  rs_block_layout *block = _Block_copy(handler->context);
  if (handler->work) rs_work_run(handler->work); else block->invoke(block);
  _Block_release(block);
}

static bool has_something_to_do(const rs_source *source) {
  if (source->inactive || source->suspensions > 0 || source->finished) return false;
  return is_over(source) || source->pending || source->handlers[REGISTRATION];
}

void rs_source_wake(rs_source *source) {
  if (source->queued || source->running || !has_something_to_do(source)) return;
  source->queued = true;
  source->item = (rs_item){
      .kind = RS_ITEM_SOURCE, .source = source, .barrier = source->barrier};
  rs_dispatch_use(&source->object);
  rs_queue_push(source->object.target, &source->item);
}

static void deliver(rs_source *source) {
  bool timer = source->type->kind == SOURCE_TIMER;
  source->data = timer ? rs_timer_source_latch(source) : source->pending;
  source->pending = 0;
  rs_item *handler = source->handlers[EVENT];
  if (handler) call_handler(source, handler);
  if (timer) rs_timer_source_delivered(source);
}

/// Lets go of the handlers, after the cancel handler had its turn.
static void finish(rs_source *source) {
  source->finished = true;
  source->pending = source->data = 0;
  rs_timer_source_disarm(source);
  drop_handler(source, EVENT);
  drop_handler(source, REGISTRATION);
  rs_item *handler = source->handlers[CANCEL];
  if (handler && source->cancelled) call_handler(source, handler);
  drop_handler(source, CANCEL);
}

void rs_source_run(rs_source *source) {
  source->queued = false;
  source->running = true;
  rs_clock_acquire(rs_dispatch_clock(&source->object));
  if (source->handlers[REGISTRATION] && rs_source_is_live(source)) {
    call_handler(source, source->handlers[REGISTRATION]);
    drop_handler(source, REGISTRATION);
  }
  if (source->pending && rs_source_is_live(source)) deliver(source);
  if (is_over(source) && has_something_to_do(source)) finish(source);
  release_clock(source);
  source->running = false;
  rs_source_wake(source);
  rs_dispatch_unuse(&source->object);
}

void rs_source_released(rs_source *source) {
  rs_source_point(source, RS_OP_SOURCE, 0, 0);
  rs_timer_source_disarm(source);
  rs_source_wake(source);
}

void rs_source_activate(rs_source *source, uintptr_t pc) {
  (void)pc;
  rs_item *handler = source->handlers[EVENT];
  source->barrier = handler && handler->work && rs_work_is_barrier(handler->work);
  release_clock(source);
}

void rs_source_resumed(rs_source *source) {
  if (source->type->kind == SOURCE_TIMER && !source->pending && !source->missed) {
    rs_timer_source_arm(source);
  }
  rs_source_wake(source);
}

static void set_handler(rs_source *source, int which, rs_item *handler, uintptr_t pc) {
  rs_source_point(source, RS_OP_SOURCE, 0, pc);
  drop_handler(source, which);
  if (is_over(source) && source->finished) {
    if (handler && handler->block) _Block_release(handler->context);
    if (handler) rs_item_free(handler);
    return;
  }
  source->handlers[which] = handler;
  release_clock(source);
  if (which == REGISTRATION) rs_source_wake(source);
}

static void set_block(rs_source *source, int which, const void *block, uintptr_t pc) {
  set_handler(source, which, block ? rs_item_new_block(block, pc) : NULL, pc);
}

static void set_function(rs_source *source, int which, rs_function call, uintptr_t pc) {
  set_handler(source, which, call ? rs_item_new(call, NULL, pc) : NULL, pc);
}

RS_EXPORT void dispatch_source_set_event_handler(rs_source *source, const void *block) {
  set_block(source, EVENT, block, RS_PLACE());
}
RS_EXPORT void dispatch_source_set_event_handler_f(rs_source *source, rs_function call) {
  set_function(source, EVENT, call, RS_PLACE());
}
RS_EXPORT void dispatch_source_set_cancel_handler(rs_source *source, const void *block) {
  set_block(source, CANCEL, block, RS_PLACE());
}
RS_EXPORT void dispatch_source_set_cancel_handler_f(rs_source *source, rs_function call) {
  set_function(source, CANCEL, call, RS_PLACE());
}
RS_EXPORT void dispatch_source_set_registration_handler(rs_source *source, const void *block) {
  set_block(source, REGISTRATION, block, RS_PLACE());
}
RS_EXPORT void dispatch_source_set_registration_handler_f(rs_source *source, rs_function call) {
  set_function(source, REGISTRATION, call, RS_PLACE());
}

// --- Data, cancelling ---------------------------------------------------------------------------

RS_EXPORT void dispatch_source_merge_data(rs_source *source, uintptr_t value) {
  uintptr_t pc = RS_PLACE();
  rs_source_point(source, RS_OP_SOURCE, 0, pc);
  if (is_over(source)) return;
  switch (source->type->kind) {
  case SOURCE_ADD: source->pending += value; break;
  case SOURCE_OR: source->pending |= value; break;
  case SOURCE_REPLACE: source->pending = value; break;
  default: RS_MISUSE(pc, "data is merged into a source of another kind");
  }
  release_clock(source);
  rs_source_wake(source);
}

RS_EXPORT void dispatch_source_cancel(rs_source *source) {
  rs_source_point(source, RS_OP_SOURCE, 0, RS_PLACE());
  if (source->cancelled) return;
  source->cancelled = true;
  rs_object_changed(rs_dispatch_id(&source->object));
  release_clock(source);
  rs_timer_source_disarm(source);
  rs_source_wake(source);
}

RS_EXPORT intptr_t dispatch_source_testcancel(rs_source *source) {
  uintptr_t pc = RS_PLACE();
  rs_source_point(source, RS_OP_SOURCE, RS_FLAG_READS, pc);
  rs_spin(rs_dispatch_id(&source->object), pc);
  return source->cancelled;
}

RS_EXPORT uintptr_t dispatch_source_get_data(rs_source *source) { return source->data; }
RS_EXPORT uintptr_t dispatch_source_get_handle(rs_source *source) { return source->handle; }
RS_EXPORT uintptr_t dispatch_source_get_mask(rs_source *source) {
  return source->cancelled ? 0 : source->mask;
}

// --- Setting a timer ----------------------------------------------------------------------------

RS_EXPORT void dispatch_source_set_timer(rs_source *source, uint64_t start, uint64_t interval,
                                         uint64_t leeway) {
  (void)leeway;
  uintptr_t pc = RS_PLACE();
  if (source->type->kind != SOURCE_TIMER) {
    RS_MISUSE(pc, "a timer is set on a source of another kind");
  }
  rs_source_point(source, RS_OP_SOURCE, 0, pc);
  rs_timer_source_disarm(source);
  // What came due by the old setting is not delivered any more.
  source->pending = 0;
  source->missed = source->rearm = false;
  source->next = rs_dispatch_instant(start);
  source->interval = interval == 0 ? 1 : (int64_t)interval < 0 ? RS_FOREVER : interval;
  release_clock(source);
  rs_timer_source_arm(source);
}

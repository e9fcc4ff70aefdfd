// Points, and waiting: for a condition, for a wake, or for a time.
#include "Schedule.h"

static const uint8_t usual_flags[RS_OP_COUNT] = {
    [RS_OP_ATOMIC_LOAD] = RS_FLAG_READS,
    [RS_OP_READ] = RS_FLAG_READS,
    [RS_OP_SEM_READ] = RS_FLAG_READS,
    [RS_OP_FILE_READ] = RS_FLAG_READS,
    [RS_OP_WEAK_READ] = RS_FLAG_READS,
    [RS_OP_JOIN] = RS_FLAG_READS,
    [RS_OP_LOCK] = RS_FLAG_TAKES,
    [RS_OP_WRITE_LOCK] = RS_FLAG_TAKES,
    [RS_OP_READ_LOCK] = RS_FLAG_TAKES | RS_FLAG_READS,
    [RS_OP_FUTEX_LOCK] = RS_FLAG_TAKES,
    [RS_OP_COND_WAKE] = RS_FLAG_TAKES,
    [RS_OP_UNLOCK] = RS_FLAG_GIVES,
    [RS_OP_RW_UNLOCK] = RS_FLAG_GIVES,
    [RS_OP_FUTEX_UNLOCK] = RS_FLAG_GIVES,
    [RS_OP_COND_WAIT] = RS_FLAG_GIVES,
};

void rs_point2(rs_op op, uint32_t object, uint32_t object2, uint8_t flags, uintptr_t pc) {
  if (!rs_running) return;
  rs_thread *self = rs_self;
  rs_pendings[self->id] = (rs_pending){
      .pc = pc, .object = object, .object2 = object2, .op = op,
      .flags = flags ? flags : usual_flags[op]};
  rs_patience patience = self->spin_count ? rs_spins_at(self, object, pc) : RS_TRIES;
  if (patience == RS_RUSHES) return;
  if (patience == RS_WAITS) {
    self->spinning = true;
    self->state = RS_STATE_WAITING;
    self->ready = rs_spin_looks_again;
    self->ready_context = self;
    rs_arrive();
    self->spinning = false;
    return;
  }
  rs_arrive();
}

void rs_order_pendings(rs_op op, uint32_t object) {
  for (uint32_t i = 0; i < rs_live_count; i++) {
    rs_pending *pending = &rs_pendings[rs_live[i]];
    if (pending->op == op && pending->object == object) pending->flags &= (uint8_t)~RS_FLAG_READS;
  }
}

void rs_point(rs_op op, uint32_t object, uintptr_t pc) { rs_point2(op, object, 0, 0, pc); }

bool rs_point_when(rs_op op, uint32_t object, uint32_t object2, bool (*ready)(void *),
                   void *context, uint64_t deadline, uintptr_t pc) {
  rs_thread *self = rs_self;
  if (!rs_running && (!ready || ready(context))) return true;
  rs_pendings[self->id] = (rs_pending){
      .pc = pc, .object = object, .object2 = object2, .op = op, .flags = usual_flags[op]};
  if (!ready) {
    rs_arrive();
    return true;
  }
  self->state = RS_STATE_WAITING;
  self->ready = ready;
  self->ready_context = context;
  self->deadline = deadline;
  self->timed_out = false;
  if (!ready(context)) rs_counts.locks_contended += 1;
  rs_arrive();
  self->deadline = RS_FOREVER;
  if (!self->timed_out) return true;
  return ready(context);
}

bool rs_block(rs_op op, uint32_t object, uint32_t object2, uint64_t deadline, uintptr_t pc) {
  rs_thread *self = rs_self;
  rs_pendings[self->id] = (rs_pending){
      .pc = pc, .object = object, .object2 = object2, .op = op, .flags = usual_flags[op]};
  self->state = RS_STATE_BLOCKED;
  self->deadline = deadline;
  self->timed_out = false;
  rs_arrive();
  self->deadline = RS_FOREVER;
  return !self->timed_out;
}

void rs_make_ready(rs_thread *thread) {
  thread->deadline = RS_FOREVER;
  if (thread->then_ready) {
    thread->state = RS_STATE_WAITING;
    thread->ready = thread->then_ready;
    thread->ready_context = thread->then_context;
    thread->then_ready = NULL;
  } else {
    thread->state = RS_STATE_READY;
  }
}

void rs_wake(rs_thread *thread) {
  if (thread->state == RS_STATE_BLOCKED) rs_make_ready(thread);
}

static void list_remove(rs_wait_list *list, rs_thread *thread) {
  rs_thread *previous = NULL;
  for (rs_thread *at = list->first; at; previous = at, at = at->next) {
    if (at != thread) continue;
    if (previous) previous->next = at->next; else list->first = at->next;
    if (list->last == at) list->last = previous;
    list->count -= 1;
    at->next = NULL;
    at->listed = false;
    return;
  }
}

bool rs_wait_on(rs_wait_list *list, rs_op op, uint32_t object, uint32_t object2,
                uint64_t deadline, uintptr_t pc) {
  rs_thread *self = rs_self;
  self->next = NULL;
  self->listed = true;
  if (list->last) list->last->next = self; else list->first = self;
  list->last = self;
  list->count += 1;
  bool woken = rs_block(op, object, object2, deadline, pc);
  if (self->listed) list_remove(list, self);
  return woken;
}

bool rs_block_then(rs_wait_list *list, rs_op op, uint32_t object, uint32_t object2,
                   uint64_t deadline, bool (*then)(void *), void *context, uintptr_t pc) {
  rs_self->then_ready = then;
  rs_self->then_context = context;
  bool woken = rs_wait_on(list, op, object, object2, deadline, pc);
  rs_self->then_ready = NULL;
  return woken;
}

uint32_t rs_wake_some(rs_wait_list *list, uint32_t count) {
  uint32_t woken = 0;
  while (woken < count && list->first) {
    rs_thread *thread = list->first;
    list_remove(list, thread);
    // One whose time ran out is already on its way, and takes no wake from another.
    if (thread->state != RS_STATE_BLOCKED) continue;
    rs_wake(thread);
    woken += 1;
  }
  return woken;
}

bool rs_wake_any(rs_wait_list *list, uint32_t object) {
  uint32_t count = 0;
  for (rs_thread *at = list->first; at; at = at->next) count += at->state == RS_STATE_BLOCKED;
  if (count == 0) return false;
  uint32_t index = rs_choose(object, count);
  for (rs_thread *at = list->first; at; at = at->next) {
    if (at->state != RS_STATE_BLOCKED) continue;
    if (index-- > 0) continue;
    list_remove(list, at);
    rs_wake(at);
    return true;
  }
  return false;
}

uint32_t rs_choose(uint32_t object, uint32_t count) {
  if (count < 2 || !rs_running || rs_calls.pick == NULL) return 0;
  return rs_calls.pick(rs_self->id, object, count);
}

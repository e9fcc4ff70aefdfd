// What keeps things alive without being memory that the program was handed: armed timers, and the stacks
// of threads that still run.
#include "DispatchInternal.h"
#include "State.h"

rs_held_kind rs_held_kind_of(uintptr_t address) {
  const rs_dispatch *object = (const rs_dispatch *)address;
  if (object->isa == (const void *)_NSConcreteMallocBlock) return RS_HELD_BLOCK;
  if (!rs_dispatch_is_ours(object)) return RS_HELD_OTHER;
  switch (object->type) {
  case RS_DISPATCH_QUEUE: return RS_HELD_QUEUE;
  case RS_DISPATCH_SOURCE: return RS_HELD_SOURCE;
  default: return RS_HELD_DISPATCH;
  }
}

size_t rs_dispatch_keeps(uintptr_t address, uintptr_t *kept, size_t capacity) {
  if (rs_held_kind_of(address) != RS_HELD_SOURCE) return 0;
  const rs_source *source = (const rs_source *)address;
  size_t count = 0;
  for (int i = 0; i < 3 && count < capacity; i++) {
    const rs_item *handler = source->handlers[i];
    if (handler && handler->block) kept[count++] = (uintptr_t)handler->context;
  }
  return count;
}

size_t rs_roots(rs_root *roots, size_t capacity) {
  size_t count = 0;
  for (const rs_timer *timer = rs_timers_armed(); timer && count < capacity; timer = timer->next) {
    rs_root root = {.due = timer->deadline - RS_TIME_BASE};
    const rs_item *item = rs_after_item(timer);
    const rs_source *source = rs_timer_source(timer);
    if (item) {
      bool job = rs_item_is_job(item);
      root.kind = job ? RS_ROOT_TASK : RS_ROOT_AFTER;
      root.object = (uintptr_t)(job ? rs_job_task(item->context) : item->context);
      root.pc = item->pc;
      root.cancelled = item->work && rs_work_is_cancelled(item->work);
    } else if (source) {
      root.kind = RS_ROOT_SOURCE;
      root.object = (uintptr_t)source;
      root.pc = source->pc;
    } else {
      continue;
    }
    roots[count++] = root;
  }
  for (uint32_t i = 1; i < rs_thread_total && count < capacity; i++) {
    const rs_thread *thread = &rs_threads[i];
    bool waits = thread->state == RS_STATE_WAITING || thread->state == RS_STATE_BLOCKED;
    if (!waits || thread->deadline == RS_FOREVER || rs_pendings[i].op != RS_OP_SLEEP) continue;
    roots[count++] = (rs_root){.kind = RS_ROOT_THREAD, .due = thread->deadline - RS_TIME_BASE,
                               .pc = rs_pendings[i].pc};
  }
  return count + rs_work_waiting(roots + count, capacity - count);
}

/// Whether memory from `low` up to `high` holds the word.
static bool holds(uintptr_t low, uintptr_t high, uintptr_t word) {
  for (const uintptr_t *at = (const uintptr_t *)((low + 7) & ~7ull); (uintptr_t)(at + 1) <= high;
       at++) {
    if (*at == word) return true;
  }
  return false;
}

bool rs_thread_keeps(uintptr_t address, uintptr_t *pc) {
  for (uint32_t i = 1; i < rs_slot_total; i++) {
    const rs_slot *slot = &rs_slots[i];
    const rs_thread *thread = slot->thread;
    if (!slot->busy || !thread || thread == rs_self || thread->state == RS_STATE_DONE) continue;
    if (!rs_fast_switch || !holds((uintptr_t)slot->sp, slot->high, address)) continue;
    *pc = rs_pendings[thread->id].pc;
    return true;
  }
  return false;
}


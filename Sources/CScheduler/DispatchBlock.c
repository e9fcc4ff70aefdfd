// Work items: blocks that can be cancelled, waited for and observed.
//
// A work item is a block like any other, so that it can be called and handed over as one. What it
// carries lies where a block keeps what it captured; we know ours by the function it calls.
#include "DispatchInternal.h"

#include <string.h>

#define BLOCK_HAS_HELPERS (1 << 25)
#define FLAG_BARRIER 1u
#define KNOWN_FLAGS 0x3fu

struct rs_work {
  const void *block;        // the body
  rs_group *group;          // entered until the item is complete; NULL in the first, unused copy
  uint32_t flags;
  uint32_t performed;       // times it ran, also when cancelled
  bool cancelled;
  bool waiting, waited;     // only one may wait, and only for one run
};

typedef struct rs_work_block {
  rs_block_layout layout;
  rs_work work;
} rs_work_block;

/// Called as a plain block, by `perform()` or whoever else has it.
static void invoke(void *block) {
  rs_work *work = &((rs_work_block *)block)->work;
  rs_point(RS_OP_QUEUE_TAKE, rs_work_id(work), 0);
  rs_work_run(work);
}

static void copy_captures(void *to, const void *from) {
  rs_work *work = &((rs_work_block *)to)->work;
  *work = ((const rs_work_block *)from)->work;
  work->block = _Block_copy(work->block);
  work->group = rs_group_new_entered();
}

static void destroy_captures(const void *block) {
  rs_work *work = &((rs_work_block *)block)->work;
  // One that never ran is complete now: whoever waits for it goes on.
  if (work->performed == 0) rs_group_leave(work->group, 0);
  dispatch_release(work->group);
  _Block_release(work->block);
}

static const struct {
  unsigned long reserved, size;
  void (*copy)(void *, const void *);
  void (*destroy)(const void *);
} descriptor = {0, sizeof(rs_work_block), copy_captures, destroy_captures};

rs_work *rs_work_of(const void *block) {
  rs_work_block *ours = (rs_work_block *)block;
  return ours->layout.invoke == invoke ? &ours->work : NULL;
}

bool rs_work_is_cancelled(const rs_work *work) { return work->cancelled; }
bool rs_work_is_barrier(const rs_work *work) { return work->flags & FLAG_BARRIER; }

uint32_t rs_work_id(rs_work *work) { return rs_object_id(&work->cancelled, RS_KIND_ITEM); }

static void complete(rs_work *work) {
  work->performed += 1;
  if (work->performed == 1) rs_group_leave(work->group, 0);
}

void rs_work_run(rs_work *work) {
  if (work->waited) {
    RS_MISUSE(0, "a DispatchWorkItem runs again after wait() returned");
  }
  rs_block_layout *body = (rs_block_layout *)work->block;
  if (!work->cancelled) body->invoke(body);
  complete(work);
}

static rs_work *work_or_trap(const void *block, const char *call, uintptr_t pc) {
  rs_work *work = block ? rs_work_of(block) : NULL;
  if (!work) RS_MISUSE(pc, "%s: not a block that was made as a work item", call);
  return work;
}

static void *create(uintptr_t flags, const void *block) {
  if (flags & ~(uintptr_t)KNOWN_FLAGS) return NULL;
  rs_work_block first = {
      .layout = {.isa = _NSConcreteStackBlock, .flags = BLOCK_HAS_HELPERS, .invoke = invoke,
                 .descriptor = &descriptor},
      .work = {.block = block, .flags = (uint32_t)flags},
  };
  return _Block_copy(&first);
}

RS_EXPORT void *dispatch_block_create(uintptr_t flags, const void *block) {
  return create(flags, block);
}

RS_EXPORT void *dispatch_block_create_with_qos_class(uintptr_t flags, uint32_t qos,
                                                     int relative_priority, const void *block) {
  (void)qos;
  return relative_priority > 0 || relative_priority < -15 ? NULL : create(flags, block);
}

RS_EXPORT void *dispatch_block_create_with_voucher(uintptr_t flags, void *voucher,
                                                   const void *block) {
  (void)voucher;
  return create(flags, block);
}

RS_EXPORT void *dispatch_block_create_with_voucher_and_qos_class(uintptr_t flags, void *voucher,
                                                                 uint32_t qos,
                                                                 int relative_priority,
                                                                 const void *block) {
  (void)voucher;
  return dispatch_block_create_with_qos_class(flags, qos, relative_priority, block);
}

RS_EXPORT void dispatch_block_perform(uintptr_t flags, const void *block) {
  (void)flags;
  rs_block_layout *layout = (rs_block_layout *)block;
  layout->invoke(layout);
}

RS_EXPORT void dispatch_block_cancel(const void *block) {
  uintptr_t pc = RS_PLACE();
  rs_work *work = work_or_trap(block, "cancel", pc);
  uint32_t id = rs_work_id(work);
  rs_point(RS_OP_ITEM_CANCEL, id, pc);
  work->cancelled = true;
  rs_object_changed(id);
}

RS_EXPORT intptr_t dispatch_block_testcancel(const void *block) {
  uintptr_t pc = RS_PLACE();
  rs_work *work = work_or_trap(block, "isCancelled", pc);
  uint32_t id = rs_work_id(work);
  rs_point2(RS_OP_ITEM_CANCEL, id, 0, RS_FLAG_READS, pc);
  rs_spin(id, pc);
  return work->cancelled;
}

RS_EXPORT intptr_t dispatch_block_wait(const void *block, uint64_t timeout) {
  uintptr_t pc = RS_PLACE();
  rs_work *work = work_or_trap(block, "wait", pc);
  if (work->waiting || work->waited) {
    RS_MISUSE(pc, "a DispatchWorkItem is waited for twice");
  }
  if (work->performed > 1) {
    RS_MISUSE(pc, "a DispatchWorkItem is waited for that ran more than once");
  }
  work->waiting = true;
  bool done = rs_group_wait(work->group, RS_OP_ITEM_WAIT, timeout, pc);
  work->waiting = false;
  work->waited = done;
  return done ? 0 : -1;
}

RS_EXPORT void dispatch_block_notify(const void *block, void *queue, const void *notification) {
  uintptr_t pc = RS_PLACE();
  rs_work *work = work_or_trap(block, "notify", pc);
  if (work->performed > 1) {
    RS_MISUSE(pc, "a DispatchWorkItem is observed that ran more than once");
  }
  rs_group_notify(work->group, rs_queue_resolve(queue), rs_item_new_block(notification, pc), pc);
}

// Dispatch objects: identity, counts, contexts, and what all kinds share.
#include "DispatchInternal.h"

#include <stdlib.h>
#include <string.h>

const char rs_dispatch_isa = 0;

// The real library's own, for its DispatchData objects.
extern void *_os_object_retain(void *object) __attribute__((weak));
extern void _os_object_release(void *object) __attribute__((weak));

bool rs_dispatch_is_ours(const void *object) {
  return ((const rs_dispatch *)object)->isa == &rs_dispatch_isa;
}

static rs_kind kind_of(const rs_dispatch *object) {
  switch (object->type) {
  case RS_DISPATCH_QUEUE: return RS_KIND_QUEUE;
  case RS_DISPATCH_GROUP: return RS_KIND_GROUP;
  case RS_DISPATCH_SEMAPHORE: return RS_KIND_DISPATCH_SEMAPHORE;
  case RS_DISPATCH_SOURCE: return RS_KIND_SOURCE;
  }
  return RS_KIND_OTHER;
}

uint32_t rs_dispatch_id(rs_dispatch *object) {
  if (object->generation == rs_generation) return object->id;
  object->generation = rs_generation;
  object->take_id = 0;
  object->id = rs_object_id(object, kind_of(object));
  if (object->type == RS_DISPATCH_QUEUE) {
    const char *label = ((rs_queue *)object)->label;
    if (((rs_queue *)object)->cooperative) label = "of Swift's tasks";
    if (label && *label) rs_object_set_name(object->id, label);
  }
  return object->id;
}

uint32_t rs_dispatch_clock(rs_dispatch *object) { return rs_object_clock(rs_dispatch_id(object)); }

void *rs_dispatch_allocate(size_t size) {
  rs_enter();
  void *memory = calloc(1, size);
  rs_leave();
  if (!memory) abort();
  return memory;
}

void rs_dispatch_free(void *memory) {
  rs_enter();
  free(memory);
  rs_leave();
}

void *rs_dispatch_new(rs_dispatch_type type, size_t size) {
  // Through the program's own allocation hooks: who keeps whom alive passes through these objects.
  rs_dispatch *object = calloc(1, size);
  if (!object) abort();
  *object = (rs_dispatch)RS_DISPATCH_HEADER(type);
  return object;
}

static void dispose(rs_dispatch *object) {
  rs_queue *target = object->target;
  rs_clock_acquire(rs_dispatch_clock(object));
  switch (object->type) {
  case RS_DISPATCH_QUEUE: rs_queue_dispose((rs_queue *)object); break;
  case RS_DISPATCH_GROUP: rs_group_dispose((rs_group *)object); break;
  case RS_DISPATCH_SEMAPHORE: rs_semaphore_dispose(object); break;
  case RS_DISPATCH_SOURCE: rs_source_dispose((rs_source *)object); break;
  }
  if (object->finalizer && object->context) {
    rs_item *item = rs_item_new(object->finalizer, object->context, 0);
    rs_queue_push(target ? target : rs_queue_global(0, false), item);
  }
  rs_object_drop(object);
  free(object);
  if (target) rs_dispatch_unuse(&target->object);
}

static void drop(rs_dispatch *object) {
  if (object->refs == 0 && object->uses == 0 && !object->global) dispose(object);
}

void rs_dispatch_use(rs_dispatch *object) {
  if (!object->global) object->uses += 1;
}

void rs_dispatch_unuse(rs_dispatch *object) {
  if (object->global) return;
  object->uses -= 1;
  drop(object);
}

RS_EXPORT void dispatch_retain(void *object) {
  rs_dispatch *ours = object;
  if (!rs_dispatch_is_ours(object)) {
    if (_os_object_retain) _os_object_retain(object);
  } else if (!ours->global) {
    ours->refs += 1;
  }
}

/// The program's last reference goes: what must not be, traps.
static void let_go(rs_dispatch *object, uintptr_t pc) {
  object->released = true;
  if (object->type == RS_DISPATCH_QUEUE) {
    rs_queue *queue = (rs_queue *)object;
    if (queue->inactive) {
      RS_MISUSE(pc, "the queue \"%s\" is released before it was activated", queue->label);
    }
    if (queue->suspensions > 0) {
      RS_MISUSE(pc, "the queue \"%s\" is released while it is suspended", queue->label);
    }
  } else if (object->type == RS_DISPATCH_SOURCE) {
    rs_source *source = (rs_source *)object;
    if (source->inactive) {
      RS_MISUSE(pc, "a dispatch source is released before it was activated or resumed");
    }
    if (source->suspensions > 0) {
      RS_MISUSE(pc, "a dispatch source is released while it is suspended");
    }
    rs_dispatch_use(object);
    rs_source_released((rs_source *)object);
    rs_dispatch_unuse(object);
    return;
  }
  drop(object);
}

RS_EXPORT void dispatch_release(void *object) {
  rs_dispatch *ours = object;
  if (!rs_dispatch_is_ours(object)) {
    if (_os_object_release) _os_object_release(object);
    return;
  }
  if (ours->global) return;
  if (ours->refs == 0) RS_MISUSE(RS_PLACE(), "a dispatch object is released once too often");
  rs_clock_release(rs_dispatch_clock(ours));
  ours->refs -= 1;
  if (ours->refs == 0) let_go(ours, RS_PLACE());
}

RS_EXPORT void *dispatch_get_context(void *object) {
  return rs_dispatch_is_ours(object) ? ((rs_dispatch *)object)->context : NULL;
}

RS_EXPORT void dispatch_set_context(void *object, void *context) {
  if (rs_dispatch_is_ours(object)) ((rs_dispatch *)object)->context = context;
}

RS_EXPORT void dispatch_set_finalizer_f(void *object, rs_function finalizer) {
  if (rs_dispatch_is_ours(object)) ((rs_dispatch *)object)->finalizer = finalizer;
}

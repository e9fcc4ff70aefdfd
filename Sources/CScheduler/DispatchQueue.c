// Queues: the main and global ones, creation with attributes, labels, targets.
#include "DispatchInternal.h"

#include <stdlib.h>
#include <string.h>

#define ROOT(position, name, quality)                                                         \
  [position] = {                                                                               \
      .object = {.isa = &rs_dispatch_isa, .immortal = {INT32_MAX, INT32_MAX},                  \
                 .type = RS_DISPATCH_QUEUE, .global = true},                                   \
      .label = "com.apple.root." name, .kind = RS_QUEUE_ROOT, .qos = (quality),               \
      .overcommits = (position) % 2 == 1}

static rs_queue roots[] = {
    ROOT(0, "background-qos", 0x09),     ROOT(1, "background-qos.overcommit", 0x09),
    ROOT(2, "utility-qos", 0x11),        ROOT(3, "utility-qos.overcommit", 0x11),
    ROOT(4, "default-qos", 0x15),        ROOT(5, "default-qos.overcommit", 0x15),
    ROOT(6, "user-initiated-qos", 0x19), ROOT(7, "user-initiated-qos.overcommit", 0x19),
};

rs_queue _dispatch_main_q = {
    .object = {.isa = &rs_dispatch_isa,
               .immortal = {INT32_MAX, INT32_MAX},
               .type = RS_DISPATCH_QUEUE,
               .global = true,
               .target = &roots[5]},
    .label = "com.apple.main-thread",
    .kind = RS_QUEUE_SERIAL,
    .bound = true,
};

rs_queue *rs_queue_global(uint8_t qos, bool overcommit) {
  int position = qos == 0 ? 4 : qos <= 0x09 ? 0 : qos <= 0x11 ? 2 : qos <= 0x15 ? 4 : 6;
  return &roots[position + overcommit];
}

rs_queue *rs_queue_resolve(void *queue) {
  if (queue && rs_dispatch_is_ours(queue)) return queue;
  return rs_queue_global(0, false);
}

RS_EXPORT rs_queue *dispatch_get_global_queue(intptr_t priority, uintptr_t flags) {
  if (flags & ~(uintptr_t)2) return NULL;
  switch (priority) {
  case 2: return rs_queue_global(0x19, flags & 2);
  case 0: return rs_queue_global(0x15, flags & 2);
  case -2: return rs_queue_global(0x11, flags & 2);
  case INT16_MIN: return rs_queue_global(0x09, flags & 2);
  case 0x05: case 0x09: case 0x11: case 0x15: case 0x19: case 0x21:
    return rs_queue_global((uint8_t)priority, flags & 2);
  default: return NULL;
  }
}

// --- Attributes ---------------------------------------------------------------------------------

/// What a `dispatch_queue_attr_t` points to. Made once for each combination that is asked for.
typedef struct rs_attributes {
  bool concurrent, inactive;
  uint8_t qos, autorelease;
  int8_t relative_priority;
  uint8_t overcommit;
} rs_attributes;

RS_EXPORT const rs_attributes _dispatch_queue_attr_concurrent = {.concurrent = true};

static const rs_attributes *interned(rs_attributes wanted) {
  static rs_attributes known[512];
  static uint32_t count;
  for (uint32_t i = 0; i < count; i++) {
    if (memcmp(&known[i], &wanted, sizeof wanted) == 0) return &known[i];
  }
  if (count == sizeof known / sizeof known[0]) abort();
  known[count] = wanted;
  return &known[count++];
}

static rs_attributes attributes_of(const rs_attributes *attributes) {
  return attributes ? *attributes : (rs_attributes){0};
}

RS_EXPORT const rs_attributes *dispatch_queue_attr_make_initially_inactive(
    const rs_attributes *from) {
  rs_attributes made = attributes_of(from);
  made.inactive = true;
  return interned(made);
}

RS_EXPORT const rs_attributes *dispatch_queue_attr_make_with_qos_class(
    const rs_attributes *from, uint32_t qos, int relative_priority) {
  rs_attributes made = attributes_of(from);
  if (relative_priority > 0 || relative_priority < -15) return from;
  made.qos = (uint8_t)qos;
  made.relative_priority = (int8_t)relative_priority;
  return interned(made);
}

RS_EXPORT const rs_attributes *dispatch_queue_attr_make_with_autorelease_frequency(
    const rs_attributes *from, uintptr_t frequency) {
  rs_attributes made = attributes_of(from);
  made.autorelease = (uint8_t)frequency;
  return interned(made);
}

RS_EXPORT const rs_attributes *dispatch_queue_attr_make_with_overcommit(
    const rs_attributes *from, bool overcommit) {
  rs_attributes made = attributes_of(from);
  made.overcommit = overcommit ? 1 : 2;
  return interned(made);
}

// --- Creation -----------------------------------------------------------------------------------

static void set_target(rs_queue *queue, rs_queue *target) {
  if (target->kind != RS_QUEUE_ROOT) target->targeted = true;
  rs_dispatch_use(&target->object);
  queue->object.target = target;
}

static rs_queue *create(const char *label, const rs_attributes *given, rs_queue *target) {
  rs_attributes attributes = attributes_of(given);
  rs_queue *queue = rs_dispatch_new(RS_DISPATCH_QUEUE, sizeof *queue);
  queue->label = label ? strdup(label) : NULL;
  queue->kind = attributes.concurrent ? RS_QUEUE_CONCURRENT : RS_QUEUE_SERIAL;
  queue->inactive = attributes.inactive;
  queue->qos = attributes.qos;
  queue->relative_priority = attributes.relative_priority;
  if (!target) target = rs_queue_global(attributes.qos, !attributes.concurrent);
  set_target(queue, target);
  return queue;
}

RS_EXPORT rs_queue *dispatch_queue_create_with_target(const char *label,
                                                      const rs_attributes *attributes,
                                                      rs_queue *target) {
  return create(label, attributes, target);
}

RS_EXPORT rs_queue *dispatch_queue_create(const char *label, const rs_attributes *attributes) {
  rs_queue *queue = create(label, attributes, NULL);
  queue->retargetable = !queue->inactive && !(attributes && attributes->autorelease);
  return queue;
}

void rs_queue_dispose(rs_queue *queue) {
  while (queue->specifics) {
    rs_specific *specific = queue->specifics;
    queue->specifics = specific->next;
    if (specific->destructor) {
      rs_queue_push(rs_queue_global(0, false),
                    rs_item_new(specific->destructor, specific->value, 0));
    }
    rs_dispatch_free(specific);
  }
  free((char *)queue->label);
}

// --- Properties ---------------------------------------------------------------------------------

RS_EXPORT const char *dispatch_queue_get_label(rs_queue *queue) {
  if (!queue) queue = rs_current_queue();
  if (!queue) queue = rs_queue_global(0, true);
  return queue->label ? queue->label : "";
}

RS_EXPORT void dispatch_queue_set_label_nocopy(rs_queue *queue, const char *label) {
  if (queue->object.global) return;
  RS_MISUSE(RS_PLACE(), "the label of the queue \"%s\" cannot be changed to \"%s\"",
            queue->label ? queue->label : "", label);
}

RS_EXPORT uint32_t dispatch_queue_get_qos_class(rs_queue *queue, int *relative_priority) {
  if (relative_priority) *relative_priority = queue->qos ? queue->relative_priority : 0;
  return queue->qos;
}

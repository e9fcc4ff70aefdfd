// How many items run at once where there is a limit: Swift's pool of threads, and the threads of global
// queues. In libdispatch's own pool a global queue begins with a thread for each processor; a monitor
// adds one a second while all are blocked, up to DISPATCH_WORKQ_MAX_PTHREAD_COUNT, 255 (workqueue.c).
// macOS stops at 64. Global queues that overcommit, on which serial queues run, take a thread for each.
#include "DispatchInternal.h"
#include "Schedule.h"

#include <stdio.h>

#define MAX_POOLS 8
static const rs_queue *pools[MAX_POOLS];   // the queues of Swift's tasks; never disposed of
static uint32_t pool_count;

uint32_t rs_queue_width(const rs_queue *queue) {
  if (queue->kind == RS_QUEUE_ROOT) return queue->overcommits ? 0 : rs_settings_get()->global_width;
  return queue->cooperative ? rs_settings_get()->pool_width : queue->width;
}

/// Negative widths are those of Swift's own queues: as many as there are processors.
RS_EXPORT void dispatch_queue_set_width(rs_queue *queue, long width) {
  if (queue->kind != RS_QUEUE_CONCURRENT) {
    RS_MISUSE(RS_PLACE(), "the width of a serial queue cannot be changed");
  }
  queue->cooperative = width < 0;
  queue->width = width > 0 ? (uint32_t)width : 1;
  if (queue->cooperative && pool_count < MAX_POOLS) pools[pool_count++] = queue;
}

static const uint8_t qualities[] = {0x09, 0x11, 0x15, 0x19};

/// What is queued in a schedule that ended badly must not be met in the next.
static void reset(void) {
  for (size_t i = 0; i < sizeof qualities; i++) {
    rs_queue *root = rs_queue_global(qualities[i], false);
    root->used = 0;
    root->first = root->last = NULL;
  }
}

__attribute__((constructor)) static void set_up(void) { rs_on_begin(reset); }

static bool is_crowded(const rs_queue *queue) {
  uint32_t width = rs_queue_width(queue);
  return width > 0 && queue->first && queue->used >= width;
}

static bool describe(const rs_queue *queue, const char *what, char *text, size_t size) {
  if (!is_crowded(queue)) return false;
  uint32_t waiting = 0;
  for (const rs_item *item = queue->first; item; item = item->next) waiting += 1;
  snprintf(text, size, "%s has %u thread%s, all taken, and work waits for one (%u)", what,
           queue->used, queue->used == 1 ? "" : "s", waiting);
  return true;
}

bool rs_describe_crowd(char *text, size_t size) {
  for (uint32_t i = 0; i < pool_count; i++) {
    if (describe(pools[i], "the pool for Swift's tasks", text, size)) return true;
  }
  for (size_t i = 0; i < sizeof qualities; i++) {
    if (describe(rs_queue_global(qualities[i], false), "a global queue", text, size)) return true;
  }
  return false;
}

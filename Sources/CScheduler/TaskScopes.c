// Scopes of the Swift concurrency runtime whose begin and end the search and the race detector must see.
//
// `withTaskCancellationHandler`: setting the handler up, and the end of the body, are steps that meet
// cancelling; the handler comes after what was done before it was set up, and before what follows the
// scope. The runtime orders both by the lock of the task's status record (TaskStatus.cpp).
//
// `withDiscardingTaskGroup`: what follows it comes after all children. The runtime orders that by the
// group's lock, which each child that ends takes (`DiscardingTaskGroup::offer`, TaskGroup.cpp). Locks
// inside that library order nothing here, and it says nothing of children other than the last.
//
// TaskScopeEntry.S stands in front of these functions. How they end is seen by what their context says
// comes next.
#include "DispatchInternal.h"
#include "State.h"

/// What a closure's asynchronous function is called by.
typedef struct rs_entry_record {
  int32_t offset;        // of the function, from here
  uint32_t context_size;
} rs_entry_record;

/// The registers at the begin or end of an asynchronous function, as TaskScopeEntry.S keeps them.
typedef struct rs_registers {
  uintptr_t context, self, r10, rax, sixth, fifth, fourth, third, second, first;
} rs_registers;

typedef enum rs_scope_part : uint8_t { HANDLER_BODY, HANDLER_SCOPE, GROUP_SCOPE } rs_scope_part;

typedef struct rs_handler {
  uintptr_t body, body_self;             // the operation: its record, and what it captured
  __attribute__((swiftcall)) void (*call)(__attribute__((swift_context)) void *self);
  void *self;
  uint32_t begin, done;                  // clocks
} rs_handler;

/// The end of a call that is waited for.
typedef struct rs_awaited {
  struct rs_awaited *next;
  const rs_context *context;
  void *resume;
  rs_scope_part part;
  rs_handler *handler;
  const void *task;      // of a group's scope
  uint32_t since;
} rs_awaited;

static rs_awaited *awaited;
static uint32_t generation;

static void forget_old(void) {
  if (generation == rs_generation) return;
  generation = rs_generation;
  awaited = NULL;
}

extern void rs_scope_leave(void);

/// Sees to it that `rs_scope_left` is called when the call with this context returns.
static rs_awaited *await_end(uintptr_t context, rs_scope_part part) {
  forget_old();
  rs_context *callee = (rs_context *)context;
  rs_awaited *entry = rs_dispatch_allocate(sizeof *entry);
  *entry = (rs_awaited){
      .next = awaited, .context = callee, .resume = callee->resume_parent, .part = part};
  awaited = entry;
  callee->resume_parent = (void *)rs_scope_leave;
  return entry;
}

static uintptr_t function_of(const rs_entry_record *record) {
  return (uintptr_t)record + (uintptr_t)(intptr_t)record->offset;
}

static void cancellation_step(uintptr_t place) {
  uint32_t id = rs_cancellation_id();
  rs_point(RS_OP_TASK, id, place);
  rs_object_changed(id);
}

// --- Children of discarding groups ---------------------------------------------------------------

typedef struct rs_group_use {
  struct rs_group_use *next;
  const void *group, *task;
  uint32_t clock, last_use;
} rs_group_use;

static rs_group_use *group_uses;
static uint32_t group_generation, group_additions;

uint32_t rs_group_clock(const void *group) {
  if (group_generation != rs_generation) {
    group_generation = rs_generation;
    group_uses = NULL;
  }
  const void *task = rs_current_task();
  rs_group_use *use = group_uses;
  while (use && (use->group != group || use->task != task)) use = use->next;
  if (!use) {
    use = rs_schedule_alloc(sizeof *use);
    *use = (rs_group_use){
        .next = group_uses, .group = group, .task = task, .clock = rs_clock_new()};
    group_uses = use;
  }
  use->last_use = ++group_additions;
  return use->clock;
}

/// All children that the task has added since then have ended.
static void acquire_children(const void *task, uint32_t since) {
  if (group_generation != rs_generation) return;
  for (const rs_group_use *use = group_uses; use; use = use->next) {
    if (use->task == task && use->last_use > since) rs_clock_acquire(use->clock);
  }
}

// --- Handlers ------------------------------------------------------------------------------------

/// Called by whoever cancels, in place of the handler.
static __attribute__((swiftcall)) void call_handler(__attribute__((swift_context)) void *self) {
  rs_handler *handler = self;
  rs_clock_acquire(handler->begin);
  handler->call(handler->self);
  if (!handler->done) handler->done = rs_clock_new();
  rs_clock_release(handler->done);
}

#define MAX_BODIES 256
extern void rs_scope_body(void);

/// A record for a body, whose begin is `rs_scope_body`; NULL when there are too many.
static const rs_entry_record *record_for(const rs_entry_record *body) {
  static rs_entry_record records[MAX_BODIES];
  static const rs_entry_record *bodies[MAX_BODIES];
  static uint32_t count;
  for (uint32_t i = 0; i < count; i++) {
    if (bodies[i] == body) return &records[i];
  }
  if (count == MAX_BODIES) return NULL;
  bodies[count] = body;
  rs_entry_record *record = &records[count++];
  record->offset = (int32_t)((uintptr_t)rs_scope_body - (uintptr_t)record);
  record->context_size = body->context_size;
  return record;
}

/// `withTaskCancellationHandler(operation:onCancel:isolation:)`: result, operation, onCancel.
static void begin_handler(rs_registers *registers) {
  const rs_entry_record *body = (const rs_entry_record *)registers->second;
  const rs_entry_record *record = record_for(body);
  uintptr_t place = function_of(body);
  cancellation_step(rs_in_program(place) ? place : 0);
  if (!record) return;
  rs_handler *handler = rs_dispatch_allocate(sizeof *handler);
  *handler = (rs_handler){
      .body = (uintptr_t)body, .body_self = registers->third,
      .call = (__attribute__((swiftcall)) void (*)(
          __attribute__((swift_context)) void *))registers->fourth,
      .self = (void *)registers->fifth, .begin = rs_clock_snapshot()};
  registers->second = (uintptr_t)record;
  registers->third = (uintptr_t)handler;
  registers->fourth = (uintptr_t)call_handler;
  registers->fifth = (uintptr_t)handler;
  await_end(registers->context, HANDLER_SCOPE)->handler = handler;
}

/// Called when the operation begins.
/// - Returns: its function.
RS_HIDDEN void *rs_scope_body_begins(rs_registers *registers) {
  rs_handler *handler = (rs_handler *)registers->self;
  registers->self = handler->body_self;
  await_end(registers->context, HANDLER_BODY)->handler = handler;
  return (void *)function_of((const rs_entry_record *)handler->body);
}

// --- Begin and end -------------------------------------------------------------------------------

/// Called when one of the functions begins.
/// - Returns: the function.
RS_HIDDEN void *rs_scope_begins(rs_registers *registers, uint32_t index) {
  static const char *const names[] = {
      "$ss27withTaskCancellationHandler9operation8onCancel9isolation"
      "xxyYaKXE_yyYbXEScA_pSgYitYaKlF",
      "$ss23withDiscardingTaskGroup9returning9isolation4bodyxxm_ScA_pSgYixs0bcD0VzYaXEtYalF",
      "$ss31withThrowingDiscardingTaskGroup9returning9isolation4body"
      "xxm_ScA_pSgYixs0bcdE0Vys5Error_pGzYaKXEtYaKlF"};
  static void *real[3];
  if (!real[index]) real[index] = rs_real(names[index]);
  if (rs_running && index == 0) begin_handler(registers);
  if (rs_running && index > 0) {
    rs_awaited *entry = await_end(registers->context, GROUP_SCOPE);
    entry->task = rs_current_task();
    entry->since = group_additions;
  }
  return real[index];
}

/// Called when a call returns that `await_end` was told of.
/// - Returns: what comes next.
RS_HIDDEN void *rs_scope_left(rs_registers *registers) {
  rs_awaited **at = &awaited;
  while (*at && (uintptr_t)(*at)->context != registers->context) at = &(*at)->next;
  rs_awaited *entry = *at;
  if (!entry) rs_trap(RS_OUTCOME_UNSUPPORTED, 0, "a task goes on that another schedule began");
  *at = entry->next;
  void *resume = entry->resume;
  switch (entry->part) {
  case HANDLER_BODY:
    cancellation_step((uintptr_t)resume);
    break;
  case HANDLER_SCOPE:
    if (entry->handler->done) rs_clock_acquire(entry->handler->done);
    rs_dispatch_free(entry->handler);
    break;
  case GROUP_SCOPE:
    acquire_children(entry->task, entry->since);
    break;
  }
  rs_dispatch_free(entry);
  return resume;
}

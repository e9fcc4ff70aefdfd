// `dispatch_apply`, which `DispatchQueue.concurrentPerform` calls: iterations spread over threads, of
// which the caller's is one.
#include "DispatchInternal.h"

/// As on a machine with this many processors.
#define PROCESSORS 4
/// Up to so many iterations each has a thread of its own. More of them share as many as there are processors,
/// each always the same: then not every iteration is seen beside every other.
#define FEW 12

typedef void (*rs_iteration)(void *context, size_t index);

typedef struct rs_apply {
  rs_iteration call;
  void *context;
  rs_queue *queue;
  size_t iterations, threads;
  size_t stride;          // from one iteration of a share to the next: as many shares are there
  size_t next;            // the share that begins next
  size_t running;         // shares under way
  uint32_t id;
  uintptr_t pc;
  uint32_t begin, end;    // clocks
} rs_apply;

typedef struct rs_share {
  rs_apply *apply;
  size_t first;
} rs_share;

static bool may_begin(void *context) {
  const rs_share *share = context;
  return share->apply->next == share->first && share->apply->running < share->apply->threads;
}

/// Runs an iteration, and those that follow by steps of `stride`, once there is a processor for it. That they
/// share a thread is chance, and orders nothing.
static void run_share(void *context) {
  rs_share *share = context;
  rs_apply *apply = share->apply;
  if (share->first >= apply->threads) {
    rs_point_when(RS_OP_APPLY, apply->id, 0, may_begin, share, RS_FOREVER, apply->pc);
    apply->next += 1;
    apply->running += 1;
  }
  rs_frame frame;
  rs_frame_push(&frame, apply->queue);
  frame.applies += 1;
  for (size_t i = share->first; i < apply->iterations; i += apply->stride) {
    if (i != share->first) rs_clock_restart(apply->begin);
    apply->call(apply->context, i);
    rs_clock_release(apply->end);
  }
  rs_frame_pop(&frame);
  apply->running -= 1;
}

static bool is_done(void *context) {
  const rs_apply *apply = context;
  return apply->running == 0 && apply->next == apply->stride;
}

static void run_parallel(rs_apply *apply, uintptr_t pc) {
  rs_share shares[FEW];
  apply->stride = apply->iterations <= FEW ? apply->iterations : apply->threads;
  apply->id = rs_running ? rs_object_new(RS_KIND_OTHER) : 0;
  apply->pc = pc;
  apply->begin = rs_clock_snapshot();
  apply->end = rs_clock_new();
  apply->running = apply->next = apply->threads;
  rs_point(RS_OP_APPLY, apply->id, pc);
  rs_progress();
  for (size_t i = 0; i < apply->stride; i++) {
    shares[i] = (rs_share){apply, i};
    if (i > 0) rs_worker_spawn_after(run_share, &shares[i], "concurrentPerform", apply->begin);
  }
  run_share(&shares[0]);
  rs_point_when(RS_OP_APPLY, apply->id, 0, is_done, apply, RS_FOREVER, pc);
  rs_clock_acquire(apply->begin);
  rs_clock_acquire(apply->end);
}

static void run_serially(void *context) {
  rs_apply *apply = context;
  for (size_t i = 0; i < apply->iterations; i++) apply->call(apply->context, i);
}

typedef struct rs_apply_call {
  rs_apply *apply;
  uintptr_t pc;
} rs_apply_call;

static void run_within(void *context) {
  rs_apply_call *call = context;
  run_parallel(call->apply, call->pc);
}

/// Where global queues have a width, threads that others keep do not help.
static size_t threads_for(size_t iterations) {
  size_t threads = iterations < PROCESSORS ? iterations : PROCESSORS;
  const rs_queue *root = rs_queue_global(0, false);
  uint32_t width = rs_queue_width(root);
  size_t idle = width > root->used ? width - root->used : 0;
  return width > 0 && threads > idle + 1 ? idle + 1 : threads;
}

static void apply(size_t iterations, rs_queue *queue, void *context, rs_iteration call,
                  uintptr_t pc) {
  if (iterations == 0) return;
  rs_queue *current = rs_current_queue();
  rs_frame *top = rs_frame_top();
  if (!queue) queue = rs_queue_global(0, false);
  size_t threads = threads_for(iterations);
  // Nested applies share the processors with the outer one.
  if (top && top->applies > 0) threads = threads > 2 ? 2 : threads;
  rs_apply state = {.call = call, .context = context, .queue = queue, .iterations = iterations,
                    .threads = threads};
  bool root = queue->kind == RS_QUEUE_ROOT;
  if (threads == 1 || queue == current || !(root || rs_queue_is_parallel(queue))) {
    rs_queue_sync(queue, run_serially, &state, NULL, false, false, pc);
  } else if (root) {
    run_parallel(&state, pc);
  } else {
    rs_apply_call within = {&state, pc};
    rs_queue_sync(queue, run_within, &within, NULL, false, false, pc);
  }
}

RS_EXPORT void dispatch_apply_f(size_t iterations, void *queue, void *context,
                                rs_iteration call) {
  apply(iterations, queue ? rs_queue_resolve(queue) : NULL, context, call, RS_PLACE());
}

RS_EXPORT void dispatch_apply(size_t iterations, void *queue, void *block) {
  rs_iteration call = (rs_iteration)(void *)((rs_block_layout *)block)->invoke;
  apply(iterations, queue ? rs_queue_resolve(queue) : NULL, block, call, RS_PLACE());
}

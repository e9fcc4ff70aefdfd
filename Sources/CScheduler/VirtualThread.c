// Virtual threads: their identity is borrowed from parked pthreads, their turns are ours.
#include "Schedule.h"

#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

// Libraries ask who they are before anything of ours was set up.
rs_thread rs_threads[RS_MAX_THREADS] = {
    {.slot = &rs_slots[0], .state = RS_STATE_READY, .deadline = RS_FOREVER, .name = "main"}};
rs_pending rs_pendings[RS_MAX_THREADS];
uint32_t rs_thread_total = 1;
rs_slot rs_slots[RS_MAX_SLOTS];
uint32_t rs_slot_total;
rs_thread *rs_self = &rs_threads[0];
bool rs_fast_switch;

static uint32_t never;
static int (*real_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
static bool pool_ready;

#if defined(__x86_64__)
void rs_switch_stack(void **save, void *load, uintptr_t fs);
void rs_switch_stack_slow(void **save, void *load, uintptr_t fs);
void rs_park(void **save, uint32_t *parked, uint32_t *never);
static void (*switch_stack)(void **, void *, uintptr_t) = rs_switch_stack_slow;
#endif

/// A system call that does not pass through our own `syscall`.
static long raw_futex(uint32_t *word, int op, uint32_t value) {
  long result;
#if defined(__x86_64__)
  register long r10 __asm__("r10") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(SYS_futex), "D"(word), "S"(op), "d"(value), "r"(r10)
                   : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = SYS_futex;
  register long x0 __asm__("x0") = (long)word;
  register long x1 __asm__("x1") = op;
  register long x2 __asm__("x2") = value;
  register long x3 __asm__("x3") = 0;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
  result = x0;
#endif
  return result;
}

static void turn_wait(uint32_t *turn) {
  while (__atomic_load_n(turn, __ATOMIC_ACQUIRE) == 0) raw_futex(turn, FUTEX_WAIT, 0);
  __atomic_store_n(turn, 0, __ATOMIC_RELAXED);
}

static void turn_give(uint32_t *turn) {
  __atomic_store_n(turn, 1, __ATOMIC_RELEASE);
  raw_futex(turn, FUTEX_WAKE, 1);
}

static void find_stack(rs_slot *slot) {
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  slot->low = (uintptr_t)low;
  slot->high = slot->low + size;
}

/// What every pooled pthread runs, for ever: one virtual thread after the other.
static void *slot_main(void *argument) {
  rs_slot *slot = argument;
  slot->fs = (uintptr_t)pthread_self();
  find_stack(slot);
#if defined(__x86_64__)
  if (rs_fast_switch) {
    rs_park(&slot->sp, &slot->parked, &never);
  } else
#endif
  {
    rs_crash_install();
    slot->parked = 1;
    raw_futex(&slot->parked, FUTEX_WAKE, 1);
    turn_wait(&slot->turn);
  }
  // A thread that exits from within comes back here, as the slot's next thread.
  if (__builtin_setjmp(slot->jump)) rs_finish_thread();
  for (;;) {
    rs_thread *thread = slot->thread;
    thread->body(thread->context);
    rs_finish_thread();
  }
  return NULL;
}

static void slot_create(void) {
  if (rs_slot_total == RS_MAX_SLOTS) {
    rs_trap(RS_OUTCOME_UNSUPPORTED, 0, "more than %d threads at once", RS_MAX_SLOTS - 1);
  }
  rs_slot *slot = &rs_slots[rs_slot_total];
  slot->index = (uint16_t)rs_slot_total;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigset_t all, old;
  sigfillset(&all);
  if (rs_fast_switch) pthread_sigmask(SIG_SETMASK, &all, &old);
  pthread_t thread;
  int failed = real_create(&thread, &attributes, slot_main, slot);
  if (rs_fast_switch) pthread_sigmask(SIG_SETMASK, &old, NULL);
  pthread_attr_destroy(&attributes);
  if (failed) rs_trap(RS_OUTCOME_UNSUPPORTED, 0, "no more threads: %s", strerror(failed));
  while (__atomic_load_n(&slot->parked, __ATOMIC_ACQUIRE) == 0) {
    raw_futex(&slot->parked, FUTEX_WAIT, 0);
  }
  rs_slot_total += 1;
}

void rs_pool_reserve(uint32_t count) {
  while (rs_slot_total < count + 1) slot_create();
}

void rs_pool_init(void) {
  if (pool_ready) return;
  pool_ready = true;
  real_create = rs_real("pthread_create");
#if defined(__x86_64__)
  rs_fast_switch = !rs_set.force_handover && getenv("RANDORI_HANDOVER") == NULL;
  if (getauxval(AT_HWCAP2) & 2) switch_stack = rs_switch_stack;
#endif
  rs_slot *main = &rs_slots[0];
  main->fs = (uintptr_t)pthread_self();
  main->busy = true;
  main->thread = &rs_threads[0];
  find_stack(main);
  rs_threads[0].slot = main;
  rs_threads[0].state = RS_STATE_READY;
  strcpy(rs_threads[0].name, "main");
  rs_slot_total = 1;
}

bool rs_switches_fast(void) { return rs_fast_switch; }

void rs_switch_to(rs_thread *to) {
  rs_thread *from = rs_self;
  if (from == to) return;
  rs_slot *a = from->slot, *b = to->slot;
  rs_self = to;
  // A thread that a timer began while this one ended may have been given its stack.
  if (a == b) return;
#if defined(__x86_64__)
  if (rs_fast_switch) {
    switch_stack(&a->sp, b->sp, b->fs);
    return;
  }
#endif
  turn_give(&b->turn);
  turn_wait(&a->turn);
}

static rs_slot *slot_take(void) {
  for (uint32_t i = 1; i < rs_slot_total; i++) {
    if (!rs_slots[i].busy) return &rs_slots[i];
  }
  slot_create();
  return &rs_slots[rs_slot_total - 1];
}

/// Below this, ids are not used again within a schedule.
#define FRESH_IDS 48

// Ids of threads that had ended when time last passed. Everything later comes after them, so that
// nothing is lost if a new thread passes for the same one.
static uint16_t retired[RS_MAX_THREADS];
static uint32_t retired_count;

void rs_threads_retire(void) {
  if (rs_thread_total < FRESH_IDS) return;
  for (uint32_t i = 1; i < rs_thread_total; i++) {
    rs_thread *thread = &rs_threads[i];
    if (thread->state != RS_STATE_DONE || thread->joinable || thread->client ||
        thread == rs_self) {
      continue;
    }
    thread->state = RS_STATE_FREE;
    retired[retired_count++] = (uint16_t)i;
  }
}

void rs_threads_reset(void) { retired_count = 0; }

static uint32_t id_take(void) {
  if (retired_count > 0) {
    uint32_t id = retired[--retired_count];
    rs_live_add(id);
    return id;
  }
  if (rs_thread_total < RS_MAX_THREADS) return rs_thread_total++;
  rs_trap(RS_OUTCOME_UNSUPPORTED, 0, "more than %d threads in one schedule", RS_MAX_THREADS);
}

static rs_thread *spawn(void (*body)(void *), void *context, const char *label,
                        const rs_vector *after) {
  rs_pool_init();
  uint32_t id = id_take();
  rs_thread *thread = &rs_threads[id];
  if (thread->slot && thread->slot->thread == thread) thread->slot->thread = NULL;
  memset(thread, 0, offsetof(rs_thread, clock));
  thread->id = (uint16_t)id;
  thread->state = RS_STATE_READY;
  thread->deadline = RS_FOREVER;
  thread->body = body;
  thread->context = context;
  rs_slot *slot = slot_take();
  slot->busy = true;
  slot->thread = thread;
  thread->slot = slot;
  rs_thread_set_name(thread, label ? label : "thread");
  rs_vector_start(thread, after);
  slot->generation = rs_next_generation();
  rs_pendings[id] =
      (rs_pending){.op = RS_OP_START, .flags = RS_FLAG_FRESH, .pc = (uintptr_t)body};
  return thread;
}

rs_thread *rs_worker_spawn(void (*body)(void *), void *context, const char *label) {
  rs_thread *thread = spawn(body, context, label, &rs_self->clock);
  if (rs_detecting) rs_self->clock.entries[rs_self->id] += 1;
  return thread;
}

rs_slot *rs_slot_of_pthread(uintptr_t pthread) {
  for (uint32_t i = 0; i < rs_slot_total; i++) {
    if (rs_slots[i].fs == pthread) return &rs_slots[i];
  }
  return NULL;
}

rs_slot *rs_slot_of_stack(uintptr_t address) {
  for (uint32_t i = 0; i < rs_slot_total; i++) {
    if (address >= rs_slots[i].low && address < rs_slots[i].high) return &rs_slots[i];
  }
  return NULL;
}

rs_thread *rs_worker_spawn_after(void (*body)(void *), void *context, const char *label,
                                 uint32_t clock) {
  return spawn(body, context, label, clock ? rs_clock_vector(clock) : NULL);
}

uint32_t rs_thread_id(const rs_thread *thread) { return thread->id; }
rs_thread *rs_thread_get(uint32_t id) { return &rs_threads[id]; }
void rs_thread_set_daemon(rs_thread *thread, bool daemon) { thread->daemon = daemon; }
void **rs_thread_dispatch_slot(rs_thread *thread) { return &thread->dispatch; }
bool rs_is_main(void) { return rs_self->id == 0; }
uint32_t rs_thread_current(void) { return rs_self->id; }
uint32_t rs_thread_count(void) { return rs_thread_total; }

void rs_thread_set_name(rs_thread *thread, const char *name) {
  rs_name_copy(thread->name, name, sizeof thread->name);
  if (rs_out && thread->id < RS_SHARED_THREADS) {
    memcpy(rs_out->thread_names[thread->id], thread->name, sizeof thread->name);
    if (rs_out->thread_count <= thread->id) rs_out->thread_count = thread->id + 1u;
  }
}

const char *rs_thread_name(uint32_t thread) {
  return thread < rs_thread_total ? rs_threads[thread].name : "";
}

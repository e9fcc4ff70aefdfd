// Atomic operations of instrumented code. One thread runs at a time, so the operations themselves need
// not be atomic: what matters is the scheduling point before, and the edges their order gives.
#include "Shadow.h"
#include "SwiftMutex.h"

#include <string.h>

typedef uint8_t a8;
typedef uint16_t a16;
typedef uint32_t a32;
typedef uint64_t a64;
__extension__ typedef __uint128_t a128;

// As LLVM passes them.
enum { RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };

static inline bool acquires(int order) { return order != RELAXED && order != RELEASE; }
static inline bool releases(int order) { return order >= RELEASE; }

/// Whether it is one of the places where the compiler's own code keeps the metadata of a type that it
/// looked up once: a pointer that never changes again. Such a read is nobody's step: a loop that makes it
/// does not wait for anything.
static bool is_filled_cache(const volatile uint64_t *address) {
  return *address >> 32 && !(*address >> 48) && rs_in_metadata_cache((uintptr_t)address);
}

/// Announces an operation; returns its object, 0 where nothing is recorded.
static uint32_t begin(const volatile void *address, rs_op op, uint32_t size, uintptr_t pc) {
  if (!rs_running || (size == 8 && rs_in_helper(pc))) return 0;
  if (RS_UNLIKELY(rs_pause_armed) && op == RS_OP_ATOMIC_LOAD) {
    rs_pause_at_read((uintptr_t)address, size, pc);
  }
  uint32_t object = rs_object_id((const void *)address, RS_KIND_ATOMIC);
  rs_point(op, object, pc);
  if (rs_detecting && !rs_self->ignore) {
    uint8_t kind = RS_CELL_ATOMIC | (op == RS_OP_ATOMIC_LOAD ? 0 : RS_CELL_WRITE);
    rs_access_check((uintptr_t)address, size, kind, pc);
  }
  return object;
}

static void read_edge(uint32_t object, int order) {
  if (!rs_detecting || !rs_objects[object].clock) return;
  uint32_t clock = rs_objects[object].clock;
  if (acquires(order)) {
    rs_clock_acquire(clock);
  } else {
    if (!rs_self->fence_acquire) rs_self->fence_acquire = rs_clock_new();
    rs_clock_join(rs_self->fence_acquire, clock);
  }
}

static void store_edge(uint32_t object, int order) {
  if (!rs_detecting) return;
  if (releases(order)) {
    rs_clock_set(rs_object_clock(object));
    return;
  }
  // A relaxed store ends what others released here, and carries this thread's last release fence.
  if (rs_objects[object].clock) rs_clock_clear(rs_objects[object].clock);
  if (rs_self->fence_release) rs_clock_join(rs_object_clock(object), rs_self->fence_release);
}

static void update_edge(uint32_t object, int order) {
  if (!rs_detecting) return;
  read_edge(object, order);
  if (releases(order)) {
    rs_clock_release(rs_object_clock(object));
  } else if (rs_self->fence_release) {
    rs_clock_join(rs_object_clock(object), rs_self->fence_release);
  }
}

static void read_done(uint32_t object, uint64_t value, uintptr_t pc) {
  rs_step_value(value, false);
  rs_spin(object, pc);
}

static void write_done(uint32_t object, uint64_t value, bool changed, uintptr_t pc) {
  rs_step_value(value, true);
  if (changed) rs_object_changed(object); else rs_spin(object, pc);
}

#define EXPORT_RESULT(type, name, ...)                 \
  RS_EXPORT type name(__VA_ARGS__);                    \
  RS_EXPORT type name(__VA_ARGS__)

#define FETCH(T, bits, name, expression)                                                 \
  EXPORT_RESULT(T, __tsan_atomic##bits##_##name, volatile T *address, T operand, int order) { \
    uint32_t object = begin(address, RS_OP_ATOMIC_UPDATE, bits / 8, RS_PC() - 1);        \
    T old = *address;                                                                    \
    T new = (T)(expression);                                                             \
    if (object) update_edge(object, order);                                              \
    *address = new;                                                                      \
    if (object) write_done(object, (uint64_t)new, old != new, RS_PC() - 1);              \
    return old;                                                                          \
  }

#define EXCHANGE(T, bits)                                                                \
  static bool compare_exchange##bits(volatile T *address, T *expected, T desired, int order, \
                                     int failure, uintptr_t pc) {                        \
    if (bits == 32 && rs_running) {                                                      \
      rs_exchange_result result = rs_swift_mutex_exchange(                               \
          (uint32_t *)address, (uint32_t)*expected, (uint32_t)desired, pc);              \
      if (result == RS_EXCHANGE_DONE) return true;                                       \
      if (result == RS_EXCHANGE_FAILED) {                                                \
        *expected = *address;                                                            \
        return false;                                                                    \
      }                                                                                  \
    }                                                                                    \
    uint32_t object = begin(address, RS_OP_ATOMIC_UPDATE, bits / 8, pc);                 \
    T old = *address;                                                                    \
    if (old == *expected) {                                                              \
      if (object) update_edge(object, order);                                            \
      *address = desired;                                                                \
      if (object) write_done(object, (uint64_t)desired, old != desired, pc);             \
      return true;                                                                       \
    }                                                                                    \
    *expected = old;                                                                     \
    if (object) {                                                                        \
      read_edge(object, failure);                                                        \
      read_done(object, (uint64_t)old, pc);                                              \
      rs_step_failed();                                                                  \
    }                                                                                    \
    return false;                                                                        \
  }                                                                                      \
  EXPORT_RESULT(int, __tsan_atomic##bits##_compare_exchange_strong, volatile T *address,  \
                T *expected, T desired, int order, int failure) {                        \
    return compare_exchange##bits(address, expected, desired, order, failure, RS_PC() - 1); \
  }                                                                                      \
  EXPORT_RESULT(int, __tsan_atomic##bits##_compare_exchange_weak, volatile T *address,    \
                T *expected, T desired, int order, int failure) {                        \
    return compare_exchange##bits(address, expected, desired, order, failure, RS_PC() - 1); \
  }                                                                                      \
  EXPORT_RESULT(T, __tsan_atomic##bits##_compare_exchange_val, volatile T *address,       \
                T expected, T desired, int order, int failure) {                         \
    compare_exchange##bits(address, &expected, desired, order, failure, RS_PC() - 1);    \
    return expected;                                                                     \
  }

#define ATOMICS(T, bits)                                                                 \
  EXPORT_RESULT(T, __tsan_atomic##bits##_load, const volatile T *address, int order) {   \
    if (bits == 64 && order == RELAXED && is_filled_cache((const volatile uint64_t *)address)) \
      return *address;                                                                   \
    uint32_t object = begin(address, RS_OP_ATOMIC_LOAD, bits / 8, RS_PC() - 1);          \
    T value = *address;                                                                  \
    if (object) {                                                                        \
      read_edge(object, order);                                                          \
      read_done(object, (uint64_t)value, RS_PC() - 1);                                   \
    }                                                                                    \
    return value;                                                                        \
  }                                                                                      \
  EXPORT_RESULT(void, __tsan_atomic##bits##_store, volatile T *address, T value, int order) { \
    uint32_t object = begin(address, RS_OP_ATOMIC_STORE, bits / 8, RS_PC() - 1);         \
    bool changed = *address != value;                                                    \
    if (object) store_edge(object, order);                                               \
    *address = value;                                                                    \
    if (object) write_done(object, (uint64_t)value, changed, RS_PC() - 1);               \
  }                                                                                      \
  FETCH(T, bits, exchange, operand)                                                      \
  FETCH(T, bits, fetch_add, old + operand)                                               \
  FETCH(T, bits, fetch_sub, old - operand)                                               \
  FETCH(T, bits, fetch_and, old & operand)                                               \
  FETCH(T, bits, fetch_or, old | operand)                                                \
  FETCH(T, bits, fetch_xor, old ^ operand)                                               \
  FETCH(T, bits, fetch_nand, ~(old & operand))                                           \
  EXCHANGE(T, bits)

ATOMICS(a8, 8)
ATOMICS(a16, 16)
ATOMICS(a32, 32)
ATOMICS(a64, 64)
ATOMICS(a128, 128)

EXPORT_RESULT(void, __tsan_atomic_thread_fence, int order) {
  if (!rs_running || !rs_detecting) return;
  if (acquires(order) && rs_self->fence_acquire) rs_clock_acquire(rs_self->fence_acquire);
  if (releases(order)) rs_self->fence_release = rs_clock_snapshot();
}

EXPORT_RESULT(void, __tsan_atomic_signal_fence, int order) { (void)order; }

// The Synchronization module's Mutex. Its fast path is a compare-exchange that the compiler puts into
// the program itself: 0 becomes the thread's id, and 0 again. What makes such an operation a lock is the
// call that follows where it fails, so that is looked for in the code behind it.
#include "Shadow.h"
#include "SwiftMutex.h"

#define TID_MASK 0x3fffffffu
/// How far behind the compare-exchange the call for the slow path may be.
#define SEARCH_BYTES 160

#define SWIFT_METHOD __attribute__((swiftcall, visibility("default")))
#define SELF __attribute__((swift_context))

SWIFT_METHOD void rs_lock_slow(uint32_t own, SELF uint32_t *word) __asm__(
    "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT_METHOD bool rs_try_lock_slow(SELF uint32_t *word) __asm__(
    "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
SWIFT_METHOD void rs_unlock_slow(SELF uint32_t *word) __asm__(
    "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

static bool word_free(void *context) { return (*(volatile uint32_t *)context & TID_MASK) == 0; }

static void take(uint32_t *word, uint32_t object, uintptr_t pc) {
  *word = rs_tid();
  if (!object) return;
  rs_hold(object, pc);
  rs_clock_acquire(rs_object_clock(object));
  rs_object_changed(object);
}

static void lock(uint32_t *word, uintptr_t pc) {
  uint32_t object = rs_object_id(word, RS_KIND_MUTEX);
  if ((*word & TID_MASK) == rs_tid()) {
    rs_stuck_on_itself(RS_OP_LOCK, object, pc, "a thread locks a mutex that it holds already");
  }
  rs_point_when(RS_OP_LOCK, object, 0, word_free, word, RS_FOREVER, pc);
  take(word, object, pc);
}

static bool try_lock(uint32_t *word, uintptr_t pc) {
  uint32_t object = rs_object_id(word, RS_KIND_MUTEX);
  rs_point(RS_OP_TRYLOCK, object, pc);
  if (!word_free(word)) {
    rs_step_failed();
    rs_spin(object, pc);
    return false;
  }
  take(word, object, pc);
  return true;
}

static void unlock(uint32_t *word, uintptr_t pc) {
  uint32_t object = rs_object_id(word, RS_KIND_MUTEX);
  rs_point(RS_OP_UNLOCK, object, pc);
  *word = 0;
  if (!object) return;
  rs_unhold(object);
  if (rs_detecting) rs_clock_set(rs_object_clock(object));
  rs_object_changed(object);
}

SWIFT_METHOD void rs_lock_slow(uint32_t own, SELF uint32_t *word) {
  (void)own;
  lock(word, RS_PC() - 1);
}

// The compare-exchange before it said no already.
SWIFT_METHOD bool rs_try_lock_slow(SELF uint32_t *word) {
  (void)word;
  return false;
}

SWIFT_METHOD void rs_unlock_slow(SELF uint32_t *word) { unlock(word, RS_PC() - 1); }

typedef enum site_kind : uint8_t { SITE_UNKNOWN, SITE_LOCK, SITE_TRY_LOCK, SITE_OTHER } site_kind;

static site_kind look_at(uintptr_t pc) {
#if defined(__x86_64__)
  const uint8_t *code = (const uint8_t *)pc;
  for (int i = 0; i < SEARCH_BYTES; i++) {
    if (code[i] != 0xe8) continue;
    int32_t distance;
    __builtin_memcpy(&distance, code + i + 1, sizeof distance);
    uintptr_t target = (uintptr_t)(code + i + 5) + (uintptr_t)(intptr_t)distance;
    if (target == (uintptr_t)rs_lock_slow) return SITE_LOCK;
    if (target == (uintptr_t)rs_try_lock_slow) return SITE_TRY_LOCK;
  }
#else
  (void)pc;
#endif
  return SITE_OTHER;
}

static site_kind kind_of_site(uintptr_t pc) {
  static struct {
    uintptr_t pc;
    site_kind kind;
  } known[256];
  size_t at = (pc * 0x9E3779B97F4A7C15ull) >> 56;
  if (known[at].pc != pc) {
    known[at].pc = pc;
    known[at].kind = look_at(pc);
  }
  return known[at].kind;
}

rs_exchange_result rs_swift_mutex_exchange(uint32_t *word, uint32_t expected, uint32_t desired,
                                           uintptr_t pc) {
  uint32_t own = rs_tid();
  if (expected == 0 && desired == own) {
    switch (kind_of_site(pc)) {
    case SITE_LOCK:
      lock(word, pc);
      return RS_EXCHANGE_DONE;
    case SITE_TRY_LOCK:
      return try_lock(word, pc) ? RS_EXCHANGE_DONE : RS_EXCHANGE_FAILED;
    default:
      return RS_EXCHANGE_PLAIN;
    }
  }
  if (expected == own && desired == 0 && *word == own) {
    uint32_t object = *rs_shadow_object((uintptr_t)word);
    if (object && rs_objects[object].kind == RS_KIND_MUTEX) {
      unlock(word, pc);
      return RS_EXCHANGE_DONE;
    }
  }
  return RS_EXCHANGE_PLAIN;
}

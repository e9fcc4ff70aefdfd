// Happens-before edges of Swift's reference counts. What a thread did with an object before it let go of
// it happens before whoever then finds that it holds the only reference: a snapshot is read outside
// the lock and the original changed in place later, and that is right.
#include "Interpose.h"
#include "Shadow.h"

/// The top bit says that the count lives elsewhere; below it, from bit 33 on, how many references
/// there are besides one.
static bool is_last(const void *object) {
  uint64_t bits = ((const uint64_t *)object)[1];
  return (bits >> 33) == 0;
}

/// Bridged references carry flags in their top and bottom bits.
static void *untagged(void *object) {
  return (void *)((uintptr_t)object & 0x0ffffffffffffff8ull);
}

static bool matters(const void *object) {
  return rs_running && rs_thread_total > 1 && object && !((uintptr_t)object >> 56);
}

static void acquire(void *object) {
  rs_granule *granule = rs_shadow_peek((uintptr_t)object);
  if (granule && granule->clock) rs_clock_acquire(granule->clock);
}

static void let_go(void *object) {
  if (!rs_detecting || !matters(object)) return;
  if (is_last(object)) {
    acquire(object);
    return;
  }
  uint32_t *clock = &rs_shadow_find((uintptr_t)object)->clock;
  if (!*clock) *clock = rs_clock_new();
  rs_clock_release(*clock);
}

static bool if_unique(bool unique, void *object) {
  if (unique && rs_detecting && matters(object)) acquire(object);
  return unique;
}

REAL(swift_release, void, void *object) {
  FIND(swift_release);
  if (matters(object)) rs_release_step(object, RS_PC());
  let_go(object);
  real_swift_release(object);
}

REAL(swift_release_n, void, void *object, uint32_t count) {
  FIND(swift_release_n);
  let_go(object);
  real_swift_release_n(object, count);
}

REAL(swift_bridgeObjectRelease, void, void *object) {
  FIND(swift_bridgeObjectRelease);
  // A top bit says that it is no object of Swift's.
  if ((intptr_t)object > 0) let_go(untagged(object));
  real_swift_bridgeObjectRelease(object);
}

REAL(swift_bridgeObjectRelease_n, void, void *object, int count) {
  FIND(swift_bridgeObjectRelease_n);
  if ((intptr_t)object > 0) let_go(untagged(object));
  real_swift_bridgeObjectRelease_n(object, count);
}

REAL(swift_bridgeObjectRetain, void *, void *object) {
  FIND(swift_bridgeObjectRetain);
  if (RS_UNLIKELY(rs_pause_armed)) rs_pause_at_copy(untagged(object), RS_PC());
  return real_swift_bridgeObjectRetain(object);
}

#define UNIQUE(name)                                          \
  REAL(name, bool, void *object) {                            \
    FIND(name);                                               \
    return if_unique(real_##name(object), untagged(object));  \
  }
UNIQUE(swift_isUniquelyReferenced_native)
UNIQUE(swift_isUniquelyReferenced_nonNull_native)
UNIQUE(swift_isUniquelyReferencedNonObjC)
UNIQUE(swift_isUniquelyReferencedNonObjC_nonNull)
UNIQUE(swift_isUniquelyReferencedNonObjC_nonNull_bridgeObject)

typedef bool is_known_unique(void **, const void *) __attribute__((swiftcall));
#define IS_KNOWN_UNIQUE "$ss25isKnownUniquelyReferencedySbxzRlzClF"
#define IS_KNOWN_UNIQUE_OPTIONAL "$ss25isKnownUniquelyReferencedySbxSgzRlzClF"

RS_EXPORT bool rs_is_known_unique(void **object, const void *type) __attribute__((swiftcall))
__asm__(IS_KNOWN_UNIQUE);
RS_EXPORT __attribute__((swiftcall)) bool rs_is_known_unique(void **object, const void *type) {
  static is_known_unique *real;
  if (!real) real = rs_real(IS_KNOWN_UNIQUE);
  return if_unique(real(object, type), *object);
}

RS_EXPORT bool rs_is_known_unique_optional(void **object, const void *type)
    __attribute__((swiftcall)) __asm__(IS_KNOWN_UNIQUE_OPTIONAL);
RS_EXPORT __attribute__((swiftcall)) bool rs_is_known_unique_optional(void **object,
                                                                      const void *type) {
  static is_known_unique *real;
  if (!real) real = rs_real(IS_KNOWN_UNIQUE_OPTIONAL);
  return if_unique(real(object, type), *object);
}

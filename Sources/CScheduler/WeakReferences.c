// Weak and unowned references. Whether the object is still there decides what a program does, so that
// asking for it is a step, and so is letting go of an object that has such references. Other objects are
// let go without a step: there, only the thread on which a deinit runs depends on the order.
//
// A weak variable is a variable like others: the runtime takes no care of one that is set by one thread
// while another uses it (WeakReference.h), so that is a race.
#include "DispatchInternal.h"
#include "Interpose.h"
#include "Shadow.h"

// How the runtime lays out the word after an object's metadata (RefCount.h): its two top bits say that
// the counts live in a side table, whose address divided by eight is the rest.
#define IN_SIDE_TABLE 3u
#define SIDE_TABLE_COUNTS 16
#define STRONG_SHIFT 33
#define STRONG_MASK 0x3fffffffull
#define UNOWNED_MASK 0x7fffffffull
#define IS_GONE (1ull << 32)

/// - Returns: 0 if the object is not counted.
static uint64_t counts_of(const void *object, uintptr_t *side) {
  uint64_t bits = ((const uint64_t *)object)[1];
  *side = 0;
  if (bits >> 62 != IN_SIDE_TABLE) return bits >> 63 ? 0 : bits;
  *side = (uintptr_t)(bits << 3);
  return *(const uint64_t *)(*side + SIDE_TABLE_COUNTS);
}

/// Whether anybody else can be at the object, now that so many strong references besides one are left.
static bool may_meet(uint64_t counts) {
  return rs_live_threads() > 1 && ((counts >> STRONG_SHIFT) & STRONG_MASK) <= rs_live_threads();
}

static bool matters(uintptr_t pc) { return rs_running && rs_in_program(pc); }

/// Whether an object is of a class of the program's: those of libraries are asked for by libraries. Two
/// words before its metadata's begin is what destroys it (Metadata.h).
static bool is_of_program(const void *object) {
  const uintptr_t *metadata = *(const uintptr_t *const *)object;
  return rs_in_program(metadata[-2]);
}

static void step(rs_op op, uintptr_t address, uintptr_t pc) {
  uint32_t id = rs_object_id((const void *)address, RS_KIND_OTHER);
  rs_point(op, id, pc);
  if (op == RS_OP_RELEASE) rs_object_changed(id);
}

void rs_release_step(const void *object, uintptr_t pc) {
  uintptr_t side;
  uint64_t counts = counts_of(object, &side);
  // One unowned reference is the object's own.
  bool is_known = side || ((counts >> 1) & UNOWNED_MASK) > 1;
  if (!is_known || !may_meet(counts) || !matters(pc) || !is_of_program(object)) return;
  step(RS_OP_RELEASE, side ? side : (uintptr_t)object, pc - 1);
}

/// A weak variable holds the address of its object's side table.
static void weak_step(void *const *reference, uintptr_t pc) {
  uintptr_t side = (uintptr_t)*reference & ~7ull;
  if (!side || !matters(pc) || !may_meet(*(const uint64_t *)(side + SIDE_TABLE_COUNTS))) return;
  step(RS_OP_WEAK_READ, side, pc - 1);
}

static void unowned_step(const void *object, uintptr_t pc) {
  if (!object || !matters(pc)) return;
  uintptr_t side;
  if (may_meet(counts_of(object, &side)) && is_of_program(object)) {
    step(RS_OP_WEAK_READ, side ? side : (uintptr_t)object, pc - 1);
  }
  if (counts_of(object, &side) & IS_GONE) {
    RS_MISUSE(pc - 1, "an unowned reference is used after its object has gone");
  }
}

static void access(void *reference, uint8_t kind, uintptr_t pc) {
  if (matters(pc)) rs_access_plain(reference, sizeof(void *), kind, pc);
}

REAL(swift_weakLoadStrong, void *, void **reference) {
  FIND(swift_weakLoadStrong);
  access(reference, 0, RS_PC());
  weak_step(reference, RS_PC());
  return real_swift_weakLoadStrong(reference);
}

REAL(swift_weakTakeStrong, void *, void **reference) {
  FIND(swift_weakTakeStrong);
  weak_step(reference, RS_PC());
  return real_swift_weakTakeStrong(reference);
}

REAL(swift_weakCopyInit, void **, void **to, void **from) {
  FIND(swift_weakCopyInit);
  access(from, 0, RS_PC());
  weak_step(from, RS_PC());
  return real_swift_weakCopyInit(to, from);
}

REAL(swift_weakAssign, void **, void **reference, void *object) {
  FIND(swift_weakAssign);
  access(reference, RS_CELL_WRITE, RS_PC());
  return real_swift_weakAssign(reference, object);
}

REAL(swift_unownedRetainStrong, void *, void *object) {
  FIND(swift_unownedRetainStrong);
  unowned_step(object, RS_PC());
  return real_swift_unownedRetainStrong(object);
}

REAL(swift_unownedCheck, void, void *object) {
  FIND(swift_unownedCheck);
  unowned_step(object, RS_PC());
  real_swift_unownedCheck(object);
}

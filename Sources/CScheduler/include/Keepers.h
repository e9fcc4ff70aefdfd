// Who keeps what alive: the blocks of memory that the program holds, and what is due at a later time.
#ifndef RS_KEEPERS_H
#define RS_KEEPERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RS_MAKER_FRAMES 6

/// A block of memory that the schedule under way has handed out and not taken back.
typedef struct rs_memory {
  uintptr_t address;
  size_t size;
  /// Where in the program it was made, innermost first; 0 at the end, and unless frames are traced.
  uintptr_t makers[RS_MAKER_FRAMES];
  uint32_t number;    ///< counts from 1 within the schedule
} rs_memory;

/// From the next schedule on, remembers blocks. Lasts until `rs_shared.watches_blocks` is cleared.
void rs_blocks_watch(void);
/// The blocks, in no order. Valid until the next call.
/// - Returns: NULL when they were not remembered, or were too many.
const rs_memory *rs_blocks_live(size_t *count);
/// Whether an address can be read.
bool rs_is_mapped(uintptr_t address);

/// What lies at the start of a block, as far as this runtime knows.
typedef enum rs_held_kind : uint8_t {
  RS_HELD_OTHER,
  RS_HELD_BLOCK,      ///< a copied block: a closure that C can call
  RS_HELD_QUEUE,
  RS_HELD_SOURCE,
  RS_HELD_DISPATCH,   ///< another object of Dispatch
} rs_held_kind;
rs_held_kind rs_held_kind_of(uintptr_t address);
/// The blocks that a dispatch source keeps: its handlers.
/// - Returns: how many.
size_t rs_dispatch_keeps(uintptr_t address, uintptr_t *kept, size_t capacity);

typedef enum rs_root_kind : uint8_t {
  RS_ROOT_AFTER,      ///< a block that waits for its time
  RS_ROOT_TASK,       ///< a task that sleeps
  RS_ROOT_SOURCE,     ///< a timer source that ticks
  RS_ROOT_THREAD,     ///< a thread that sleeps
  RS_ROOT_QUEUED,     ///< a block on a queue, which may never run
} rs_root_kind;
/// Something that is due at a later time or waits for its turn, and what it keeps alive until then.
typedef struct rs_root {
  rs_root_kind kind;
  bool cancelled;     ///< it will do nothing when its time comes
  uintptr_t object;   ///< 0 for a thread; of a task the task itself
  uint64_t due;       ///< virtual nanoseconds since the schedule began; 0 if no time is set
  uintptr_t pc;       ///< where it was asked for
} rs_root;
/// All that is due later, and what waits on queues. Not the run loops' timers: they are objects of Foundation's.
/// - Returns: how many.
size_t rs_roots(rs_root *roots, size_t capacity);
/// Whether the stack of a thread that waits, the main one excepted, holds the address.
bool rs_thread_keeps(uintptr_t address, uintptr_t *pc);
/// A global variable of the executable's that holds an address.
typedef struct rs_global {
  uintptr_t held;
  const char *name;   ///< as it is mangled; valid until the next call
} rs_global;
/// The global variables of Swift code in the executable that hold one of the addresses.
/// - Parameter addresses: ascending.
/// - Returns: how many.
size_t rs_globals_keeping(const uintptr_t *addresses, size_t count, rs_global *globals,
                          size_t capacity);
/// Where in the program a task goes on that waits, innermost function first.
/// - Returns: how many functions of the program's own are known.
uint32_t rs_task_places(uintptr_t task, uintptr_t *places, uint32_t capacity);
/// Whether a task has come to its end, or is the one that asks.
bool rs_task_is_over(uintptr_t task);
/// Says once a run that only a timer which Foundation does not free still holds an object.
void rs_remark_invalid_timer(void);

/// Foundation on Linux lets a timer of `Timer(timeInterval:repeats:block:)` fire at once, not one interval
/// later. While such a tick is under way, and as long as no time passes: its number, from 1.
/// - Returns: 0 at any other time.
uint32_t rs_early_tick(void);
/// Says once a run that such a tick was not charged.
void rs_remark_early_timer(void);

#ifdef __cplusplus
}
#endif
#endif

// Who keeps what alive: the blocks of memory that the program holds, and what is due at a later time.
#ifndef RS_KEEPERS_H
#define RS_KEEPERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A block of memory that the schedule under way has handed out and not taken back.
typedef struct rs_memory {
  uintptr_t address;
  size_t size;
  uintptr_t pc;       ///< where in the program; 0 unless frames are traced
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
} rs_root_kind;
/// Something that is due at a later time, and what it keeps alive until then.
typedef struct rs_root {
  rs_root_kind kind;
  bool cancelled;     ///< it will do nothing when its time comes
  uintptr_t object;   ///< 0 for a thread
  uint64_t due;       ///< virtual nanoseconds since the schedule began
  uintptr_t pc;       ///< where it was asked for
} rs_root;
/// All that is due later. Not the run loops' timers: they are objects of Foundation's.
/// - Returns: how many.
size_t rs_roots(rs_root *roots, size_t capacity);
/// Whether the stack of a thread that waits, the main one excepted, holds the address.
bool rs_thread_keeps(uintptr_t address, uintptr_t *pc);
/// Whether a global variable of the executable holds the address.
bool rs_global_keeps(uintptr_t address);
/// Says once a run that only a timer which was invalidated still holds an object.
void rs_remark_invalid_timer(void);

#ifdef __cplusplus
}
#endif
#endif

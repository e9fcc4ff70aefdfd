// Shadow memory: for every eight bytes of the program, who accessed which of them, and when.
#ifndef RS_SHADOW_H
#define RS_SHADOW_H

#include "State.h"

#pragma GCC visibility push(hidden)

#define RS_CELLS 4

/// One remembered access to some bytes of a granule.
typedef struct rs_cell {
  uint32_t epoch;
  uint16_t thread;
  uint8_t bytes;    // a bit for each byte
  uint8_t kind;     // RS_CELL_...
  uint32_t pc;      // relative to the executable's base; 0 unknown
} rs_cell;
#define RS_CELL_WRITE 1u
#define RS_CELL_ATOMIC 2u

/// Eight bytes of program memory.
typedef struct rs_granule {
  uint32_t generation;   // everything below is stale when this isn't current
  uint32_t object[2];    // ids of the objects at byte 0 and byte 4
  uint32_t clock;        // reference-count clock of a Swift object
  rs_cell cells[RS_CELLS];
} rs_granule;

/// Returns the current granule of an address, emptied if it was stale. Never NULL.
rs_granule *rs_shadow_find(uintptr_t address);
/// Returns the granule if its page exists, whatever its generation; NULL otherwise.
rs_granule *rs_shadow_peek(uintptr_t address);

/// A step before a strong reference goes, if weak or unowned ones can tell. `pc` is what called.
void rs_release_step(const void *object, uintptr_t pc);

/// Records an access and reports the races it is in.
void rs_access_check(uintptr_t address, uint32_t size, uint8_t kind, uintptr_t pc);
/// A plain access that the running thread is about to make: races, points and traces.
/// - Parameter return_address: The program's, of the call that says so.
void rs_access_plain(void *pointer, size_t size, uint8_t kind, uintptr_t return_address);
/// The same for any length.
void rs_access_check_range(uintptr_t address, size_t size, uint8_t kind, uintptr_t pc);

#pragma GCC visibility pop
#endif

// How atomic operations find out that they are a lock's.
#ifndef RS_SWIFT_MUTEX_H
#define RS_SWIFT_MUTEX_H

#include "State.h"

#pragma GCC visibility push(hidden)

typedef enum rs_exchange_result : uint8_t {
  RS_EXCHANGE_PLAIN,   // an ordinary atomic operation: do it
  RS_EXCHANGE_DONE,    // it was a lock's, and succeeded
  RS_EXCHANGE_FAILED,  // it was a lock's, and failed
} rs_exchange_result;

/// The running thread's id as the system would give it.
uint32_t rs_tid(void);

/// Does a compare-exchange that locks or unlocks a Mutex.
rs_exchange_result rs_swift_mutex_exchange(uint32_t *word, uint32_t expected, uint32_t desired,
                                           uintptr_t pc);

#pragma GCC visibility pop
#endif

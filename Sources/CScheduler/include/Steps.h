// What virtual threads do, step by step: the words that traces and the search share.
#ifndef RS_STEPS_H
#define RS_STEPS_H

#include <stdint.h>

/// What a virtual thread is about to do. The order is part of the schedule codec's trace format:
/// append only.
typedef enum rs_op : uint8_t {
  RS_OP_NONE = 0,
  RS_OP_START,         ///< the first step of a thread; touches nothing
  RS_OP_EXIT,          ///< the end of a thread
  RS_OP_JOIN,          ///< waits for a thread's end
  RS_OP_LOCK,          ///< takes a mutex or spin lock; enabled while it is free
  RS_OP_TRYLOCK,
  RS_OP_UNLOCK,
  RS_OP_READ_LOCK,
  RS_OP_TRY_READ_LOCK,
  RS_OP_WRITE_LOCK,
  RS_OP_TRY_WRITE_LOCK,
  RS_OP_RW_UNLOCK,
  RS_OP_COND_WAIT,     ///< releases the mutex and starts to wait
  RS_OP_COND_WAKE,     ///< takes the mutex again after a wake or a time-out
  RS_OP_COND_SIGNAL,
  RS_OP_COND_BROADCAST,
  RS_OP_SEM_WAIT,
  RS_OP_SEM_TRYWAIT,
  RS_OP_SEM_POST,
  RS_OP_SEM_READ,
  RS_OP_BARRIER_WAIT,
  RS_OP_ONCE,
  RS_OP_YIELD,
  RS_OP_SLEEP,
  RS_OP_WAKE,          ///< goes on after a sleep or a wait without an object
  RS_OP_FUTEX_WAIT,
  RS_OP_FUTEX_WAKE,
  RS_OP_FUTEX_LOCK,
  RS_OP_FUTEX_UNLOCK,
  RS_OP_ATOMIC_LOAD,
  RS_OP_ATOMIC_STORE,
  RS_OP_ATOMIC_UPDATE, ///< exchange, fetch-and-add, compare-exchange
  RS_OP_FENCE,
  RS_OP_READ,          ///< a plain read, where accesses are scheduling points
  RS_OP_WRITE,         ///< a plain write, likewise
  RS_OP_SUBMIT,        ///< hands a work item to a queue
  RS_OP_SUBMIT_BARRIER,
  RS_OP_SYNC,          ///< enters a queue on the caller's thread
  RS_OP_SYNC_BARRIER,
  RS_OP_QUEUE_TAKE,    ///< a worker takes the next item of a queue
  RS_OP_QUEUE_DONE,    ///< an item ends and lets the next one in
  RS_OP_QUEUE_SUSPEND,
  RS_OP_QUEUE_RESUME,
  RS_OP_GROUP_ENTER,
  RS_OP_GROUP_LEAVE,
  RS_OP_GROUP_WAIT,
  RS_OP_GROUP_NOTIFY,
  RS_OP_DSEM_WAIT,     ///< a dispatch semaphore
  RS_OP_DSEM_SIGNAL,
  RS_OP_ITEM_CANCEL,
  RS_OP_ITEM_WAIT,
  RS_OP_SOURCE,        ///< arms, fires or cancels a dispatch source
  RS_OP_APPLY,
  RS_OP_TIME,          ///< the clock advances (done by no thread)
  RS_OP_CHOICE,        ///< a choice that is not one of threads, such as which waiter wakes
  RS_OP_MARK,          ///< a remark of the harness in the trace; never a scheduling point
  RS_OP_IO,            ///< poll, epoll, eventfd, timerfd
  RS_OP_INTERNAL,      ///< waits for a lock inside a runtime library
  RS_OP_TASK,          ///< the Swift runtime hands a task over, resumes or cancels it
  RS_OP_OBSERVE,       ///< the harness sees something whose order matters to it
  RS_OP_FILE_READ,     ///< looks at a file that is watched
  RS_OP_FILE_WRITE,    ///< makes, changes or moves one
  RS_OP_FILE_REMOVE,
  RS_OP_WEAK_READ,     ///< a weak or unowned reference is asked for its object
  RS_OP_RELEASE,       ///< lets go of an object that such references know
  RS_OP_COUNT
} rs_op;

/// What an object id stands for.
typedef enum rs_kind : uint8_t {
  RS_KIND_NONE = 0,
  RS_KIND_MUTEX,
  RS_KIND_RWLOCK,
  RS_KIND_CONDITION,
  RS_KIND_SEMAPHORE,
  RS_KIND_BARRIER,
  RS_KIND_SPIN,
  RS_KIND_ONCE,
  RS_KIND_FUTEX,
  RS_KIND_ATOMIC,
  RS_KIND_MEMORY,
  RS_KIND_THREAD,
  RS_KIND_QUEUE,
  RS_KIND_GROUP,
  RS_KIND_DISPATCH_SEMAPHORE,
  RS_KIND_ITEM,
  RS_KIND_SOURCE,
  RS_KIND_DESCRIPTOR,
  RS_KIND_OTHER,
  RS_KIND_FILE,
} rs_kind;

/// How a schedule can end, or what can be wrong with it.
typedef enum rs_outcome : uint8_t {
  RS_OUTCOME_NONE = 0,
  RS_OUTCOME_RACE,
  RS_OUTCOME_DEADLOCK,
  RS_OUTCOME_LIVELOCK,
  RS_OUTCOME_CRASH,          ///< a signal: trap, bad address, arithmetic, abort
  RS_OUTCOME_TRAP,           ///< misuse that traps on a real system; the reason is in words
  RS_OUTCOME_LOCK_HELD,      ///< a thread ended, or the body did, while it held a lock
  RS_OUTCOME_EXIT,           ///< the program called exit
  RS_OUTCOME_UNSUPPORTED,    ///< the program uses what is not modelled
  RS_OUTCOME_OUTSIDE,        ///< a thread blocks outside the scheduler's control
  RS_OUTCOME_DIVERGED,       ///< a replayed schedule asked for a thread that could not run
  RS_OUTCOME_VIOLATION,      ///< an invariant of the harness; the reason is in words
  RS_OUTCOME_SELF_WAIT,      ///< waits for itself; real systems trap. The reason is in words
} rs_outcome;

/// Marks an operation that commutes with others of its kind on the same object, such as a read.
#define RS_FLAG_READS 1u
/// Marks an operation that may touch anything: it commutes with nothing.
#define RS_FLAG_ALL 2u
/// The program counter was asked for as a scheduling point.
#define RS_FLAG_ASKED 4u
/// The operation is possible only while its object is free, and takes it.
#define RS_FLAG_TAKES 8u
/// The operation gives back what another took: the two are never possible at the same time.
#define RS_FLAG_GIVES 16u
/// The thread has made no step yet. Its id may have been another's, who ended before time last passed.
#define RS_FLAG_FRESH 32u

/// The operation a virtual thread does next.
typedef struct rs_pending {
  uintptr_t pc;      ///< where, an address in this process
  uint32_t object;   ///< id of the object, 0 when there is none
  uint32_t object2;  ///< id of a second object, such as the mutex of a wait
  rs_op op;
  uint8_t flags;     ///< RS_FLAG_...
  uint16_t size;     ///< size of a memory access
} rs_pending;

/// One step of a trace.
typedef struct rs_step {
  uintptr_t pc;
  uint64_t value;    ///< the value read, or the new value written; see `has_value`
  uint32_t object;
  uint32_t object2;
  uint16_t thread;
  rs_op op;
  uint8_t has_value; ///< bit 0: `value` is known; bit 1: it was written; bit 2: the attempt failed;
                     ///< bit 3: the thread was paused here
  uint16_t task;     ///< the Swift task that made it, 0 if none; only while frames are traced
  uint16_t trail;    ///< a digest of what the thread did to its own stack since its step before
} rs_step;

#endif

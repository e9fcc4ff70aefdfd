// What is not ours. DispatchData stays with the real library: it is a value without threads, and its
// functions are simply not defined here. The rest of what we do not model is refused by name.
#include "DispatchInternal.h"

/// The real library sets nothing up: its queues, keys and threads are never used.
RS_EXPORT void libdispatch_init(void) {}

#define REFUSE(name)                                                                        \
  RS_EXPORT _Noreturn void name(void) {                                                     \
    rs_trap(RS_OUTCOME_UNSUPPORTED, RS_PLACE(), #name " is not modelled: " REASON);         \
  }

#define REASON "DispatchIO reads and writes files in threads of its own"
REFUSE(dispatch_io_create)
REFUSE(dispatch_io_create_f)
REFUSE(dispatch_io_create_with_path)
REFUSE(dispatch_io_create_with_path_f)
REFUSE(dispatch_io_create_with_io)
REFUSE(dispatch_io_create_with_io_f)
REFUSE(dispatch_io_barrier)
REFUSE(dispatch_io_barrier_f)
REFUSE(dispatch_io_close)
REFUSE(dispatch_io_get_descriptor)
REFUSE(dispatch_io_read)
REFUSE(dispatch_io_read_f)
REFUSE(dispatch_io_write)
REFUSE(dispatch_io_write_f)
REFUSE(dispatch_io_set_high_water)
REFUSE(dispatch_io_set_low_water)
REFUSE(dispatch_io_set_interval)
REFUSE(dispatch_read)
REFUSE(dispatch_read_f)
REFUSE(dispatch_write)
REFUSE(dispatch_write_f)
#undef REASON
#define REASON "Swift has no name for it on this system"
REFUSE(dispatch_workloop_create)
REFUSE(dispatch_workloop_create_inactive)
REFUSE(dispatch_workloop_copy_current)
REFUSE(dispatch_source_cancel_and_wait)
REFUSE(dispatch_source_set_mandatory_cancel_handler)
REFUSE(dispatch_source_set_mandatory_cancel_handler_f)
REFUSE(dispatch_source_get_extended_data)
REFUSE(_dispatch_runloop_root_queue_create_4CF)
REFUSE(_dispatch_runloop_root_queue_perform_4CF)
REFUSE(_dispatch_runloop_root_queue_wakeup_4CF)

/// A data object may outlive the queue on which it is to be let go of, and the real library cannot
/// hold on to one of ours: so we do, for good.
RS_EXPORT void *dispatch_data_create(const void *bytes, size_t size, void *queue,
                                     const void *destructor) {
  static void *(*real)(const void *, size_t, void *, const void *);
  if (!real) real = rs_real("dispatch_data_create");
  if (queue && rs_dispatch_is_ours(queue)) rs_dispatch_use(queue);
  return real(bytes, size, queue, destructor);
}

// What the models of descriptors and of the main thread's run loop share.
#ifndef RS_DESCRIPTOR_H
#define RS_DESCRIPTOR_H

#include "DispatchInternal.h"
#include "State.h"

#include <poll.h>
#include <signal.h>

#pragma GCC visibility push(hidden)

// Descriptor.c
/// Makes an eventfd readable. No scheduling point: part of the running step.
void rs_descriptor_raise(int fd);
/// Whether a descriptor is readable, or a set has a member to report.
bool rs_descriptor_ready(int fd);
/// The descriptor's object.
uint32_t rs_descriptor_object(int fd);
/// Whether a schedule leaves nothing behind that a run loop still waits for.
bool rs_descriptors_are_quiet(void);

/// A descriptor that is readable while the main queue has items.
int rs_descriptor_main_port(void);

// DispatchMain.c
/// Whether the main queue has items for the main thread to run.
bool rs_main_queue_has_items(void);
/// Runs those it has now, on the main thread.
void rs_main_queue_drain(void);

// MainRunLoop.c
/// Something was made that only run loops have.
void rs_run_loop_exists(void);
/// The main thread's next step while it waits for something to serve: `op` on what it looks at.
rs_pending rs_main_pending(rs_op op);
/// A thread polls or waits for a set, as a run loop does.
void rs_run_loop_waits(int fd);

#pragma GCC visibility pop
#endif

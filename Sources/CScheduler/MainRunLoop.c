// The main thread as an application has it: while the harness leaves it free, it serves the main queue,
// the main actor and the main run loop.
//
// As long as nothing in the process has made a run loop, the main queue is served directly. After that
// CoreFoundation's own loop does it, polled whenever there is something for it, so that timers, blocks,
// sources and the main queue take their turns as they do in an application.
#include "Descriptor.h"

#include <dlfcn.h>

static bool loops_exist;     // something was made that only run loops have
static int main_set = -1;    // what the main run loop waits for in its default mode
static bool polling;         // the main run loop is being polled from here

void rs_run_loop_exists(void) { loops_exist = true; }

void rs_run_loop_waits(int fd) {
  if (polling && main_set < 0 && rs_is_main()) main_set = fd;
}

/// Whether the main run loop has something to do. Before its first turn nobody knows what it waits for.
static bool loop_has_work(void) {
  if (!loops_exist || polling) return false;
  return main_set < 0 || rs_descriptor_ready(main_set);
}

bool rs_main_has_work(void) { return rs_main_queue_has_items() || loop_has_work(); }

rs_pending rs_main_pending(rs_op op) {
  rs_pending pending = {.op = op};
  if (!loops_exist || !rs_is_main()) return pending;
  pending.object = main_set < 0 ? 0 : rs_descriptor_object(main_set);
  pending.object2 = rs_dispatch_id(&_dispatch_main_q.object);
  return pending;
}

/// One turn of the main run loop, without waiting.
static bool turn(void) {
  static int32_t (*run)(const void *, double, bool);
  static const void **mode;
  if (!run) {
    run = (int32_t (*)(const void *, double, bool))dlsym(RTLD_DEFAULT, "CFRunLoopRunInMode");
    mode = dlsym(RTLD_DEFAULT, "kCFRunLoopDefaultMode");
    if (!run || !mode) return false;
  }
  polling = true;
  run(*mode, 0, true);
  polling = false;
  if (main_set < 0) loops_exist = false;
  return true;
}

void rs_main_work(void) {
  if (!loops_exist || !turn()) rs_main_queue_drain();
}

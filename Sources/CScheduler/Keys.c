// Thread-specific data. The values live with the pooled pthread that lends its identity; since that
// never ends, what libc does at a thread's end is done here when the virtual thread ends.
#include "State.h"

#include <stdlib.h>

#define MAX_KEYS 1024

typedef void (*destructor)(void *);
static destructor destructors[MAX_KEYS];
// The keys that have one, ascending.
static pthread_key_t keys[MAX_KEYS];
static uint32_t key_count;

static void remember(pthread_key_t key) {
  uint32_t at = key_count++;
  for (; at > 0 && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
  keys[at] = key;
}

static void forget(pthread_key_t key) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < key_count; i++) {
    if (keys[i] != key) keys[kept++] = keys[i];
  }
  key_count = kept;
}

typedef struct rs_exit_call {
  struct rs_exit_call *next;
  void (*function)(void *);
  void *object;
} rs_exit_call;

RS_EXPORT int pthread_key_create(pthread_key_t *key, void (*at_exit)(void *)) {
  static int (*real)(pthread_key_t *, void (*)(void *));
  if (!real) real = rs_real("pthread_key_create");
  int failed = real(key, NULL);
  if (failed || *key >= MAX_KEYS) return failed;
  forget(*key);
  destructors[*key] = at_exit;
  if (at_exit) remember(*key);
  return 0;
}

RS_EXPORT int pthread_key_delete(pthread_key_t key) {
  static int (*real)(pthread_key_t);
  if (!real) real = rs_real("pthread_key_delete");
  if (key < MAX_KEYS) {
    destructors[key] = NULL;
    forget(key);
  }
  return real(key);
}

/// C++ and Swift thread-local objects with a destructor.
RS_EXPORT int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *image);
RS_EXPORT int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *image) {
  (void)image;
  rs_slot *slot = rs_self->slot;
  if (!slot) return 0;
  rs_exit_call *call = malloc(sizeof *call);
  *call = (rs_exit_call){slot->exit_calls, function, object};
  slot->exit_calls = call;
  return 0;
}

void rs_thread_run_exit_calls(rs_slot *slot) {
  while (slot->exit_calls) {
    rs_exit_call *call = slot->exit_calls;
    slot->exit_calls = call->next;
    call->function(call->object);
    free(call);
  }
  for (int round = 0; round < 4; round++) {
    bool any = false;
    // A destructor may make and delete keys.
    for (uint32_t i = 0; i < key_count; i++) {
      pthread_key_t key = keys[i];
      void *value = pthread_getspecific(key);
      if (!value) continue;
      pthread_setspecific(key, NULL);
      destructors[key](value);
      any = true;
    }
    if (!any) return;
  }
  for (uint32_t i = 0; i < key_count; i++) pthread_setspecific(keys[i], NULL);
}

// Virtual descriptors: what a run loop waits for. CoreFoundation on Linux waits by `ppoll` on an epoll
// set, asks the set which member woke it, and reads that member: an eventfd that others write to, or
// a timerfd. None of them exists outside this process, and their time is the virtual one.
#include "Descriptor.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

/// Above what the process opens in reality, and below what `select` can name.
#define FIRST 896
#define COUNT 128

typedef enum rs_descriptor_kind : uint8_t { FREE, EVENT, TIMER, SET, PORT } rs_descriptor_kind;

/// That a descriptor is in a set. Sets are edge-triggered: each edge is reported once.
typedef struct rs_member {
  struct rs_member *next;
  struct rs_descriptor *descriptor;
  uint64_t data;        // what the set reports for it
  uint64_t seen;        // the edge that was reported
} rs_member;

typedef struct rs_descriptor {
  rs_descriptor_kind kind;
  uint64_t value;       // what a read gives; 0: not readable, unless it is the main queue's port
  uint64_t edge;        // when it last became readable, or was written to again
  rs_timer timer;
  uint32_t sets;        // how many sets it is in
  struct rs_descriptor *set;   // the one, if it is one
  rs_member *members;   // of a set
  uint32_t clock, generation;  // what its writers did
} rs_descriptor;

static rs_descriptor table[COUNT];
static uint32_t most;      // at and above this, none was ever made
static uint64_t edges;

static rs_descriptor *find(int fd) {
  if (fd < FIRST || fd >= FIRST + COUNT) return NULL;
  rs_descriptor *it = &table[fd - FIRST];
  return it->kind == FREE ? NULL : it;
}

static int make(rs_descriptor_kind kind) {
  for (uint32_t i = 0; i < COUNT; i++) {
    if (table[i].kind != FREE) continue;
    table[i] = (rs_descriptor){.kind = kind};
    if (i >= most) most = i + 1;
    return FIRST + (int)i;
  }
  errno = EMFILE;
  return -1;
}

int rs_descriptor_main_port(void) { return make(PORT); }

static bool is_readable(const rs_descriptor *it) {
  return it->kind == PORT ? rs_main_queue_has_items() : it->value > 0;
}

static uint32_t object_of(rs_descriptor *it) { return rs_object_id(it, RS_KIND_DESCRIPTOR); }

/// A point before a change of a descriptor, which may wake whoever waits for its set.
static void change_point(rs_descriptor *it, uintptr_t pc) {
  if (!rs_running) return;
  uint32_t set = it->sets == 1 ? object_of(it->set) : 0;
  rs_point2(RS_OP_IO, object_of(it), set, it->sets > 1 ? RS_FLAG_ALL : 0, pc);
}

static void raise_edge(rs_descriptor *it, uint64_t value) {
  it->value += value;
  it->edge = ++edges;
}

// --- Events and timers --------------------------------------------------------------------------

RS_EXPORT int eventfd(unsigned start, int flags) {
  (void)flags;
  int fd = make(EVENT);
  if (fd >= 0 && start) raise_edge(find(fd), start);
  return fd;
}

void rs_descriptor_raise(int fd) {
  rs_descriptor *it = find(fd);
  if (it) raise_edge(it, 1);
}

static int event_write(rs_descriptor *it, uint64_t value, uintptr_t pc) {
  change_point(it, pc);
  raise_edge(it, value);
  if (!rs_detecting) return 0;
  if (it->generation != rs_generation) {
    it->generation = rs_generation;
    it->clock = rs_clock_new();
  }
  rs_clock_release(it->clock);
  return 0;
}

RS_EXPORT int eventfd_write(int fd, eventfd_t value) {
  rs_descriptor *it = find(fd);
  if (!it || it->kind != EVENT) {
    static int (*real)(int, eventfd_t);
    if (!real) real = rs_real("eventfd_write");
    return real(fd, value);
  }
  return event_write(it, value, RS_PLACE());
}

static ssize_t event_read(rs_descriptor *it, void *buffer, size_t size) {
  if (size < sizeof it->value) {
    errno = EINVAL;
    return -1;
  }
  if (!is_readable(it)) {
    errno = EAGAIN;
    return -1;
  }
  uint64_t value = it->kind == PORT ? 1 : it->value;
  memcpy(buffer, &value, sizeof value);
  it->value = 0;
  if (it->generation == rs_generation) rs_clock_acquire(it->clock);
  return sizeof it->value;
}

RS_EXPORT int eventfd_read(int fd, eventfd_t *value) {
  return read(fd, value, sizeof *value) == sizeof *value ? 0 : -1;
}

static void expire(void *context) { raise_edge(context, 1); }

RS_EXPORT int timerfd_create(clockid_t clock, int flags) {
  (void)flags;
  if (clock != CLOCK_MONOTONIC) {
    rs_trap(RS_OUTCOME_UNSUPPORTED, RS_PLACE(), "a timerfd of another clock is not modelled");
  }
  return make(TIMER);
}

RS_EXPORT int timerfd_settime(int fd, int flags, const struct itimerspec *time,
                              struct itimerspec *old) {
  rs_descriptor *it = find(fd);
  if (!it || it->kind != TIMER) {
    errno = EBADF;
    return -1;
  }
  if (old) memset(old, 0, sizeof *old);
  uint64_t at = rs_deadline_from_spec(CLOCK_MONOTONIC, &time->it_value);
  if (at && !(flags & TFD_TIMER_ABSTIME)) at += rs_now();
  change_point(it, RS_PLACE());
  rs_timer_cancel(&it->timer);
  it->value = 0;
  if (at == 0) return 0;
  if (at > rs_now()) rs_timer_arm(&it->timer, at, expire, it); else raise_edge(it, 1);
  return 0;
}

// --- Sets ---------------------------------------------------------------------------------------

RS_EXPORT int epoll_create1(int flags) {
  (void)flags;
  rs_run_loop_exists();
  return make(SET);
}

static rs_member **find_member(rs_descriptor *set, const rs_descriptor *it) {
  rs_member **at = &set->members;
  while (*at && (*at)->descriptor != it) at = &(*at)->next;
  return at;
}

static void leave(rs_member **at) {
  rs_member *member = *at;
  rs_descriptor *it = member->descriptor;
  *at = member->next;
  rs_dispatch_free(member);
  it->sets -= 1;
  if (it->sets != 1) return;
  for (uint32_t i = 0; i < COUNT; i++) {
    if (table[i].kind == SET && *find_member(&table[i], it)) it->set = &table[i];
  }
}

RS_EXPORT int epoll_ctl(int set_fd, int operation, int fd, struct epoll_event *event) {
  rs_descriptor *set = find(set_fd), *it = find(fd);
  if (!set || set->kind != SET || !it || operation == EPOLL_CTL_MOD) {
    errno = EBADF;
    return -1;
  }
  rs_member **at = find_member(set, it);
  if (operation == EPOLL_CTL_DEL) {
    if (!*at) {
      errno = ENOENT;
      return -1;
    }
    leave(at);
    return 0;
  }
  if (*at) {
    errno = EEXIST;
    return -1;
  }
  *at = rs_dispatch_allocate(sizeof **at);
  // What is readable already is reported.
  **at = (rs_member){.descriptor = it, .data = event->data.u64, .seen = UINT64_MAX};
  it->sets += 1;
  it->set = set;
  return 0;
}

/// The member that became readable first, and was not reported since.
static rs_member *first_ready(const rs_descriptor *set) {
  rs_member *first = NULL;
  for (rs_member *at = set->members; at; at = at->next) {
    const rs_descriptor *it = at->descriptor;
    if (!is_readable(it) || it->edge == at->seen) continue;
    if (!first || it->edge < first->descriptor->edge) first = at;
  }
  return first;
}

static bool is_ready(void *context) {
  const rs_descriptor *it = context;
  return it->kind == SET ? first_ready(it) != NULL : is_readable(it);
}

bool rs_descriptor_ready(int fd) {
  rs_descriptor *it = find(fd);
  return it && is_ready(it);
}

uint32_t rs_descriptor_object(int fd) {
  rs_descriptor *it = find(fd);
  return it ? object_of(it) : 0;
}

RS_EXPORT int epoll_wait(int fd, struct epoll_event *events, int limit, int timeout) {
  rs_descriptor *set = find(fd);
  if (!set || set->kind != SET || limit < 1) {
    errno = EBADF;
    return -1;
  }
  rs_member *member = first_ready(set);
  if (!member && timeout != 0) {
    uint64_t deadline = timeout < 0 ? RS_FOREVER : rs_now() + (uint64_t)timeout * 1000000ull;
    rs_point_when(RS_OP_IO, object_of(set), 0, is_ready, set, deadline, RS_PLACE());
    member = first_ready(set);
  }
  if (!member) return 0;
  member->seen = member->descriptor->edge;
  *events = (struct epoll_event){.events = EPOLLIN, .data.u64 = member->data};
  return 1;
}

RS_EXPORT int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *time,
                    const sigset_t *mask) {
  rs_descriptor *it = count == 1 ? find(descriptors->fd) : NULL;
  if (!it) {
    static int (*real)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
    if (!real) real = rs_real("ppoll");
    return real(descriptors, count, time, mask);
  }
  rs_run_loop_waits(descriptors->fd);
  uint64_t deadline = RS_FOREVER;
  if (time) deadline = rs_now() + rs_deadline_from_spec(CLOCK_MONOTONIC, time);
  bool ready;
  if (deadline > rs_now()) {
    // The main queue's port is in the set of whoever serves that queue.
    uint32_t queue = rs_is_main() ? rs_dispatch_id(&_dispatch_main_q.object) : 0;
    ready = rs_point_when(RS_OP_IO, object_of(it), queue, is_ready, it, deadline, RS_PLACE());
  } else {
    ready = is_ready(it);
  }
  descriptors->revents = ready ? POLLIN : 0;
  return ready;
}

// --- Real and virtual ones alike ----------------------------------------------------------------

RS_EXPORT ssize_t read(int fd, void *buffer, size_t size) {
  rs_descriptor *it = find(fd);
  if (it) return event_read(it, buffer, size);
  rs_file_read(fd, RS_PLACE());
  static ssize_t (*real)(int, void *, size_t);
  if (!real) real = rs_real("read");
  return real(fd, buffer, size);
}

RS_EXPORT ssize_t write(int fd, const void *buffer, size_t size) {
  rs_descriptor *it = find(fd);
  if (it && size >= sizeof(uint64_t)) {
    uint64_t value;
    memcpy(&value, buffer, sizeof value);
    event_write(it, value, RS_PLACE());
    return sizeof value;
  }
  rs_file_write(fd, RS_PLACE());
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) real = rs_real("write");
  return real(fd, buffer, size);
}

RS_EXPORT int close(int fd) {
  rs_descriptor *it = find(fd);
  if (!it) {
    static int (*real)(int);
    if (!real) real = rs_real("close");
    rs_file_closed(fd);
    return real(fd);
  }
  rs_timer_cancel(&it->timer);
  while (it->members) leave(&it->members);
  for (uint32_t i = 0; i < COUNT && it->sets > 0; i++) {
    if (table[i].kind != SET) continue;
    rs_member **at = find_member(&table[i], it);
    if (*at) leave(at);
  }
  rs_object_drop(it);
  it->kind = FREE;
  return 0;
}

bool rs_descriptors_are_quiet(void) {
  for (uint32_t i = 0; i < most; i++) {
    const rs_descriptor *it = &table[i];
    if (it->kind == TIMER && it->timer.armed && it->timer.generation == rs_generation) return false;
    if (it->kind == EVENT && it->value > 0) return false;
  }
  return true;
}

// Files that a scenario watches: two threads that use one file at once are as good a story as two that
// use one number.
//
// Only the calls by which Foundation reads, writes, moves and removes files are steps, each known
// from its import table (6.3.1). All files under the watched folder count as one object. The calls
// are the system's own and really happen; they order no memory accesses, as on a real system.
// A file that is mapped into memory is read when it is mapped.
#include "DispatchInternal.h"
#include "State.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DESCRIPTORS 1024

static char folder[256];
static size_t folder_length;
static char name[48];
static uint32_t generation;
static uint32_t object;
static bool watched[DESCRIPTORS];

void rs_files_watch(const char *path, const char *called) {
  folder_length = strlen(path);
  if (folder_length >= sizeof folder) {
    rs_trap(RS_OUTCOME_UNSUPPORTED, 0, "the path of a watched folder is too long");
  }
  memcpy(folder, path, folder_length);
  strncpy(name, called, sizeof name - 1);
  generation = rs_generation;
  object = 0;
  memset(watched, 0, sizeof watched);
}

static bool is_on(void) { return rs_running && folder_length > 0 && generation == rs_generation; }

static bool is_under(const char *path) {
  return is_on() && path && strncmp(path, folder, folder_length) == 0 &&
         (path[folder_length] == '/' || path[folder_length] == 0);
}

static bool is_watched(int descriptor) {
  return is_on() && descriptor >= 0 && descriptor < DESCRIPTORS && watched[descriptor];
}

static void step(rs_op op, uintptr_t place) {
  if (!object) {
    object = rs_object_id(folder, RS_KIND_FILE);
    rs_object_set_name(object, name);
  }
  rs_point(op, object, place);
}

static int opened(int descriptor, bool is_ours) {
  if (descriptor >= 0 && descriptor < DESCRIPTORS) watched[descriptor] = is_ours;
  return descriptor;
}

void rs_file_read(int descriptor, uintptr_t place) {
  if (is_watched(descriptor)) step(RS_OP_FILE_READ, place);
}

void rs_file_write(int descriptor, uintptr_t place) {
  if (is_watched(descriptor)) step(RS_OP_FILE_WRITE, place);
}

void rs_file_closed(int descriptor) { opened(descriptor, false); }

#define FIND(call) \
  if (RS_UNLIKELY(!real)) real = rs_real(#call)

// --- Opening ------------------------------------------------------------------------------------

static bool has_mode(int flags) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

static rs_op opening(int flags) {
  bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_TRUNC | O_CREAT)) != 0;
  return writes ? RS_OP_FILE_WRITE : RS_OP_FILE_READ;
}

#define OPEN(call)                                       \
  RS_EXPORT int call(const char *path, int flags, ...) { \
    static int (*real)(const char *, int, ...);          \
    FIND(call);                                          \
    mode_t mode = 0;                                     \
    if (has_mode(flags)) {                               \
      va_list rest;                                      \
      va_start(rest, flags);                             \
      mode = (mode_t)va_arg(rest, int);                  \
      va_end(rest);                                      \
    }                                                    \
    bool ours = is_under(path);                          \
    if (ours) step(opening(flags), RS_PLACE());          \
    return opened(real(path, flags, mode), ours);        \
  }
OPEN(open)
OPEN(open64)

#define TEMPORARY(call)                               \
  RS_EXPORT int call(char *path) {                    \
    static int (*real)(char *);                       \
    FIND(call);                                       \
    bool ours = is_under(path);                       \
    if (ours) step(RS_OP_FILE_WRITE, RS_PLACE());     \
    return opened(real(path), ours);                  \
  }
TEMPORARY(mkstemp)
TEMPORARY(mkstemp64)

// --- Looking ------------------------------------------------------------------------------------

RS_EXPORT int access(const char *path, int mode) {
  static int (*real)(const char *, int);
  FIND(access);
  if (is_under(path)) step(RS_OP_FILE_READ, RS_PLACE());
  return real(path, mode);
}

#define LOOK(call)                                              \
  RS_EXPORT int call(const char *path, struct stat *found) {    \
    static int (*real)(const char *, struct stat *);            \
    FIND(call);                                                 \
    if (is_under(path)) step(RS_OP_FILE_READ, RS_PLACE());      \
    return real(path, found);                                   \
  }
LOOK(stat)
LOOK(lstat)

RS_EXPORT int fstat(int descriptor, struct stat *found) {
  static int (*real)(int, struct stat *);
  FIND(fstat);
  rs_file_read(descriptor, RS_PLACE());
  return real(descriptor, found);
}

// --- Changing -----------------------------------------------------------------------------------

#define REMOVE(call)                                         \
  RS_EXPORT int call(const char *path) {                     \
    static int (*real)(const char *);                        \
    FIND(call);                                              \
    if (is_under(path)) step(RS_OP_FILE_REMOVE, RS_PLACE()); \
    return real(path);                                       \
  }
REMOVE(unlink)
REMOVE(rmdir)
REMOVE(remove)

#define TWO_PATHS(call)                                       \
  RS_EXPORT int call(const char *from, const char *to) {      \
    static int (*real)(const char *, const char *);           \
    FIND(call);                                               \
    if (is_under(from) || is_under(to)) {                     \
      step(RS_OP_FILE_WRITE, RS_PLACE());                     \
    }                                                         \
    return real(from, to);                                    \
  }
TWO_PATHS(rename)
TWO_PATHS(link)
TWO_PATHS(symlink)

RS_EXPORT int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  static int (*real)(int, const char *, int, const char *);
  FIND(renameat);
  if (is_under(from) || is_under(to)) step(RS_OP_FILE_WRITE, RS_PLACE());
  return real(from_folder, from, to_folder, to);
}

void rs_file_moved(const char *from, const char *to, uintptr_t place) {
  if (is_under(from) || is_under(to)) step(RS_OP_FILE_WRITE, place);
}

RS_EXPORT int mkdir(const char *path, mode_t mode) {
  static int (*real)(const char *, mode_t);
  FIND(mkdir);
  if (is_under(path)) step(RS_OP_FILE_WRITE, RS_PLACE());
  return real(path, mode);
}

RS_EXPORT int truncate(const char *path, off_t size) {
  static int (*real)(const char *, off_t);
  FIND(truncate);
  if (is_under(path)) step(RS_OP_FILE_WRITE, RS_PLACE());
  return real(path, size);
}

RS_EXPORT int ftruncate(int descriptor, off_t size) {
  static int (*real)(int, off_t);
  FIND(ftruncate);
  rs_file_write(descriptor, RS_PLACE());
  return real(descriptor, size);
}

RS_EXPORT ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  static ssize_t (*real)(int, const void *, size_t, off_t);
  FIND(pwrite);
  rs_file_write(descriptor, RS_PLACE());
  return real(descriptor, bytes, size, offset);
}

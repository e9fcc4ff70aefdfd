// The malloc family: memory that is handed out anew has no past, so its shadow is cleared. Also the
// blocks that live as long as a schedule.
#include "State.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

// The last blocks handed out, to tell in a report which one was raced on.
#define LOG_SIZE 4096
static struct {
  uintptr_t address;
  size_t size;
} blocks[LOG_SIZE];

bool rs_watching_blocks;

static inline __attribute__((always_inline)) void *fresh(void *block, size_t size) {
  if (!rs_in_schedule || !block) return block;
  rs_shadow_clear((uintptr_t)block, size);
  if (RS_UNLIKELY(rs_watching_blocks)) {
    rs_block_made((uintptr_t)block, size, __builtin_frame_address(0), RS_PC());
  }
  uint32_t at = rs_counts.allocations++ % LOG_SIZE;
  blocks[at].address = (uintptr_t)block;
  blocks[at].size = size;
  return block;
}

uint32_t rs_block_find(uintptr_t address, uint32_t *offset) {
  uint32_t total = rs_counts.allocations;
  for (uint32_t back = 1; back <= total && back <= LOG_SIZE; back++) {
    uint32_t ordinal = total - back;
    uintptr_t start = blocks[ordinal % LOG_SIZE].address;
    if (address < start || address >= start + blocks[ordinal % LOG_SIZE].size) continue;
    *offset = (uint32_t)(address - start);
    return ordinal + 1;
  }
  return 0;
}

RS_EXPORT void *malloc(size_t size) { return fresh(__libc_malloc(size), size); }
static inline void stale(void *block) {
  if (RS_UNLIKELY(rs_watching_blocks) && block) rs_block_gone((uintptr_t)block);
}

RS_EXPORT void free(void *block) {
  stale(block);
  __libc_free(block);
}
RS_EXPORT void *calloc(size_t count, size_t size) {
  return fresh(__libc_calloc(count, size), count * size);
}
RS_EXPORT void *realloc(void *block, size_t size) {
  stale(block);
  return fresh(__libc_realloc(block, size), size);
}
RS_EXPORT void *memalign(size_t alignment, size_t size) {
  return fresh(__libc_memalign(alignment, size), size);
}
RS_EXPORT void *aligned_alloc(size_t alignment, size_t size) {
  return fresh(__libc_memalign(alignment, size), size);
}
RS_EXPORT int posix_memalign(void **out, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  void *block = __libc_memalign(alignment, size);
  if (!block) return ENOMEM;
  *out = fresh(block, size);
  return 0;
}

// --- Blocks that live as long as a schedule -----------------------------------------------------

#define ARENA_BYTES (64ull << 20)
static char *arena, *arena_next;

void rs_schedule_arena_reset(void) { arena_next = arena; }

void *rs_schedule_alloc(size_t bytes) {
  if (!arena) {
    arena = arena_next = mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  }
  bytes = (bytes + 15) & ~15ull;
  if (arena_next + bytes > arena + ARENA_BYTES) {
    rs_trap(RS_OUTCOME_UNSUPPORTED, 0, "the schedule needs too much memory for its objects");
  }
  void *block = arena_next;
  arena_next += bytes;
  memset(block, 0, bytes);
  return block;
}

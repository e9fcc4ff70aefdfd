// The blocks of memory that a schedule has handed out and not taken back, while a scenario asks who keeps
// an object alive.
#include "DispatchInternal.h"
#include "State.h"

#include <string.h>
#include <sys/mman.h>

#define CAPACITY (1u << 17)
#define BUCKETS (1u << 15)

typedef struct entry {
  rs_memory block;
  uint32_t next;      // in its bucket, or among the free ones; index + 1
  bool live;
} entry;

static entry *entries;
static uint32_t *buckets;
static uint32_t used, spare, made, generation;
static bool lost;      // there were too many
static rs_memory *copy;

void rs_blocks_watch(void) {
  if (rs_out) rs_out->watches_blocks = true;
}

static void *map(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void rs_blocks_begin(void) {
  rs_watching_blocks = false;
  if (!rs_out || !rs_out->watches_blocks) return;
  if (!entries) {
    entries = map(CAPACITY * sizeof *entries);
    buckets = map(BUCKETS * sizeof *buckets);
    copy = map(CAPACITY * sizeof *copy);
  }
  if (!entries || !buckets || !copy) return;
  memset(buckets, 0, BUCKETS * sizeof *buckets);
  used = spare = made = 0;
  lost = false;
  generation = rs_generation;
  rs_watching_blocks = true;
}

static uint32_t *bucket(uintptr_t address) {
  return &buckets[(uint32_t)((address >> 4) * 0x9e3779b97f4a7c15ull >> 40) % BUCKETS];
}

void rs_block_made(uintptr_t address, size_t size, const void *frame, uintptr_t pc) {
  uint32_t index;
  if (spare) {
    index = spare - 1;
    spare = entries[index].next;
  } else if (used < CAPACITY) {
    index = used++;
  } else {
    lost = true;
    return;
  }
  uint32_t *head = bucket(address);
  entries[index] = (entry){
      .block = {.address = address, .size = size, .number = ++made}, .next = *head, .live = true};
  // Only a trace shows where a block was made.
  if (RS_UNLIKELY(rs_set.trace_frames)) {
    rs_places(pc, frame, entries[index].block.makers, RS_MAKER_FRAMES);
  }
  *head = index + 1;
}

void rs_block_gone(uintptr_t address) {
  if (RS_UNLIKELY(rs_set.trace_frames)) rs_block_ended(address);
  for (uint32_t *at = bucket(address); *at; at = &entries[*at - 1].next) {
    uint32_t index = *at - 1;
    if (entries[index].block.address != address) continue;
    *at = entries[index].next;
    entries[index].live = false;
    entries[index].next = spare;
    spare = index + 1;
    return;
  }
}

void rs_block_made_by(uintptr_t address, const uintptr_t *frames, uint32_t count) {
  if (!rs_watching_blocks) return;
  for (uint32_t at = *bucket(address); at; at = entries[at - 1].next) {
    rs_memory *block = &entries[at - 1].block;
    if (block->address != address) continue;
    memset(block->makers, 0, sizeof block->makers);
    memcpy(block->makers, frames, count * sizeof frames[0]);
  }
}

const rs_memory *rs_blocks_live(size_t *count) {
  *count = 0;
  if (!rs_watching_blocks || lost || generation != rs_generation) return NULL;
  for (uint32_t i = 0; i < used; i++) {
    if (entries[i].live) copy[(*count)++] = entries[i].block;
  }
  return copy;
}

bool rs_is_mapped(uintptr_t address) {
  static uintptr_t known[64];
  uintptr_t page = address & ~4095ull;
  if (page == 0 || page >> 47) return false;
  uintptr_t *slot = &known[(page >> 12) % 64];
  if (*slot == page) return true;
  unsigned char resident;
  if (mincore((void *)page, 4096, &resident) != 0) return false;
  *slot = page;
  return true;
}

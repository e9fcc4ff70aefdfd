// Random sources, from the seed while a schedule runs.
#include "State.h"

#include <errno.h>
#include <sys/random.h>

static uint64_t state;

void rs_random_reset(void) { state = rs_set.random_seed; }

/// SplitMix64.
static uint64_t next(void) {
  uint64_t z = state += 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

ssize_t rs_random_fill(void *buffer, size_t size) {
  uint8_t *bytes = buffer;
  uint64_t value = 0;
  for (size_t i = 0; i < size; i++) {
    if (i % 8 == 0) value = next();
    bytes[i] = (uint8_t)(value >> (8 * (i % 8)));
  }
  return (ssize_t)size;
}

RS_EXPORT ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
  static ssize_t (*real)(void *, size_t, unsigned);
  if (rs_running) return rs_random_fill(buffer, size);
  if (!real) real = rs_real("getrandom");
  return real(buffer, size, flags);
}

RS_EXPORT int getentropy(void *buffer, size_t size) {
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  getrandom(buffer, size, 0);
  return 0;
}

RS_EXPORT void arc4random_buf(void *buffer, size_t size);
RS_EXPORT void arc4random_buf(void *buffer, size_t size) { getrandom(buffer, size, 0); }

RS_EXPORT uint32_t arc4random(void);
RS_EXPORT uint32_t arc4random(void) {
  uint32_t value;
  getrandom(&value, sizeof value, 0);
  return value;
}

RS_EXPORT uint32_t arc4random_uniform(uint32_t bound);
RS_EXPORT uint32_t arc4random_uniform(uint32_t bound) {
  return bound ? (uint32_t)(((uint64_t)arc4random() * bound) >> 32) : 0;
}

// The images of this process: the executable's base, the Swift runtime's code, the real functions
// behind ours.
#include "State.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uintptr_t base;
// The Swift runtime's, then Foundation's.
static const char *const libraries[] = {
    "libswiftCore.so", "libswift_Concurrency.so", "libFoundation.so", "libFoundationEssentials.so"};
#define LIBRARIES (sizeof libraries / sizeof libraries[0])
static rs_range ranges[LIBRARIES];

// Everything that was loaded at the start, in the order of the addresses.
#define MAX_IMAGES 256
static rs_range images[MAX_IMAGES];
static size_t image_count;

static void note_image(const struct dl_phdr_info *info) {
  rs_range image = {UINTPTR_MAX, 0};
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD) continue;
    uintptr_t low = info->dlpi_addr + header->p_vaddr, high = low + header->p_memsz;
    if (low < image.low) image.low = low;
    if (high > image.high) image.high = high;
  }
  if (image.high == 0 || image_count == MAX_IMAGES) return;
  images[image_count++] = image;
}

static int visit(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size, (void)context;
  note_image(info);
  if (info->dlpi_name[0] == 0 && base == 0) base = info->dlpi_addr;
  const char *slash = strrchr(info->dlpi_name, '/');
  const char *name = slash ? slash + 1 : info->dlpi_name;
  size_t index = 0;
  while (index < LIBRARIES && strcmp(name, libraries[index]) != 0) index += 1;
  if (index == LIBRARIES) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    ranges[index].low = info->dlpi_addr + header->p_vaddr;
    ranges[index].high = ranges[index].low + header->p_memsz;
  }
  return 0;
}

__attribute__((constructor(101))) void rs_images_init(void) {
  dl_iterate_phdr(visit, NULL);
  rs_ranges_sort(images, image_count);
}

uintptr_t rs_image_base(void) { return base; }

static bool is_in(const rs_range *range, uintptr_t pc) {
  return pc >= range->low && pc < range->high;
}

bool rs_in_swift_runtime(uintptr_t pc) { return is_in(&ranges[0], pc) || is_in(&ranges[1], pc); }
bool rs_in_foundation(uintptr_t pc) { return is_in(&ranges[2], pc) || is_in(&ranges[3], pc); }

static int compare(const void *a, const void *b) {
  uintptr_t x = ((const rs_range *)a)->low, y = ((const rs_range *)b)->low;
  return (x > y) - (x < y);
}

void rs_ranges_sort(rs_range *ranges, size_t count) { qsort(ranges, count, sizeof *ranges, compare); }

bool rs_in_ranges(const rs_range *ranges, size_t count, uintptr_t address) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (ranges[middle].high <= address) low = middle + 1; else high = middle;
  }
  return low < count && address >= ranges[low].low;
}

bool rs_in_image(uintptr_t address) { return rs_in_ranges(images, image_count, address); }

bool rs_image_offset(uintptr_t pc, uintptr_t *offset, const char **path) {
  Dl_info info;
  if (pc == 0 || !dladdr((void *)pc, &info) || !info.dli_fbase) return false;
  *offset = pc - (uintptr_t)info.dli_fbase;
  *path = info.dli_fname;
  return true;
}

void *rs_real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found) return found;
  fprintf(stderr, "scheduler: no real %s in this process\n", name);
  abort();
}

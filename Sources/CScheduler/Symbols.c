// The executable's own symbols, hidden ones included, read from its file.
#include "Internal.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void visit(const char *file, size_t size, rs_symbol_visitor *visitor, void *context) {
  const ElfW(Ehdr) *header = (const void *)file;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return;
  if (header->e_shoff + (size_t)header->e_shnum * sizeof(ElfW(Shdr)) > size) return;
  const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i++) {
    const ElfW(Shdr) *section = &sections[i];
    if (section->sh_type != SHT_SYMTAB || section->sh_link >= header->e_shnum) continue;
    const char *names = file + sections[section->sh_link].sh_offset;
    const ElfW(Sym) *symbols = (const void *)(file + section->sh_offset);
    for (size_t j = 0; j < section->sh_size / sizeof *symbols; j++) {
      int type = ELF64_ST_TYPE(symbols[j].st_info);
      if (type != STT_FUNC && type != STT_OBJECT) continue;
      visitor(names + symbols[j].st_name, rs_image_base() + symbols[j].st_value, symbols[j].st_size,
              type == STT_FUNC, context);
    }
  }
}

void rs_symbols_visit(rs_symbol_visitor *visitor, void *context) {
  int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  struct stat status;
  if (fstat(fd, &status) == 0 && status.st_size > 0) {
    size_t size = (size_t)status.st_size;
    char *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (file != MAP_FAILED) {
      visit(file, size, visitor, context);
      munmap(file, size);
    }
  }
  close(fd);
}

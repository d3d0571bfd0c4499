#include "compiler/disk/BuildId.h"

#include <cstring>
#include <elf.h>
#include <link.h>

namespace lz::compiler {
namespace {

struct Search {
  uintptr_t address; // an address in the code of this library
  std::string id{};
};

bool contains(const dl_phdr_info& file, uintptr_t address) {
  for (int i = 0; i < file.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = file.dlpi_phdr[i];
    const uintptr_t begin = file.dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && address >= begin && address < begin + part.p_memsz)
      return true;
  }
  return false;
}

// A note is a header, a name and a description. The name and the description are padded to
// multiples of 4 bytes.
std::string idInNotes(const char* note, size_t bytes) {
  const char* end = note + bytes;
  ElfW(Nhdr) header;
  while (size_t(end - note) >= sizeof header) {
    std::memcpy(&header, note, sizeof header);
    const size_t name = (header.n_namesz + 3) & ~size_t(3),
                 text = (header.n_descsz + 3) & ~size_t(3);
    if (size_t(end - note) < sizeof header + name + text)
      break;
    const char* found = note + sizeof header;
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 && !std::memcmp(found, "GNU", 4))
      return std::string(found + name, header.n_descsz);
    note = found + name + text;
  }
  return "";
}

int visit(dl_phdr_info* file, size_t, void* data) {
  Search& search = *static_cast<Search*>(data);
  if (!contains(*file, search.address))
    return 0;
  for (int i = 0; i < file->dlpi_phnum && search.id.empty(); ++i)
    if (const ElfW(Phdr)& part = file->dlpi_phdr[i]; part.p_type == PT_NOTE)
      search.id =
          idInNotes(reinterpret_cast<const char*>(file->dlpi_addr + part.p_vaddr), part.p_memsz);
  return 1;
}

} // namespace

const std::string& buildId() {
  static const std::string id = [] {
    Search search{reinterpret_cast<uintptr_t>(&visit)};
    dl_iterate_phdr(visit, &search);
    return search.id;
  }();
  return id;
}

} // namespace lz::compiler

#include "npy/File.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace lz::npy {

StatusOr<std::string> readFile(const std::string& path, int64_t most,
                               absl::FunctionRef<Status(std::string_view beginning)> check) {
  constexpr size_t kBeginning = 4096, kMostAtOnce = 64 << 20;
  std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file)
    return invalidArgument(path, ": cannot be opened: ", std::strerror(errno));
  std::string bytes;
  for (size_t chunk = kBeginning;; chunk = std::min(2 * chunk, kMostAtOnce)) {
    size_t had = bytes.size();
    bytes.resize(had + chunk);
    bytes.resize(had + std::fread(bytes.data() + had, 1, chunk, file.get()));
    if (std::ferror(file.get()))
      return invalidArgument(path, ": cannot be read: ", std::strerror(errno));
    if (had == 0)
      LZ_RETURN_IF_ERROR(check(bytes));
    if (int64_t(bytes.size()) > most)
      return resourceExhausted(path, ": has no end, or more than ", most, " bytes, the limit");
    if (bytes.size() < had + chunk)
      return bytes;
  }
}

} // namespace lz::npy

#include "base/machine/Caches.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>

namespace lz {
namespace {

constexpr int64_t kUnknownSecond = 1 << 20;

// Returns the number at the beginning of a short file: 32768 for "32768K". Returns 0 if the file
// does not exist or begins with no number. Uses three system calls, because a stream would take
// five times as long. A program that finds its executable on disk waits for the sizes of the
// caches, because the key of the executable contains these sizes.
int64_t numberIn(const std::string& path) {
  std::array<char, 32> text = {};
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  const ssize_t length = read(file, text.data(), text.size());
  close(file);
  int64_t number = 0;
  std::from_chars(text.data(), text.data() + std::max<ssize_t>(length, 0), number);
  return number;
}

// Returns the bytes of the caches of levels 2 and 3 that the first CPU shares with others, as the
// system lists them; 0 if it lists none. Caches of these levels hold both instructions and data, so
// their kind is not read.
std::array<int64_t, 2> listedBytes() {
  std::array<int64_t, 2> bytes = {};
  for (int index = 0; bytes[1] == 0; ++index) {
    const std::string folder =
        "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    const int64_t level = numberIn(folder + "level");
    if (level == 0)
      break;
    if (level == 2 || level == 3)
      bytes[size_t(level - 2)] = numberIn(folder + "size") << 10;
  }
  return bytes;
}

Caches findCaches() {
  // The size from the C library is only used if the system lists no cache. It may be the sum over
  // all cores: 384 MB in a virtual machine with two cores of a Zen 5, which share 32 MB.
  const auto [second, last] = listedBytes();
  auto known = [](int64_t listed, int name, int64_t guess) {
    if (listed > 0)
      return listed;
    const int64_t bytes = sysconf(name);
    return bytes > 0 ? bytes : guess;
  };
  Caches found;
  found.cores = std::max(1u, std::thread::hardware_concurrency());
  found.second = known(second, _SC_LEVEL2_CACHE_SIZE, kUnknownSecond);
  found.last = known(last, _SC_LEVEL3_CACHE_SIZE, found.cores * found.second);
  return found;
}

} // namespace

const Caches& caches() {
  static const Caches found = findCaches();
  return found;
}

} // namespace lz

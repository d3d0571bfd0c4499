// Counts how often a thread has gone to sleep.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace lz::runtime {

inline int64_t currentThread() {
  return syscall(SYS_gettid);
}

inline int64_t sleepsOf(int64_t thread) {
  std::ifstream status("/proc/self/task/" + std::to_string(thread) + "/status");
  const std::string name = "voluntary_ctxt_switches:";
  for (std::string line; std::getline(status, line);)
    if (line.rfind(name, 0) == 0)
      return std::stoll(line.substr(name.size()));
  return -1;
}

} // namespace lz::runtime

// The part of the machine that this process may use. taskset, a container or a batch system can
// limit it. Cgroups of both versions count, with all groups around them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lz {

// The affinity of the calling thread counts as it is now, and the cgroups as they were at the first
// call of either function in this process. Both results are at least 1. Any thread.
int usableCores();      // a quota of 1.5 CPUs is 2
int64_t usableMemory(); // bytes

// The limits that the cgroups of this process set.
struct CgroupLimits {
  std::optional<double> cpus; // CPU time per time
  std::optional<int64_t> memoryBytes;
};
// `root` stands before /proc and before every mount point, for tests; "": the real files. Files
// that are missing or not understood set no limit.
CgroupLimits cgroupLimits(const std::string& root = "");

} // namespace lz

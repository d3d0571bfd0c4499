// What this process may use of the machine. taskset, a container or a batch system can make it less
// than there is: cgroups of both versions count, each with all that it lies in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lz {

// The affinity of the calling thread counts as it is now, the limits of the cgroups as they were at
// the first call of either in this process. Both are at least 1. Any thread.
int usableCores();      // a quota of 1.5 CPUs is 2
int64_t usableMemory(); // bytes

// What the cgroups of this process set.
struct CgroupLimits {
  std::optional<double> cpus; // CPU time per time
  std::optional<int64_t> memoryBytes;
};
// `root` stands before /proc and before every mount point, for tests; "": the real ones. What is
// missing or not understood sets no limit.
CgroupLimits cgroupLimits(const std::string& root = "");

} // namespace lz

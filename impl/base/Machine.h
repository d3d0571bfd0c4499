// What this process may use of the machine. taskset, a container or a batch system can make it less
// than there is: cgroups of both versions count, each with all that it lies in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lz {

// Now, which a running container can change. Both are at least 1.
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

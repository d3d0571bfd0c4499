// The part of the machine that this process may use. taskset, a container or a batch system can
// limit it. Cgroups of version 1 and 2 are read, together with all groups that contain them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lz {

// Return the number of cores, or the bytes of memory, that this process may use. The result is at
// least 1. The affinity is that of the calling thread at the time of the call. Cgroups are read
// only once. Any thread may call these functions.
int usableCores();      // a quota of 1.5 CPUs counts as 2
int64_t usableMemory(); // bytes

// The limits that the cgroups of this process set.
struct CgroupLimits {
  std::optional<double> cpus; // CPU seconds per second
  std::optional<int64_t> memoryBytes;
};
// Reads the limits of the cgroups. For tests, `root` is prepended to /proc and to every mount
// point. Files that are missing or not understood set no limit.
CgroupLimits cgroupLimits(const std::string& root = "");

} // namespace lz

#include "base/machine/ProcessLimits.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <sched.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace lz {
namespace {

// Returns "" if the file does not exist. Reads to the end of the file, since files in /proc report
// no size.
std::string contentOf(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> linesOf(const std::string& path) {
  return absl::StrSplit(contentOf(path), '\n', absl::SkipEmpty());
}

template <typename T> void lower(std::optional<T>& limit, T to) {
  limit = std::min(limit.value_or(to), to);
}

// The controllers whose limits are read. Version 1 of cgroups has a tree for each set of
// controllers. Version 2 has only one tree, whose key is "" here.
constexpr const char* kMemory = "memory";
constexpr const char* kCpu = "cpu";
constexpr const char* kUnified = "";

struct Mount {
  std::string root; // the group whose folder is the mount point
  std::string point;
};

// Returns the mounts by controller. A line of mountinfo is: id, parent, device, root, point,
// options, others, "-", type, source, options of the file system. In version 1 the options of the
// file system name the controllers.
std::map<std::string, Mount> cgroupMounts(const std::string& root) {
  std::map<std::string, Mount> mounts;
  for (const std::string& line : linesOf(root + "/proc/self/mountinfo")) {
    std::vector<std::string> words = absl::StrSplit(line, ' ');
    auto dash = std::find(words.begin(), words.end(), "-");
    if (words.end() - dash < 4 || dash - words.begin() < 6)
      continue;
    Mount mount{words[3], root + words[4]};
    if (dash[1] == "cgroup2")
      mounts.emplace(kUnified, mount);
    if (dash[1] == "cgroup")
      for (absl::string_view controller : absl::StrSplit(dash[3], ','))
        mounts.emplace(std::string(controller), mount);
  }
  return mounts;
}

// Returns, for each controller, the group of this process. Lines of the file look like
// "4:cpu,cpuacct:/a/b" (version 1) and "0::/a/b" (version 2).
std::map<std::string, std::string> ownGroups(const std::string& root) {
  std::map<std::string, std::string> groups;
  for (const std::string& line : linesOf(root + "/proc/self/cgroup")) {
    std::vector<std::string> parts = absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() != 3)
      continue;
    for (absl::string_view controller : absl::StrSplit(parts[1], ','))
      groups[std::string(controller)] = parts[2];
  }
  return groups;
}

// Returns the folders of the process's group and of all groups that contain it, up to the mount
// point. Returns only the mount point if the group is not below it. This happens in containers,
// where the path of the group may contain "/..".
std::vector<std::string> groupFolders(const std::map<std::string, Mount>& mounts,
                                      const std::map<std::string, std::string>& groups,
                                      const std::string& controller) {
  auto mount = mounts.find(controller);
  auto group = groups.find(controller);
  if (mount == mounts.end() || group == groups.end())
    return {};
  absl::string_view path = group->second;
  if (mount->second.root != "/" && !absl::ConsumePrefix(&path, mount->second.root))
    path = "";
  if (absl::StrContains(path, "/.."))
    path = "";
  std::vector<std::string> folders;
  for (path = absl::StripSuffix(path, "/"); !path.empty(); path = path.substr(0, path.rfind('/')))
    folders.push_back(mount->second.point + std::string(path));
  folders.push_back(mount->second.point);
  return folders;
}

// Returns the numbers in a file. Skips words that are no numbers, such as "max".
std::vector<double> numbersIn(const std::string& path) {
  std::vector<double> numbers;
  for (absl::string_view word :
       absl::StrSplit(contentOf(path), absl::ByAnyChar(" \n"), absl::SkipEmpty()))
    if (double number = 0; absl::SimpleAtod(word, &number))
      numbers.push_back(number);
  return numbers;
}

void applyMemory(const std::string& path, CgroupLimits& limits) {
  std::vector<double> bytes = numbersIn(path);
  constexpr double kNoLimit = 0x1p62; // without a limit, version 1 writes a number above this
  if (bytes.size() == 1 && bytes[0] >= 1 && bytes[0] < kNoLimit)
    lower(limits.memoryBytes, int64_t(bytes[0]));
}

void applyCpu(absl::Span<const double> quotaAndPeriod, CgroupLimits& limits) {
  if (quotaAndPeriod.size() == 2 && quotaAndPeriod[0] > 0 && quotaAndPeriod[1] > 0)
    lower(limits.cpus, quotaAndPeriod[0] / quotaAndPeriod[1]);
}

int coresOfAffinity() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    return std::max(1, CPU_COUNT(&set));
  return std::max(1, int(std::thread::hardware_concurrency()));
}

// Reads the limits at the first call only. Reading takes half a millisecond, which is as long as a
// small compilation, and every compilation needs the number of cores.
const CgroupLimits& limitsAtFirst() {
  static const CgroupLimits limits = cgroupLimits();
  return limits;
}

} // namespace

CgroupLimits cgroupLimits(const std::string& root) {
  CgroupLimits limits;
  std::map<std::string, Mount> mounts = cgroupMounts(root);
  std::map<std::string, std::string> groups = ownGroups(root);
  for (const std::string& folder : groupFolders(mounts, groups, kUnified)) {
    applyMemory(folder + "/memory.max", limits);
    applyCpu(numbersIn(folder + "/cpu.max"), limits);
  }
  for (const std::string& folder : groupFolders(mounts, groups, kMemory))
    applyMemory(folder + "/memory.limit_in_bytes", limits);
  for (const std::string& folder : groupFolders(mounts, groups, kCpu)) {
    std::vector<double> numbers = numbersIn(folder + "/cpu.cfs_quota_us");
    std::vector<double> period = numbersIn(folder + "/cpu.cfs_period_us");
    numbers.insert(numbers.end(), period.begin(), period.end());
    applyCpu(numbers, limits);
  }
  return limits;
}

int usableCores() {
  int cores = coresOfAffinity();
  double quota = std::ceil(limitsAtFirst().cpus.value_or(cores));
  return std::max(1, int(std::min<double>(cores, quota)));
}

int64_t usableMemory() {
  int64_t machine = int64_t(sysconf(_SC_PHYS_PAGES)) * int64_t(sysconf(_SC_PAGESIZE));
  return std::min(machine, limitsAtFirst().memoryBytes.value_or(machine));
}

} // namespace lz

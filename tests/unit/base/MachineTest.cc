#include "base/machine/ProcessLimits.h"
#include "base/machine/ThreadPool.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>

namespace lz {
namespace {

namespace fs = std::filesystem;

constexpr const char* kV2Mount =
    "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n";
constexpr const char* kV1Mounts =
    "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
    "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct\n"
    "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:9 master:2 - cgroup cgroup rw,memory\n";

// A tree of files that is removed after the test.
class Cgroups : public testing::Test {
protected:
  Cgroups() {
    std::string pattern = testing::TempDir() + "lz_cgroups_XXXXXX";
    root_ = mkdtemp(pattern.data());
  }
  ~Cgroups() override { fs::remove_all(root_); }

  CgroupLimits limitsOf(const std::map<std::string, std::string>& files) {
    for (const auto& [path, content] : files) {
      fs::create_directories((root_ + path).substr(0, (root_ + path).rfind('/')));
      std::ofstream(root_ + path) << content;
    }
    return cgroupLimits(root_);
  }

  std::string root_;
};

TEST_F(Cgroups, NoneSetNoLimit) {
  CgroupLimits limits = limitsOf({});
  EXPECT_FALSE(limits.cpus || limits.memoryBytes);
}

TEST_F(Cgroups, Version2) {
  CgroupLimits limits = limitsOf({{"/proc/self/mountinfo", kV2Mount},
                                  {"/proc/self/cgroup", "0::/job\n"},
                                  {"/sys/fs/cgroup/job/memory.max", "536870912\n"},
                                  {"/sys/fs/cgroup/job/cpu.max", "150000 100000\n"}});
  EXPECT_EQ(limits.memoryBytes, 512 << 20);
  EXPECT_EQ(limits.cpus, 1.5);
}

TEST_F(Cgroups, TheLeastUpTheTreeCounts) {
  CgroupLimits limits = limitsOf({{"/proc/self/mountinfo", kV2Mount},
                                  {"/proc/self/cgroup", "0::/a/b/c\n"},
                                  {"/sys/fs/cgroup/a/memory.max", "1000000\n"},
                                  {"/sys/fs/cgroup/a/cpu.max", "max 100000\n"},
                                  {"/sys/fs/cgroup/a/b/memory.max", "max\n"},
                                  {"/sys/fs/cgroup/a/b/cpu.max", "50000 100000\n"},
                                  {"/sys/fs/cgroup/a/b/c/memory.max", "2000000\n"},
                                  {"/sys/fs/cgroup/a/b/c/cpu.max", "400000 100000\n"}});
  EXPECT_EQ(limits.memoryBytes, 1000000);
  EXPECT_EQ(limits.cpus, 0.5);
}

// With its own cgroup namespace, a container sees its group as the root.
TEST_F(Cgroups, Version2InsideAContainer) {
  CgroupLimits limits = limitsOf({{"/proc/self/mountinfo", kV2Mount},
                                  {"/proc/self/cgroup", "0::/\n"},
                                  {"/sys/fs/cgroup/memory.max", "4096\n"},
                                  {"/sys/fs/cgroup/cpu.max", "200000 100000\n"}});
  EXPECT_EQ(limits.memoryBytes, 4096);
  EXPECT_EQ(limits.cpus, 2);
}

TEST_F(Cgroups, Version1) {
  CgroupLimits limits =
      limitsOf({{"/proc/self/mountinfo", kV1Mounts},
                {"/proc/self/cgroup", "5:memory:/job/step\n3:cpu,cpuacct:/job\n1:name=systemd:/\n"},
                {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"},
                {"/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "1073741824\n"},
                {"/sys/fs/cgroup/memory/job/step/memory.limit_in_bytes", "9223372036854771712\n"},
                {"/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n"},
                {"/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"},
                {"/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "250000\n"},
                {"/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n"}});
  EXPECT_EQ(limits.memoryBytes, 1 << 30);
  EXPECT_EQ(limits.cpus, 2.5);
}

// Without a cgroup namespace, the root of the mount is the path of the container's group.
TEST_F(Cgroups, Version1InsideAContainer) {
  CgroupLimits limits =
      limitsOf({{"/proc/self/mountinfo",
                 "35 31 0:32 /docker/f00 /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"},
                {"/proc/self/cgroup", "5:memory:/docker/f00/inner\n"},
                {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "3000000\n"},
                {"/sys/fs/cgroup/memory/inner/memory.limit_in_bytes", "2000000\n"}});
  EXPECT_EQ(limits.memoryBytes, 2000000);
  EXPECT_FALSE(limits.cpus);
}

TEST_F(Cgroups, GroupsOutsideOfTheMountAreAtIt) {
  for (const char* group : {"0::/../other\n", "0::/elsewhere/job\n"}) {
    CgroupLimits limits = limitsOf(
        {{"/proc/self/mountinfo", "30 23 0:26 /mine /sys/fs/cgroup rw - cgroup2 none rw\n"},
         {"/proc/self/cgroup", group},
         {"/sys/fs/cgroup/memory.max", "77\n"}});
    EXPECT_EQ(limits.memoryBytes, 77) << group;
  }
}

TEST_F(Cgroups, BothVersionsAtOnce) {
  CgroupLimits limits = limitsOf(
      {{"/proc/self/mountinfo",
        std::string(kV1Mounts) + "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"},
       {"/proc/self/cgroup", "5:memory:/job\n0::/job\n"},
       {"/sys/fs/cgroup/unified/job/memory.max", "5000\n"},
       {"/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "4000\n"}});
  EXPECT_EQ(limits.memoryBytes, 4000);
}

TEST_F(Cgroups, NonsenseSetsNoLimit) {
  CgroupLimits limits = limitsOf({{"/proc/self/mountinfo", std::string("- - -\n\nx\n") + kV2Mount},
                                  {"/proc/self/cgroup", "nonsense\n0::/job\n"},
                                  {"/sys/fs/cgroup/job/memory.max", "lots\n"},
                                  {"/sys/fs/cgroup/job/cpu.max", "0 0\n"}});
  EXPECT_FALSE(limits.cpus || limits.memoryBytes);
}

TEST(Machine, HasCoresAndMemory) {
  EXPECT_GE(usableCores(), 1);
  EXPECT_GE(usableMemory(), int64_t(1) << 20);
  EXPECT_EQ(ThreadPool(0).threads(), usableCores());
}

} // namespace
} // namespace lz

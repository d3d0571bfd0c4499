#include "base/machine/Process.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace lz {
namespace {

int niceOfThisThread() {
  return getpriority(PRIO_PROCESS, id_t(syscall(SYS_gettid)));
}

TEST(Process, OnlyTheCallingThreadGivesWay) {
  int before = niceOfThisThread(), ofThread = before;
  std::thread([&] {
    giveWay();
    ofThread = niceOfThisThread();
  }).join();
  EXPECT_EQ(ofThread, std::min(before + 10, 19));
  EXPECT_EQ(niceOfThisThread(), before);
}

} // namespace
} // namespace lz

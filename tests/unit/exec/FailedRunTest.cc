// If work throws on any thread, the run returns a status, and nothing else changes.
#include "base/machine/ThreadPool.h"
#include "exec/Executable.h"
#include "exec/thunks/BoundKernel.h"
#include "exec/thunks/Kinds.h"

#include <atomic>
#include <gtest/gtest.h>
#include <new>
#include <stdexcept>
#include <thread>

namespace lz::exec {
namespace {

using runtime::Device;
using runtime::StorageRef;
using runtime::StorageState;

constexpr int64_t kRowBytes = 64;
const TensorType kRow{DType::F32, {16}};

std::thread::id caller;
std::atomic<bool> thrown{false};
std::atomic<bool> isBroken{true};
std::atomic<bool> onHelper{false}; // whether the helper throws, or the caller

// The thread that does not throw waits for the other, so that no thread does all the work.
template <typename Exception> void throwing(void* const*, int64_t, int64_t) {
  if (!isBroken)
    return;
  if ((std::this_thread::get_id() != caller) == onHelper) {
    thrown = true;
    throw Exception("no");
  }
  while (!thrown)
    std::this_thread::yield();
}

struct NoMemory : std::bad_alloc {
  explicit NoMemory(const char*) {}
};

// in0 -> out0. The kernel is declared to write out0.
ExecutableSpec specOf(KernelFn fn, int64_t units = int64_t(1) << 40) {
  ExecutableSpec spec;
  spec.inputs = spec.outputs = {kRow};
  spec.buffers = {{BufferKind::Input, kRowBytes, 0, 0, {}},
                  {BufferKind::Output, kRowBytes, 0, 0, {}, "tanh", "tanh", {0}}};
  spec.locations = {"a.c:7"};
  spec.body.thunks = {makeCopy(0, 1), makeKernel({"kernel", fn, units, 1e6, {0, 1}, 1})};
  return spec;
}

class FailedRun : public testing::TestWithParam<bool> {
protected:
  void SetUp() override {
    caller = std::this_thread::get_id();
    thrown = false, isBroken = true;
    onHelper = GetParam();
  }
  Status run(const Executable& executable, const StorageRef& x, bool donate = false) {
    bool donated[] = {donate};
    thrown = false;
    return executable.run(*device_, {x}, donated).status();
  }
  StorageRef vector() { return *device_->allocate(kRowBytes); }

  std::shared_ptr<Device> device_ = Device::host({.threads = 3});
};
INSTANTIATE_TEST_SUITE_P(OnHelper, FailedRun, testing::Bool());

TEST_P(FailedRun, NamesTheOpThatFoundNoMemory) {
  StorageRef x = vector();
  int64_t before = device_->allocator()->liveBytes();
  Status status = run(Executable(specOf(throwing<NoMemory>)), x);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_EQ(opOf(status), "tanh");
  EXPECT_EQ(locationOf(status), "a.c:7");
  EXPECT_EQ(device_->allocator()->liveBytes(), before);
}

TEST_P(FailedRun, IsInternalForAnyOtherException) {
  Status status = run(Executable(specOf(throwing<std::runtime_error>)), vector());
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << status;
}

TEST_P(FailedRun, ShowsWhichDonatedInputsWereGivenUp) {
  ExecutableSpec spec = specOf(throwing<NoMemory>);
  spec.aliasOf = {0};
  bool donated[] = {true};
  std::vector<StorageRef> args = {vector()};
  Status status = Executable(spec).run(*device_, args, donated).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(args[0]->state(), StorageState::Donated);
}

TEST_P(FailedRun, LeavesThePoolAndTheExecutableAsTheyWere) {
  Executable executable(specOf(throwing<NoMemory>, 1000));
  StorageRef x = vector();
  for (int round = 0; round < 10; ++round)
    EXPECT_FALSE(run(executable, x).ok());
  isBroken = false;
  EXPECT_TRUE(run(executable, x).ok());
  std::atomic<int64_t> sum{0};
  device_->pool().parallelFor(500, 1e6, [&](int64_t lo, int64_t hi, int) { sum += hi - lo; });
  EXPECT_EQ(sum, 500);
}

} // namespace
} // namespace lz::exec

// Runs that would take very long, or would never end by themselves, end soon after they are
// cancelled.
#include "base/Cancel.h"

#include "../contraction/PlainKernels.h"
#include "contraction/plan/TileChoice.h"
#include "exec/Executable.h"
#include "exec/thunks/Call.h"
#include "exec/thunks/Contraction.h"
#include "exec/thunks/Kinds.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <gtest/gtest.h>
#include <thread>

namespace lz::exec {
namespace {

using Clock = std::chrono::steady_clock;
using contraction::plainKernels;
using contraction::TiledContraction;
using runtime::Device;
using runtime::Storage;
using runtime::StorageRef;
using runtime::StorageState;

constexpr int64_t kBytes = 64;
const TensorType kVector{DType::F32, {16}};

// On an idle machine a run ends within some ms. The fastest of several attempts counts, so that a
// busy machine does not fail the test.
constexpr double kMostMs = 100;
constexpr int kAttempts = 3;

std::atomic<bool> began{false}; // set when a kernel of the run has begun

// Sets the predicate in the first buffer to true, so that a loop never ends.
void setTrue(void* const* buffers, int64_t, int64_t) {
  began = true;
  *static_cast<uint8_t*>(buffers[0]) = 1;
}

// A unit takes 10 us.
void spin(void* const*, int64_t lo, int64_t hi) {
  began = true;
  for (auto end = Clock::now() + (hi - lo) * std::chrono::microseconds(10); Clock::now() < end;) {
  }
}

BufferSpec inputOf(int64_t bytes, int32_t i) {
  return {BufferKind::Input, bytes, i, 0, {}};
}
BufferSpec outputOf(int64_t bytes) {
  return {BufferKind::Output, bytes, 0, 0, {}};
}
BufferSpec temp(int64_t bytes) {
  return {BufferKind::Temp, bytes, -1, 0, {}};
}

ThunkRef kernel(KernelFn fn, int64_t units, std::vector<BufferId> buffers) {
  return makeKernel({"kernel", fn, units, 1e4, std::move(buffers), 0});
}

// in0 -> out0, with a buffer of one byte in the arena.
ExecutableSpec specOf(std::vector<ThunkRef> thunks) {
  ExecutableSpec spec;
  spec.inputs = spec.outputs = {kVector};
  spec.buffers = {inputOf(kBytes, 0), outputOf(kBytes), temp(1)};
  spec.arenaBytes = 64;
  spec.body.thunks = std::move(thunks);
  return spec;
}

ExecutableSpec endlessLoop(std::vector<ThunkRef> thunks = {makeCopy(0, 1)}) {
  auto condition = std::make_shared<Sequence>(), body = std::make_shared<Sequence>();
  condition->thunks = {kernel(setTrue, 1, {2})};
  body->thunks = std::move(thunks);
  return specOf({makeWhile("while", condition, body, 2)});
}

struct Cancelled {
  Status status;
  double ms; // time from the cancellation to the end
};

// Cancels the run 20 ms after its first kernel began.
Cancelled cancelOnce(const Executable& executable, const std::vector<StorageRef>& args,
                     Device& device, absl::Span<const bool> donated) {
  int64_t before = device.allocator()->liveBytes();
  CancelFlag flag{false};
  Clock::time_point when;
  began = false;
  std::thread canceller([&] {
    while (!began)
      std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    when = Clock::now();
    flag = true;
  });
  StatusOr<RunResult> result = [&] {
    CancelScope scope(&flag);
    return executable.run(device, args, donated);
  }();
  Clock::time_point end = Clock::now();
  canceller.join();
  EXPECT_LE(device.allocator()->liveBytes(), before);
  return {result.status(), std::chrono::duration<double, std::milli>(end - when).count()};
}

// Cancels a run without inputs until one attempt ends soon enough, and returns its status.
Status cancelled(const char* what, const ExecutableSpec& spec, const std::vector<StorageRef>& args,
                 Device& device, double mostMs = kMostMs) {
  Executable executable(spec);
  Cancelled last{okStatus(), 2 * mostMs};
  for (int attempt = 0; attempt < kAttempts && last.ms > mostMs; ++attempt) {
    last = cancelOnce(executable, args, device, {});
    std::printf("%s on %d threads ended %.2f ms after it was cancelled\n", what, device.threads(),
                last.ms);
  }
  EXPECT_LT(last.ms, mostMs);
  return last.status;
}

class CancelledRun : public testing::TestWithParam<int> {
protected:
  StorageRef vector() { return *device_->allocate(kBytes); }
  void expectCancelled(const char* what, const ExecutableSpec& spec) {
    EXPECT_EQ(cancelled(what, spec, {vector()}, *device_),
              absl::CancelledError("[run] the run was cancelled"));
  }

  std::shared_ptr<Device> device_ = Device::host({.threads = GetParam()});
};
INSTANTIATE_TEST_SUITE_P(Threads, CancelledRun, testing::Values(1, 2));

TEST_P(CancelledRun, LoopThatNeverEnds) {
  expectCancelled("a loop", endlessLoop());
}

TEST_P(CancelledRun, LoopThatNeverEndsInsideALoop) {
  expectCancelled("a loop in a loop", endlessLoop(endlessLoop().body.thunks));
}

TEST_P(CancelledRun, LoopWithoutABody) {
  expectCancelled("an empty loop", endlessLoop({}));
}

TEST_P(CancelledRun, LongKernel) {
  expectCancelled("a kernel of 3 hours", specOf({kernel(spin, 1 << 30, {0})}));
}

// The run may take kSlower times as long to end, because it uses plain kernels, which are slower
// than the library's kernels. tests/capi/cancel.c tests the usual time limit with the library's
// kernels.
TEST_P(CancelledRun, LongContraction) {
  constexpr double kSlower = 20;
  constexpr int64_t kSide = 3000; // 54 GFlop
  TiledContraction dot;
  dot.m = dot.n = dot.k = kSide;
  dot.lhs = {DType::F32, {}, {{kSide, kSide}}, {{kSide, 1}}, {}};
  dot.rhs = {DType::F32, {}, {{kSide, 1}}, {{kSide, kSide}}, {}};
  dot.outM = {{kSide, kSide}}, dot.outN = {{kSide, 1}};
  dot.kernels = &plainKernels<float, 4, 4>();
  chooseTile(dot);
  TensorType type{DType::F32, {kSide, kSide}};
  ExecutableSpec spec;
  spec.inputs = spec.outputs = {type};
  contraction::ContractionPlan plan = planContraction(dot, 2);
  int64_t scratch = plan.scratchBytes();
  spec.buffers = {inputOf(type.numBytes(), 0), outputOf(type.numBytes()), temp(scratch)};
  spec.arenaBytes = scratch;
  spec.body.thunks = {kernel(spin, 1, {0}), makeContraction({"dot", plan, 0, 0, 1, 2})};
  StorageRef square = *device_->allocate(type.numBytes());
  std::fill_n(reinterpret_cast<float*>(square->mutableData()), kSide * kSide, 1.0f);
  EXPECT_EQ(cancelled("a contraction", spec, {square}, *device_, kSlower * kMostMs).code(),
            absl::StatusCode::kCancelled);
}

TEST_P(CancelledRun, LongSort) {
  for (const Dims& dims : {Dims{1 << 24}, Dims{4, 1 << 22}, Dims{1 << 22, 4}}) {
    const TensorType type{DType::F32, dims};
    CallSignature signature{
        {type}, {type}, SortCallAttrs{int64_t(dims.size()) - 1, {0}, {"total"}, {0}}, 2};
    const CallFunction* function = findCall("sort");
    ExecutableSpec spec;
    spec.inputs = spec.outputs = {type};
    spec.arenaBytes = function->needs(signature).scratchBytes;
    spec.buffers = {inputOf(type.numBytes(), 0), outputOf(type.numBytes()), temp(spec.arenaBytes)};
    StorageRef values = *device_->allocate(type.numBytes());
    auto* bits = reinterpret_cast<uint32_t*>(values->mutableData());
    for (int64_t i = 0; i < type.numElements(); ++i)
      bits[i] = uint32_t(i) * 2654435761u;
    spec.body.thunks = {kernel(spin, 1, {0})};
    for (int again = 0; again < 50; ++again) // a single sort may end too early
      spec.body.thunks.push_back(makeCall({function, signature, {0, 1}, 2}));
    EXPECT_EQ(cancelled("a sort", spec, {values}, *device_).code(), absl::StatusCode::kCancelled);
  }
}

// If a kernel did not run, a later thunk must not read the memory that the kernel should have
// written.
TEST_P(CancelledRun, NothingBeginsAfterwards) {
  auto never = std::make_shared<Sequence>();
  never->thunks = {kernel([](void* const*, int64_t, int64_t) { ADD_FAILURE(); }, 1, {0})};
  expectCancelled("a kernel before a branch",
                  specOf({kernel(spin, 1 << 30, {0}),
                          makeConditional("if", 2, true, {never, never}), never->thunks[0]}));
}

TEST_P(CancelledRun, BeforeItBeganLeavesDonatedInputsAlone) {
  ExecutableSpec spec = endlessLoop();
  spec.aliasOf = {0};
  StorageRef x = vector();
  CancelFlag flag{true};
  CancelScope scope(&flag);
  bool donated[] = {true};
  auto result = Executable(spec).run(*device_, {x}, donated);
  EXPECT_EQ(result.status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(x->state(), StorageState::Live);
}

TEST_P(CancelledRun, ShowsWhichDonatedInputsWereGivenUp) {
  ExecutableSpec spec = endlessLoop();
  spec.aliasOf = {0};
  std::vector<StorageRef> args = {vector()};
  bool donated[] = {true};
  Status status = cancelOnce(Executable(spec), args, *device_, donated).status;
  EXPECT_EQ(status.message(), "[run] the run was cancelled");
  EXPECT_EQ(args[0]->state(), StorageState::Donated);
}

TEST_P(CancelledRun, LeavesTheExecutableAsItWas) {
  Executable executable(specOf({makeCopy(0, 1)}));
  StorageRef x = vector();
  x->mutableData()[5] = std::byte{7};
  CancelFlag flag{true};
  {
    CancelScope scope(&flag);
    EXPECT_FALSE(executable.run(*device_, {x}).ok());
  }
  auto result = executable.run(*device_, {x});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->outputs[0]->data()[5], std::byte{7});
}

} // namespace
} // namespace lz::exec

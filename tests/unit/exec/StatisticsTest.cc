// Tests the statistics of executables, and runs that write outputs to storages of the caller.
#include "exec/Executable.h"
#include "exec/thunks/BoundKernel.h"
#include "exec/thunks/Kinds.h"

#include <gtest/gtest.h>
#include <vector>

namespace lz::exec {
namespace {

using runtime::Device;
using runtime::Storage;
using runtime::StorageRef;

constexpr int64_t kCount = 64;
const TensorType kCounted{DType::F32, {kCount}};
constexpr int64_t kCountedBytes = kCount * 4;

// buffers: a, out. out = a + 1
void addOneTo(void* const* buffers, int64_t, int64_t) {
  for (int64_t i = 0; i < kCount; ++i)
    static_cast<float*>(buffers[1])[i] = static_cast<const float*>(buffers[0])[i] + 1;
}

ThunkRef kernel(std::vector<BufferId> buffers) {
  return makeKernel({"add_one", addOneTo, 1, 10, std::move(buffers), 1});
}

// Returns a program with out0 = in0 + 1 + 1 and out1 = in0 + 1, and with an unused constant. Both
// outputs could take over the memory of in0.
ExecutableSpec twoOutputs() {
  ExecutableSpec spec;
  spec.inputs = {kCounted};
  spec.outputs = {kCounted, kCounted};
  spec.buffers = {{BufferKind::Input, kCountedBytes, 0},
                  {BufferKind::Output, kCountedBytes, 0},
                  {BufferKind::Output, kCountedBytes, 1},
                  {BufferKind::Temp, kCountedBytes, -1, 0},
                  {BufferKind::Constant, kCountedBytes, 0, 0, Literal::splat(kCounted, 3)}};
  spec.body.thunks = {kernel({0, 3}), kernel({3, 1}), makeCopy(3, 2)};
  spec.arenaBytes = kCountedBytes;
  spec.numKernels = 1;
  spec.codeBytes = 1000;
  spec.flops = 128;
  spec.ns = 20;
  return spec;
}

SequenceRef sequenceOf(std::vector<ThunkRef> thunks) {
  return std::make_shared<const Sequence>(Sequence{std::move(thunks)});
}

StorageRef countedVector(Device& device, float value) {
  StorageRef storage = *device.allocate(kCountedBytes);
  std::fill_n(reinterpret_cast<float*>(storage->mutableData()), kCount, value);
  return storage;
}

TEST(Statistics, Memory) {
  MemoryStatistics m = Executable(twoOutputs()).memory();
  EXPECT_EQ(m.inputs, kCountedBytes);
  EXPECT_EQ(m.outputs, 2 * kCountedBytes);
  EXPECT_EQ(m.arena, kCountedBytes);
  EXPECT_EQ(m.constants, kCountedBytes);
  EXPECT_EQ(m.code, 1000);
  EXPECT_EQ(m.aliased, 0);
  EXPECT_EQ(m.peak, 5 * kCountedBytes);
}

// Both outputs could take over the memory of the input. Only one of them does, so `aliased` counts
// the memory once.
TEST(Statistics, MemoryThatIsTakenOverCountsOnce) {
  ExecutableSpec spec = twoOutputs();
  spec.aliasOf = {0, 0};
  MemoryStatistics m = Executable(spec).memory();
  EXPECT_EQ(m.aliased, kCountedBytes);
  EXPECT_EQ(m.peak, 4 * kCountedBytes);
}

TEST(Statistics, CostCountsAnArrayOnceAStep) {
  CostStatistics c = Executable(twoOutputs()).cost();
  EXPECT_EQ(c.flops, 128);
  EXPECT_EQ(c.ns, 20);
  EXPECT_EQ(c.bytes, 3 * 2 * kCountedBytes);
  EXPECT_EQ(c.kernels, 1);
  EXPECT_EQ(c.steps, 3);
}

TEST(Statistics, CostOfLoopsAndBranches) {
  ExecutableSpec spec = twoOutputs();
  SequenceRef one = sequenceOf({kernel({3, 3})}),
              two = sequenceOf({kernel({3, 3}), makeCopy(3, 2)});
  spec.body.thunks = {makeWhile("while", one, two, 3)};
  CostStatistics loop = Executable(spec).cost();
  EXPECT_EQ(loop.bytes, 3 * 2 * kCountedBytes); // one iteration
  EXPECT_EQ(loop.steps, 4);
  spec.body.thunks = {makeConditional("case", 3, false, {one, two, one})};
  CostStatistics branches = Executable(spec).cost();
  EXPECT_EQ(branches.bytes, 2 * 2 * kCountedBytes); // the largest branch
  EXPECT_EQ(branches.steps, 5);
}

// Each array has fewer bytes than the largest int64_t, but their sum has more.
TEST(Statistics, SumsOfTooManyBytesAreTheLargestNumber) {
  ExecutableSpec spec = twoOutputs();
  const TensorType huge{DType::F32, {int64_t(1) << 60}};
  spec.inputs = {huge};
  spec.outputs = {huge, huge};
  for (BufferSpec& buffer : spec.buffers)
    if (buffer.kind != BufferKind::Constant)
      buffer.bytes = huge.numBytes();
  spec.arenaBytes = huge.numBytes();
  const Executable executable(std::move(spec));
  EXPECT_EQ(executable.memory().outputs, INT64_MAX);
  EXPECT_EQ(executable.memory().peak, INT64_MAX);
  EXPECT_EQ(executable.cost().bytes, INT64_MAX);
  EXPECT_FALSE(executable.memoryReport().empty());
}

TEST(OutData, AnOutputIsWrittenWhereTheRunIsTold) {
  auto device = Device::host({.threads = 1});
  alignas(64) float memory[kCount] = {};
  int released = 0;
  Executable executable(twoOutputs());
  {
    std::vector<StorageRef> outData = {nullptr,
                                       Storage::borrow(memory, kCountedBytes, [&] { ++released; })};
    auto result = executable.run(*device, {countedVector(*device, 4)}, {}, outData);
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->outputs[1], outData[1]);
    EXPECT_EQ(result->outputs[0]->as<float>()[kCount - 1], 6);
    EXPECT_EQ(memory[0], 5);
    EXPECT_EQ(memory[kCount - 1], 5);
    EXPECT_EQ(released, 0);
  }
  EXPECT_EQ(released, 1);
}

// If the caller gives memory for an output, the output takes over no donated input, and the input
// does not change.
TEST(OutData, TakeOverNothing) {
  auto device = Device::host({.threads = 1});
  ExecutableSpec spec = twoOutputs();
  spec.donated = {true};
  spec.aliasOf = {0, -1};
  Executable executable(spec);
  alignas(64) float memory[kCount] = {};
  std::vector<StorageRef> args = {countedVector(*device, 4)},
                          outData = {Storage::borrow(memory, kCountedBytes, nullptr), nullptr};
  const bool donated[] = {true};
  auto result = executable.run(*device, args, donated, outData);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(memory[3], 6);
  ASSERT_EQ(args[0]->state(), runtime::StorageState::Live);
  EXPECT_EQ(args[0]->as<float>()[3], 4);
}

TEST(OutData, OverlapsNothing) {
  auto device = Device::host({.threads = 1});
  alignas(64) float memory[3 * kCount] = {};
  auto at = [&](int64_t element) {
    return Storage::borrow(memory + element, kCountedBytes, nullptr);
  };
  Executable executable(twoOutputs());
  const struct {
    int64_t input, first, second;
    const char* message; // nullptr if it is fine
  } cases[] = {
      {0, kCount, 2 * kCount, nullptr},
      {2 * kCount, kCount, 0, nullptr},
      {0, kCount, kCount, "the memory for output 1 overlaps that of output 0"},
      {0, kCount, kCount + 16, "the memory for output 1 overlaps that of output 0"},
      {0, 0, kCount, "the memory for output 0 overlaps that of input 0"},
      {16, 2 * kCount, 0, "the memory for output 1 overlaps that of input 0"},
      {16, kCount, 2 * kCount, "the memory for output 0 overlaps that of input 0"},
  };
  for (const auto& c : cases) {
    auto result = executable.run(*device, {at(c.input)}, {}, {at(c.first), at(c.second)});
    EXPECT_EQ(result.ok(), c.message == nullptr) << result.status();
    if (c.message)
      EXPECT_NE(result.status().message().find(c.message), absl::string_view::npos)
          << result.status();
  }
}

} // namespace
} // namespace lz::exec

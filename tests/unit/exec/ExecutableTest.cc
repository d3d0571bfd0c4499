#include "exec/Executable.h"

#include "../contraction/PlainKernels.h"
#include "contraction/plan/TileChoice.h"
#include "exec/thunks/Contraction.h"
#include "exec/thunks/Kinds.h"

#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <vector>

namespace lz::exec {
namespace {

using contraction::plainKernels;
using contraction::TiledContraction;
using runtime::Device;
using runtime::Storage;
using runtime::StorageRef;
using runtime::StorageState;

constexpr int64_t kUnit = 256; // elements of a grid unit
constexpr int64_t kNumbers = 10 * kUnit;
const TensorType kNumbersVector{DType::F32, {kNumbers}};
const TensorType kPred{DType::Pred, {}};
const TensorType kIndex{DType::S32, {}};

// buffers: a, out. out = a + 1
void addOne(void* const* buffers, int64_t lo, int64_t hi) {
  auto* a = static_cast<const float*>(buffers[0]);
  auto* out = static_cast<float*>(buffers[1]);
  for (int64_t i = lo * kUnit; i < hi * kUnit; ++i)
    out[i] = a[i] + 1;
}

// buffers: a, b, out. out = a * b
void multiply(void* const* buffers, int64_t lo, int64_t hi) {
  auto* a = static_cast<const float*>(buffers[0]);
  auto* b = static_cast<const float*>(buffers[1]);
  auto* out = static_cast<float*>(buffers[2]);
  for (int64_t i = lo * kUnit; i < hi * kUnit; ++i)
    out[i] = a[i] * b[i];
}

// buffers: a, predicate. predicate = a[0] < 10
void lessThanTen(void* const* buffers, int64_t, int64_t) {
  *static_cast<uint8_t*>(buffers[1]) = static_cast<const float*>(buffers[0])[0] < 10;
}

ThunkRef elementwise(std::string name, KernelFn fn, std::vector<BufferId> buffers) {
  int32_t reads = int32_t(buffers.size()) - 1;
  return makeKernel({std::move(name), fn, kNumbers / kUnit, 1e5, std::move(buffers), reads});
}

BufferSpec input(int32_t i) {
  return {BufferKind::Input, kNumbersVector.numBytes(), i, 0, {}};
}
BufferSpec output(int32_t i) {
  return {BufferKind::Output, kNumbersVector.numBytes(), i, 0, {}};
}
BufferSpec temp(int64_t bytes, int64_t offset) {
  return {BufferKind::Temp, bytes, -1, offset, {}};
}

StorageRef vectorOf(Device& device, float value) {
  StorageRef storage = *device.allocate(kNumbersVector.numBytes());
  std::fill_n(reinterpret_cast<float*>(storage->mutableData()), kNumbers, value);
  return storage;
}

void expectAll(const StorageRef& storage, float value) {
  for (int64_t i = 0; i < kNumbers; ++i)
    ASSERT_EQ(storage->as<float>()[i], value) << i;
}

// out0 = (in0 + 1) * const, through a temporary.
ExecutableSpec chainSpec() {
  ExecutableSpec spec;
  spec.name = "chain";
  spec.inputs = {kNumbersVector};
  spec.outputs = {kNumbersVector};
  BufferSpec constant{BufferKind::Constant, kNumbersVector.numBytes(), -1, 0,
                      Literal::splat(kNumbersVector, 3)};
  spec.buffers = {input(0), output(0), temp(kNumbersVector.numBytes(), 64), constant};
  spec.body.thunks = {elementwise("add_one", addOne, {0, 2}),
                      elementwise("multiply", multiply, {2, 3, 1})};
  spec.arenaBytes = 64 + kNumbersVector.numBytes();
  spec.numKernels = 2;
  return spec;
}

TEST(Executable, RunsKernelsThroughTheArena) {
  Executable executable(chainSpec());
  for (int threads : {1, 2, 5}) {
    auto device = Device::host({.threads = threads});
    std::vector<StorageRef> args = {vectorOf(*device, 4)};
    auto result = executable.run(*device, args);
    ASSERT_TRUE(result.ok()) << result.status();
    expectAll(result->outputs[0], 15);
    expectAll(args[0], 4);
  }
}

TEST(Executable, KeepsNothingBetweenRunsButOutputs) {
  Executable executable(chainSpec());
  auto device = Device::host({.threads = 2});
  std::vector<StorageRef> args = {vectorOf(*device, 4)};
  int64_t before = device->allocator()->liveBytes();
  auto result = executable.run(*device, args);
  EXPECT_EQ(device->allocator()->liveBytes() - before, kNumbersVector.numBytes());
  result->outputs.clear();
  EXPECT_EQ(device->allocator()->liveBytes(), before);
}

TEST(Executable, RunsFromManyThreadsAtOnce) {
  Executable executable(chainSpec());
  auto device = Device::host({.threads = 2});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < 20; ++round) {
        std::vector<StorageRef> args = {vectorOf(*device, float(t))};
        auto result = executable.run(*device, args);
        expectAll(result->outputs[0], float(3 * t + 3));
      }
    });
  for (std::thread& thread : threads)
    thread.join();
}

TEST(Executable, RefusesWrongArguments) {
  Executable executable(chainSpec());
  auto device = Device::host({.threads = 1});
  EXPECT_EQ(executable.run(*device, {}).status().code(), absl::StatusCode::kInvalidArgument);
  std::vector<StorageRef> args = {*device->allocate(8)};
  EXPECT_EQ(executable.run(*device, args).status().code(), absl::StatusCode::kInvalidArgument);
  args[0] = nullptr;
  EXPECT_EQ(executable.run(*device, args).status().code(), absl::StatusCode::kInvalidArgument);
  args[0] = vectorOf(*device, 1);
  args[0]->deleteBytes();
  EXPECT_EQ(executable.run(*device, args).status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(Executable, NoMemoryIsAStatusAndLeavesTheArguments) {
  ExecutableSpec spec = chainSpec();
  spec.aliasOf = {0};
  spec.arenaBytes = int64_t(1) << 40;
  Executable executable(std::move(spec));
  auto device = Device::host({.threads = 1, .memory = {.limitBytes = 1 << 20}});
  std::vector<StorageRef> args = {vectorOf(*device, 4)};
  auto result = executable.run(*device, args, {true});
  EXPECT_EQ(result.status().code(), absl::StatusCode::kResourceExhausted);
  expectAll(args[0], 4);
}

// out0 = in0 + 1, in place if in0 is donated.
ExecutableSpec inPlaceSpec(bool copyFirst) {
  ExecutableSpec spec;
  spec.inputs = spec.outputs = {kNumbersVector};
  spec.buffers = {input(0), output(0)};
  spec.aliasOf = {0};
  if (copyFirst)
    spec.body.thunks = {makeCopy(0, 1), elementwise("add_one", addOne, {1, 1})};
  else
    spec.body.thunks = {elementwise("add_one", addOne, {0, 1})};
  return spec;
}

TEST(Executable, ADonatedInputBecomesTheOutput) {
  auto device = Device::host({.threads = 2});
  for (bool copyFirst : {false, true}) {
    Executable executable(inPlaceSpec(copyFirst));
    std::vector<StorageRef> args = {vectorOf(*device, 4)};
    const std::byte* bytes = args[0]->data();
    auto result = executable.run(*device, args, {true});
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->outputs[0]->data(), bytes);
    EXPECT_EQ(args[0]->state(), StorageState::Donated);
    expectAll(result->outputs[0], 5);
    EXPECT_EQ(executable.run(*device, args).status().code(), absl::StatusCode::kFailedPrecondition);
  }
}

TEST(Executable, OnlyAnExclusiveDonationIsTaken) {
  auto device = Device::host({.threads = 2});
  for (bool copyFirst : {false, true}) {
    Executable executable(inPlaceSpec(copyFirst));
    std::vector<StorageRef> args = {vectorOf(*device, 4)};
    auto notDonated = executable.run(*device, args);
    expectAll(notDonated->outputs[0], 5);
    StorageRef holder = args[0];
    auto held = executable.run(*device, args, {true});
    expectAll(held->outputs[0], 5);
    std::vector<float> host(size_t(kNumbers), 8);
    std::vector<StorageRef> borrowed = {
        Storage::borrow(host.data(), kNumbersVector.numBytes(), {})};
    auto fromHost = executable.run(*device, borrowed, {true});
    expectAll(fromHost->outputs[0], 9);
    EXPECT_EQ(host[0], 8.0f);
    expectAll(holder, 4);
    EXPECT_EQ(holder->state(), StorageState::Live);
  }
}

TEST(Executable, TwoOutputsCannotTakeOneInput) {
  ExecutableSpec spec;
  spec.inputs = {kNumbersVector};
  spec.outputs = {kNumbersVector, kNumbersVector};
  spec.buffers = {input(0), output(0), output(1)};
  spec.aliasOf = {0, 0};
  spec.body.thunks = {elementwise("add_one", addOne, {0, 2}),
                      elementwise("add_one", addOne, {0, 1})};
  auto device = Device::host({.threads = 1});
  std::vector<StorageRef> args = {vectorOf(*device, 4)};
  auto result = Executable(spec).run(*device, args, {true});
  EXPECT_NE(result->outputs[0]->data(), result->outputs[1]->data());
  expectAll(result->outputs[0], 5);
  expectAll(result->outputs[1], 5);
}

// while (x[0] < 10) x = x + 1
TEST(Executable, WhileRunsUntilThePredicateIsFalse) {
  ExecutableSpec spec;
  spec.inputs = spec.outputs = {kNumbersVector};
  spec.buffers = {input(0), output(0), temp(1, 0)};
  spec.arenaBytes = 64;
  auto condition = std::make_shared<Sequence>();
  condition->thunks = {makeKernel({"less", lessThanTen, 1, 1, {1, 2}, 1})};
  auto body = std::make_shared<Sequence>();
  body->thunks = {elementwise("add_one", addOne, {1, 1})};
  spec.body.thunks = {makeCopy(0, 1), makeWhile("loop", condition, body, 2)};
  Executable executable(std::move(spec));
  auto device = Device::host({.threads = 2});
  for (float start : {0.5f, 9.0f, 10.0f, 20.0f}) {
    std::vector<StorageRef> args = {vectorOf(*device, start)};
    float expected = start;
    while (expected < 10)
      expected += 1;
    expectAll(executable.run(*device, args)->outputs[0], expected);
  }
}

// out = branch(index): in0 + 1, in0 * in0, in0.
ExecutableSpec branchSpec(bool pred) {
  ExecutableSpec spec;
  TensorType selector = pred ? kPred : kIndex;
  spec.inputs = {kNumbersVector, selector};
  spec.outputs = {kNumbersVector};
  BufferSpec index{BufferKind::Input, selector.numBytes(), 1, 0, {}};
  spec.buffers = {input(0), index, output(0)};
  auto add = std::make_shared<Sequence>(), square = std::make_shared<Sequence>(),
       copy = std::make_shared<Sequence>();
  add->thunks = {elementwise("add_one", addOne, {0, 2})};
  square->thunks = {elementwise("multiply", multiply, {0, 0, 2})};
  copy->thunks = {makeCopy(0, 2)};
  std::vector<SequenceRef> branches = {add, square};
  if (!pred)
    branches.push_back(copy);
  spec.body.thunks = {makeConditional("choose", 1, pred, std::move(branches))};
  return spec;
}

TEST(Executable, IfAndCaseChooseTheirBranch) {
  auto device = Device::host({.threads = 1});
  Executable onPred(branchSpec(true)), onIndex(branchSpec(false));
  StorageRef value = vectorOf(*device, 3);
  for (auto [pred, expected] : {std::pair<uint8_t, float>{1, 4}, {0, 9}}) {
    std::vector<StorageRef> args = {value, Storage::borrow(&pred, 1, {})};
    expectAll(onPred.run(*device, args)->outputs[0], expected);
  }
  for (auto [index, expected] :
       {std::pair<int32_t, float>{0, 4}, {1, 9}, {2, 3}, {3, 3}, {-1, 3}}) {
    std::vector<StorageRef> args = {value, Storage::borrow(&index, 4, {})};
    expectAll(onIndex.run(*device, args)->outputs[0], expected);
  }
}

TEST(Executable, RunsContractions) {
  TiledContraction dot;
  dot.m = 6, dot.n = 7, dot.k = 5;
  dot.lhs = {DType::F32, {}, {{6, 5}}, {{5, 1}}, {}};
  dot.rhs = {DType::F32, {}, {{7, 1}}, {{5, 7}}, {}};
  dot.outM = {{6, 7}}, dot.outN = {{7, 1}};
  dot.kernels = &plainKernels<float, 4, 4>();
  chooseTile(dot);
  contraction::ContractionPlan plan = planContraction(dot, 2);
  int64_t scratch = plan.scratchBytes();
  ExecutableSpec spec;
  spec.inputs = {{DType::F32, {6, 5}}, {DType::F32, {5, 7}}};
  spec.outputs = {{DType::F32, {6, 7}}};
  spec.buffers = {{BufferKind::Input, 120, 0, 0, {}},
                  {BufferKind::Input, 140, 1, 0, {}},
                  {BufferKind::Output, 168, 0, 0, {}},
                  temp(scratch, 0)};
  spec.arenaBytes = scratch;
  spec.body.thunks = {makeContraction({"dot", plan, 0, 1, 2, 3})};
  std::vector<float> lhs(30), rhs(35);
  std::iota(lhs.begin(), lhs.end(), 0.0f);
  std::iota(rhs.begin(), rhs.end(), 0.0f);
  std::vector<StorageRef> args = {Storage::borrow(lhs.data(), 120, {}),
                                  Storage::borrow(rhs.data(), 140, {})};
  auto device = Device::host({.threads = 2});
  auto result = Executable(spec).run(*device, args);
  for (size_t i = 0; i < 6; ++i)
    for (size_t j = 0; j < 7; ++j) {
      float sum = 0;
      for (size_t k = 0; k < 5; ++k)
        sum += lhs[i * 5 + k] * rhs[k * 7 + j];
      EXPECT_EQ(result->outputs[0]->as<float>()[i * 7 + j], sum);
    }
}

TEST(Executable, EmptyTensorsRun) {
  ExecutableSpec spec;
  spec.inputs = spec.outputs = {{DType::F32, {0, 3}}};
  spec.buffers = {{BufferKind::Input, 0, 0, 0, {}}, {BufferKind::Output, 0, 0, 0, {}}};
  spec.body.thunks = {makeKernel({"none", addOne, 0, 1, {0, 1}, 1}), makeCopy(0, 1)};
  auto device = Device::host({.threads = 1});
  std::vector<StorageRef> args = {*device->allocate(0)};
  auto result = Executable(spec).run(*device, args);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->outputs[0]->bytes(), 0);
}

TEST(Executable, PrintsThunksWithTheirBuffers) {
  std::string text = Executable(chainSpec()).print();
  EXPECT_EQ(text, "executable chain: 1 inputs, 1 outputs, 2 kernels, arena 10.06 KiB\n"
                  "  in0: tensor<2560xf32> (10 KiB)\n"
                  "  out0: tensor<2560xf32> (10 KiB)\n"
                  "  tmp2 (10 KiB at 64)\n"
                  "  const3: tensor<2560xf32> (10 KiB)\n"
                  "  kernel add_one grid 10 x 1e+05 ns reads in0 writes tmp2\n"
                  "  kernel multiply grid 10 x 1e+05 ns reads tmp2 const3 writes out0\n");
  std::string branches = Executable(branchSpec(true)).print();
  EXPECT_NE(branches.find("  if choose selector in1\n    branch 0\n      kernel add_one"),
            std::string::npos)
      << branches;
}

TEST(Executable, ReportsItsMemory) {
  ExecutableSpec spec = chainSpec();
  spec.locations = {"a.c:1"};
  spec.buffers[2].origin = "add";
  spec.buffers[2].locations = {0};
  spec.runBytes = bytesOfRun(spec);
  EXPECT_EQ(Executable(spec).memoryReport(),
            "peak of a run 40.06 KiB: inputs 10 KiB + constants 10 KiB + new outputs 10 KiB + "
            "arena 10.06 KiB\n"
            "a run takes 20608 bytes, with donated inputs 20608; its steps need at least 20480 in "
            "any order\n"
            "outputs: 1, 10 KiB in all, 0 of them in the memory of donated inputs\n"
            "arena 10.06 KiB for 1 temporaries of 10 KiB; fullest at thunk 0 of 2 with 10 KiB\n"
            "largest buffers\n"
            "  in0 10 KiB: tensor<2560xf32>, thunks 0..0\n"
            "  out0 10 KiB, thunks 1..1\n"
            "  tmp2 10 KiB: add at a.c:1, thunks 0..1\n"
            "  const3 10 KiB: tensor<2560xf32>, thunks 1..1\n");
}

TEST(Executable, ReportsWhatDonatedInputsBecome) {
  ExecutableSpec spec = chainSpec();
  spec.inputs.push_back(kNumbersVector);
  spec.buffers.push_back(input(1));
  spec.donated = {true, true};
  spec.aliasOf = {0};
  std::string text = Executable(spec).memoryReport();
  for (const char* part : {"new outputs 0 B", "1 of them in the memory of donated inputs",
                           "donated in0: tensor<2560xf32> becomes out0\n",
                           "donated in1: tensor<2560xf32> is free after the run\n",
                           "out0 10 KiB, in the memory of in0"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

// A buffer that the loop reads in each iteration must stay until the loop ends.
TEST(Executable, ReportsThatALoopKeepsItsInputs) {
  ExecutableSpec spec = chainSpec();
  auto condition = std::make_shared<Sequence>(), body = std::make_shared<Sequence>();
  condition->thunks = {elementwise("less", lessThanTen, {2, 4})};
  body->thunks = {elementwise("add_one", addOne, {1, 1})};
  spec.buffers.push_back(temp(1, 0));
  spec.body.thunks = {elementwise("add_one", addOne, {0, 2}), makeCopy(2, 1),
                      makeWhile("while", condition, body, 4)};
  std::string text = Executable(spec).memoryReport();
  EXPECT_NE(text.find("tmp2 10 KiB, thunks 0..4\n"), std::string::npos) << text;
  EXPECT_NE(text.find("tmp4 1 B, thunks 2..3\n"), std::string::npos) << text;
}

} // namespace
} // namespace lz::exec

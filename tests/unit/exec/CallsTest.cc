// Tests functions of the library that run as thunks. Checks what the functions receive, and how
// they fail.
#include "exec/Executable.h"
#include "exec/Linalg.h"
#include "exec/thunks/Call.h"
#include "exec/thunks/Kinds.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <gtest/gtest.h>

namespace lz::exec {
namespace {

using runtime::Device;
using runtime::Storage;
using runtime::StorageRef;

// Inputs of bytes with these dims, and one output.
struct Concatenation {
  std::vector<Dims> dims;
  int64_t dimension;
};

TensorType typeOf(const Concatenation& c) {
  TensorType type{DType::U8, c.dims[0]};
  type.dims[size_t(c.dimension)] = 0;
  for (const Dims& dims : c.dims)
    type.dims[size_t(c.dimension)] += dims[size_t(c.dimension)];
  return type;
}

ExecutableSpec specOf(const Concatenation& c) {
  ExecutableSpec spec;
  CallSignature signature;
  std::vector<BufferId> buffers;
  for (const Dims& dims : c.dims) {
    TensorType type{DType::U8, dims};
    buffers.push_back(BufferId(spec.buffers.size()));
    spec.buffers.push_back({BufferKind::Input, type.numBytes(), int32_t(spec.inputs.size())});
    spec.inputs.push_back(type);
  }
  signature.operands = spec.inputs;
  signature.results = spec.outputs = {typeOf(c)};
  signature.attrs = ConcatenateCallAttrs{c.dimension};
  const CallFunction* function = findCall("concatenate");
  spec.arenaBytes = function->needs(signature).scratchBytes;
  buffers.push_back(BufferId(spec.buffers.size()));
  spec.buffers.push_back({BufferKind::Output, spec.outputs[0].numBytes(), 0});
  spec.buffers.push_back({BufferKind::Temp, spec.arenaBytes});
  spec.body.thunks = {makeCall({function, signature, buffers, buffers.back() + 1})};
  return spec;
}

// Computes the result element by element from the definition.
std::vector<uint8_t> expected(const Concatenation& c,
                              const std::vector<std::vector<uint8_t>>& inputs) {
  int64_t rows = 1;
  for (int64_t d = 0; d < c.dimension; ++d)
    rows *= c.dims[0][size_t(d)];
  std::vector<uint8_t> result;
  for (int64_t row = 0; row < rows; ++row)
    for (const std::vector<uint8_t>& input : inputs) {
      auto run = int64_t(input.size()) / rows;
      result.insert(result.end(), input.begin() + row * run, input.begin() + (row + 1) * run);
    }
  return result;
}

void expectConcatenated(const Concatenation& c) {
  Executable executable(specOf(c));
  std::vector<std::vector<uint8_t>> inputs;
  for (const Dims& dims : c.dims) {
    std::vector<uint8_t>& input = inputs.emplace_back(TensorType{DType::U8, dims}.numBytes());
    for (size_t i = 0; i < input.size(); ++i)
      input[i] = uint8_t(i * 7 + inputs.size() * 31 + i / 256);
  }
  for (int threads : {1, 3}) {
    std::vector<StorageRef> args;
    for (std::vector<uint8_t>& input : inputs)
      args.push_back(Storage::borrow(input.data(), int64_t(input.size()), {}));
    auto device = Device::host({.threads = threads});
    auto run = executable.run(*device, args);
    ASSERT_TRUE(run.ok()) << run.status();
    std::vector<uint8_t> wanted = expected(c, inputs);
    ASSERT_EQ(run->outputs[0]->bytes(), int64_t(wanted.size()));
    auto* result = reinterpret_cast<const uint8_t*>(run->outputs[0]->data());
    EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), result))
        << typeOf(c).str() << " with " << threads << " threads";
  }
}

// Rows are shorter and longer than the part that a thread takes at a time, and some operands are
// empty.
TEST(Calls, ConcatenateCopiesRunsOfAllLengths) {
  expectConcatenated({{{3}, {5}, {1}}, 0});
  expectConcatenated({{{7, 3, 5}, {7, 1, 5}, {7, 4, 5}}, 1});
  expectConcatenated({{{7, 0, 5}, {7, 2, 5}, {7, 0, 5}, {7, 0, 5}, {7, 3, 5}, {7, 0, 5}}, 1});
  expectConcatenated({{{0, 3}, {0, 4}}, 1});
  expectConcatenated({{{2, 0}, {2, 0}}, 1});
  expectConcatenated({{{900, 333}, {900, 1}, {900, 64}}, 1});
  expectConcatenated({{{3, 100000}, {3, 70001}, {3, 1}}, 1});
  expectConcatenated({std::vector<Dims>(300, Dims{2, 1000}), 0});
}

TEST(Calls, ArePrintedWithTheirScratch) {
  Executable executable(specOf({{{3}, {5}}, 0}));
  EXPECT_NE(executable.print().find(
                "  call concatenate reads in0 in1 writes out0 scratch tmp3 {dimension = 0}\n"),
            std::string::npos)
      << executable.print();
  EXPECT_NE(executable.memoryReport().find("fullest at thunk 0 of 1 with 24 B"), std::string::npos)
      << executable.memoryReport();
}

TEST(Calls, TheTableKnowsNoOther) {
  EXPECT_EQ(findCall("no such function"), nullptr);
}

std::atomic<int> calls{0};

Status refuse(const CallArgs& args) {
  ++calls;
  return failedPrecondition("[sort] of ", args.operand(0).as<uint8_t>().size(), " elements");
}

CallNeeds nothing(const CallSignature&) {
  return {};
}

// Some routines are replaced by ops when a text is read. The library has no functions for them.
TEST(Calls, OfLapackThereAreSomeRoutines) {
  using enum linalg::LapackFunction;
  for (linalg::LapackFunction function : {Geqrf, Getrf, Gtsv, Lu, Orgqr, Syevd})
    EXPECT_TRUE(hasLapack(function)) << lapackName(function);
  for (linalg::LapackFunction function : {Eigh, Potrf, Trsm})
    EXPECT_FALSE(hasLapack(function)) << lapackName(function);
}

// The predicate of the loop is in0, which never changes, so only the error ends the loop.
TEST(Calls, AnErrorEndsTheRunAndNamesItsOp) {
  static constexpr CallFunction kRefuse{"sort", refuse, nothing};
  const TensorType byte{DType::U8, {1}};
  ExecutableSpec spec;
  spec.inputs = spec.outputs = {byte};
  spec.buffers = {{BufferKind::Input, 1, 0},
                  {BufferKind::Output, 1, 0, 0, {}, "sort", "sort", {0}}};
  spec.locations = {"net.c:12"};
  auto condition = std::make_shared<Sequence>(), body = std::make_shared<Sequence>();
  body->thunks = {makeCall({&kRefuse, {{byte}, {byte}}, {0, 1}, -1}), makeCopy(0, 1)};
  spec.body.thunks = {makeWhile("while", condition, body, 0),
                      makeCall({&kRefuse, {{byte}, {byte}}, {0, 1}, -1})};
  uint8_t yes = 1;
  auto device = Device::host({});
  calls = 0;
  Status status = Executable(spec).run(*device, {Storage::borrow(&yes, 1, {})}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
  EXPECT_EQ(status.message(), "[sort] of 1 elements");
  EXPECT_EQ(opOf(status), "sort");
  EXPECT_EQ(locationOf(status), "net.c:12");
  EXPECT_EQ(calls, 1);
}

} // namespace
} // namespace lz::exec

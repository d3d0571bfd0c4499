// Tests the lower bound of the memory that an executable needs, and the messages of refusals.
#include "base/Exhausted.h"
#include "exec/Executable.h"
#include "exec/report/LowerBound.h"
#include "exec/thunks/Kinds.h"
#include "gtest/gtest.h"

namespace lz::exec {
namespace {

using runtime::Device;
using runtime::Storage;
using runtime::StorageRef;

enum : BufferId { In, Out, A, B, C, Pred };

constexpr int64_t kBytes = 4096;
const TensorType kType{DType::F32, {kBytes / 4}};

// An input, an output, and temporaries that lie apart.
ExecutableSpec empty() {
  ExecutableSpec spec;
  spec.name = "net";
  spec.inputs = spec.outputs = {kType};
  spec.buffers = {{BufferKind::Input, kBytes, 0},           {BufferKind::Output, kBytes, 0},
                  {BufferKind::Temp, kBytes, -1, 0},        {BufferKind::Temp, kBytes, -1, 4096},
                  {BufferKind::Temp, 2 * kBytes, -1, 8192}, {BufferKind::Temp, 1, -1, 16384}};
  spec.locations = {"net.c:1", "net.c:3"};
  spec.buffers[A].origin = "sine";
  spec.buffers[A].locations = {0};
  spec.buffers[C].origin = "dot_general";
  spec.buffers[C].op = "dot_general";
  spec.buffers[C].locations = {1};
  spec.arenaBytes = 16448;
  spec.ends = {{Out, 1}};
  return spec;
}

void add(Sequence& list, ThunkRef thunk, Contents contents) {
  list.thunks.push_back(std::move(thunk));
  list.contents.push_back(std::move(contents));
}

// Adds a copy. `shares` permits that the target lies in the place of the source.
void copy(Sequence& list, BufferId source, BufferId target, bool shares = false) {
  Contents contents{{{source, 1}, {target, 0, 1}}, {}, {}, {}};
  if (shares)
    contents.shares = {{target, source}};
  add(list, makeCopy(source, target), std::move(contents));
}

SequenceRef shared(Sequence list) {
  return std::make_shared<const Sequence>(std::move(list));
}

ExecutableSpec withRunBytes(ExecutableSpec spec) {
  spec.runBytes = bytesOfRun(spec);
  return spec;
}

TEST(LowerBound, WhatAStepUsesExistsAtOnce) {
  ExecutableSpec spec = empty();
  EXPECT_EQ(lowerBoundOf(spec), kBytes); // the output
  copy(spec.body, In, A);
  EXPECT_EQ(lowerBoundOf(spec), kBytes);
  copy(spec.body, A, B);
  EXPECT_EQ(lowerBoundOf(spec), 2 * kBytes);
  copy(spec.body, C, Out);
  EXPECT_EQ(lowerBoundOf(spec), 3 * kBytes);
}

TEST(LowerBound, AResultMayNeedNoBytesOfItsOwn) {
  ExecutableSpec spec = empty();
  copy(spec.body, In, A);
  copy(spec.body, A, B, /*shares=*/true);
  EXPECT_EQ(lowerBoundOf(spec), kBytes);
  copy(spec.body, B, Out, /*shares=*/true); // an output is never in the arena
  EXPECT_EQ(lowerBoundOf(spec), 2 * kBytes);
}

TEST(LowerBound, SmallTemporariesMayBeOnTheStack) {
  ExecutableSpec spec = empty();
  spec.buffers[A].bytes = kArenaOnStack;
  copy(spec.body, A, Out);
  EXPECT_EQ(lowerBoundOf(spec), kBytes);
  spec.buffers[A].bytes = kArenaOnStack + 1;
  EXPECT_EQ(lowerBoundOf(spec), kBytes + kArenaOnStack + 1);
}

// The body reads two carried values, but never at once. A third one is only written.
TEST(LowerBound, TheCarriedValuesThatAnIterationReadsExistAtItsBeginning) {
  ExecutableSpec spec = empty();
  Sequence condition, body;
  add(condition, makeCopy(In, Pred), {{{In, 1}, {Pred, 0, 1}}, {}, {}, {}});
  add(body, makeCopy(A, Out), {{{A, 2}, {Out, 0, 1}}, {}, {}, {}});
  add(body, makeCopy(C, Out), {{{C, 2}, {Out, 0, 2}}, {}, {}, {}});
  add(spec.body, makeWhile("while", shared(condition), shared(body), Pred),
      {{}, {{Pred, 1}}, {}, {{A, 2, {1, 3}}, {B, 2, {1, 3}}, {C, 2, {1, 3}}}});
  EXPECT_EQ(lowerBoundOf(spec), kBytes + 2 * kBytes);
  spec.buffers[A].bytes = 2 * kBytes;
  EXPECT_EQ(lowerBoundOf(spec), 4 * kBytes);
}

TEST(LowerBound, OfBranchesIsThatOfTheLargest) {
  ExecutableSpec spec = empty();
  Sequence first, second;
  copy(first, A, B);
  copy(second, A, C);
  add(spec.body, makeConditional("if", Pred, true, {shared(first), shared(second)}),
      {{{Pred, 1}}, {}, {}, {}});
  EXPECT_EQ(lowerBoundOf(spec), 3 * kBytes);
}

TEST(Refusal, ABudgetOfExactlyTheBytesOfARunIsEnough) {
  ExecutableSpec spec = empty();
  copy(spec.body, In, A);
  copy(spec.body, A, C);
  copy(spec.body, C, Out);
  spec = withRunBytes(std::move(spec));
  EXPECT_TRUE(checkFits(spec, spec.runBytes.most, "compile", "use less").ok());
  const Status status = checkFits(spec, spec.runBytes.most - 1, "compile", "use less");
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(bytesWanted(status), spec.runBytes.most);
  EXPECT_EQ(bytesAvailable(status), spec.runBytes.most - 1);
  EXPECT_EQ(opOf(status), "dot_general");
  EXPECT_EQ(locationOf(status), "net.c:3");
  const int64_t most = spec.runBytes.most;
  EXPECT_EQ(
      status.message(),
      absl::StrCat("[compile] out of memory: ", most, " bytes wanted, ", most - 1,
                   " available; use less; its steps need at least 12288 bytes in any order; at "
                   "thunk 1 of 3 the run holds tmp4 of 8192 bytes (dot_general at net.c:3), out0 "
                   "of 4096 bytes, tmp2 of 4096 bytes (sine at net.c:1)"));
}

TEST(Refusal, ListsTensorsThatCannotBeSplit) {
  ExecutableSpec spec = empty();
  copy(spec.body, In, Out);
  spec.unsplit = {"sort f32[9000] at net.c:12 (an op needs all of it)", "sine f32[8000] (no)"};
  spec = withRunBytes(std::move(spec));
  const std::string message(checkFits(spec, 0, "compile", "use less").message());
  EXPECT_NE(message.find("in any order; these tensors cannot be split: sort f32[9000] at net.c:12 "
                         "(an op needs all of it), sine f32[8000] (no); at the end"),
            std::string::npos)
      << message;
}

TEST(Refusal, ListsTenValues) {
  ExecutableSpec spec = empty();
  for (int32_t i = 1; i < 14; ++i) {
    spec.outputs.push_back(kType);
    spec.buffers.push_back({BufferKind::Output, kBytes, i});
  }
  spec = withRunBytes(std::move(spec));
  const std::string message(checkFits(spec, 0, "load", "use less").message());
  EXPECT_NE(message.find("; at the end the run holds out0 of 4096 bytes, out1"), std::string::npos)
      << message;
  EXPECT_NE(message.find("out9 of 4096 bytes and 4 more"), std::string::npos) << message;
}

// The memory suffices for the arena and not for the output, or the other way round.
TEST(Refusal, ARefusedRunHasTakenNothing) {
  ExecutableSpec spec = empty();
  copy(spec.body, In, A);
  copy(spec.body, A, Out);
  spec.donated = {true};
  spec.runBytes = bytesOfRun(spec);
  const int64_t most = spec.runBytes.most;
  const Executable executable(std::move(spec));
  for (int64_t budget : {most + kBytes, most + kBytes - 1, most, 2 * kBytes}) {
    auto device = Device::host({.threads = 1, .memory = {.limitBytes = budget, .isExact = true}});
    std::vector<StorageRef> args = {*device->allocate(kBytes)};
    const bool given[] = {true};
    device->allocator()->resetPeak();
    const StatusOr<RunResult> result = executable.run(*device, args, given);
    EXPECT_EQ(result.ok(), budget == most + kBytes) << budget << ": " << result.status();
    EXPECT_EQ(args[0]->state(), runtime::StorageState::Live);
    EXPECT_EQ(device->allocator()->peakBytes(), result.ok() ? budget : kBytes);
    EXPECT_EQ(device->allocator()->liveBytes(), kBytes * (result.ok() ? 2 : 1));
    if (!result.ok())
      EXPECT_EQ(bytesWanted(result.status()), most) << result.status();
  }
}

} // namespace
} // namespace lz::exec

// Tests that places are refused if a thunk would not find the contents that it reads.
#include "exec/verify/CheckPlaces.h"

#include "exec/thunks/BoundKernel.h"
#include "exec/thunks/Kinds.h"
#include "exec/verify/Verify.h"
#include "gtest/gtest.h"

namespace lz::exec {
namespace {

enum : BufferId { In, Out, A, B, Kept, Pred };

constexpr int64_t kBytes = 64;
const TensorType kType{DType::F32, {16}};

// An input, an output, and temporaries that lie apart.
ExecutableSpec empty() {
  ExecutableSpec spec;
  spec.inputs = spec.outputs = {kType};
  spec.buffers = {{BufferKind::Input, kBytes, 0},      {BufferKind::Output, kBytes, 0},
                  {BufferKind::Temp, kBytes, -1, 0},   {BufferKind::Temp, kBytes, -1, 64},
                  {BufferKind::Temp, kBytes, -1, 128}, {BufferKind::Temp, 1, -1, 192}};
  spec.arenaBytes = 256;
  spec.ends = {{Out, 1}};
  return spec;
}

void add(Sequence& list, ThunkRef thunk, Contents contents) {
  list.thunks.push_back(std::move(thunk));
  list.contents.push_back(std::move(contents));
}

// Adds a copy that reads content `reads` of the source and writes content `writes` of the target.
void copy(Sequence& list, BufferId source, int32_t reads, BufferId target, int32_t writes) {
  add(list, makeCopy(source, target), {{{source, reads}, {target, 0, writes}}, {}, {}, {}});
}

SequenceRef shared(Sequence list) {
  return std::make_shared<const Sequence>(std::move(list));
}

// Returns the message without the ending that all internal errors have.
std::string refusal(const ExecutableSpec& spec) {
  const std::string message(checkPlaces(spec).message());
  return message.substr(0, message.find(" (a bug in Lazuli"));
}

// Input, a, b, output.
ExecutableSpec chain() {
  ExecutableSpec spec = empty();
  copy(spec.body, In, 1, A, 1);
  copy(spec.body, A, 1, B, 1);
  copy(spec.body, B, 1, Out, 1);
  return spec;
}

TEST(CheckPlaces, WhatIsReadIsThere) {
  EXPECT_EQ(refusal(chain()), "");
}

TEST(CheckPlaces, AResultLiesWhereAnOperandLiesIfTheThunkPermitsIt) {
  ExecutableSpec spec = chain();
  spec.buffers[B].offset = spec.buffers[A].offset;
  EXPECT_EQ(refusal(spec),
            "executable: thunk 1 (copy reads tmp2 writes tmp3) writes content 1 of tmp3 to bytes "
            "0..64 of the arena, where it uses content 1 of tmp2");
  spec.body.contents[1].shares = {{B, A}};
  EXPECT_EQ(refusal(spec), "");
  spec.buffers[B].bytes = 32; // only where both lie in the same way
  EXPECT_NE(refusal(spec), "");
}

TEST(CheckPlaces, WhatIsReadLaterIsNotOverwritten) {
  ExecutableSpec spec = empty();
  copy(spec.body, In, 1, A, 1);
  copy(spec.body, In, 1, B, 1);
  copy(spec.body, A, 1, Out, 1);
  EXPECT_EQ(refusal(spec), "");
  spec.buffers[B].offset = spec.buffers[A].offset;
  EXPECT_EQ(refusal(spec),
            "executable: thunk 2 (copy reads tmp2 writes out0) reads content 1 of tmp2 at bytes "
            "0..64 of the arena, but they hold content 1 of tmp3");
}

TEST(CheckPlaces, ThunksComeInTheOrderThatTheyMean) {
  ExecutableSpec spec = chain();
  std::swap(spec.body.thunks[0], spec.body.thunks[1]);
  EXPECT_EQ(refusal(spec), "executable: thunk 0 (copy reads tmp2 writes tmp3) does not read and "
                           "write the buffers that its contents name");
  std::swap(spec.body.contents[0], spec.body.contents[1]);
  EXPECT_EQ(refusal(spec),
            "executable: thunk 0 (copy reads tmp2 writes tmp3) reads content 1 of tmp2 at bytes "
            "0..64 of the arena, but they hold nothing that is still valid");
}

// B means the first content of A, and not the second one.
TEST(CheckPlaces, AReadMeansOneContent) {
  ExecutableSpec spec = empty();
  copy(spec.body, In, 1, A, 1);
  copy(spec.body, A, 1, B, 1);
  copy(spec.body, In, 1, A, 2);
  copy(spec.body, A, 2, Out, 1);
  EXPECT_EQ(refusal(spec), "");
  std::swap(spec.body.thunks[1], spec.body.thunks[2]);
  std::swap(spec.body.contents[1], spec.body.contents[2]);
  EXPECT_EQ(refusal(spec),
            "executable: thunk 2 (copy reads tmp2 writes tmp3) reads content 1 of tmp2 at bytes "
            "0..64 of the arena, but they hold content 2 of tmp2");
}

TEST(CheckPlaces, AnOutputIsWritten) {
  ExecutableSpec spec = chain();
  spec.body.thunks.pop_back();
  spec.body.contents.pop_back();
  EXPECT_EQ(refusal(spec), "executable: the end of the run reads content 1 of out0 at bytes 0..64 "
                           "of out0, but they hold nothing that is still valid");
  spec.ends.clear();
  EXPECT_EQ(refusal(spec), "executable: the content of out0 is not known");
}

// A donated input whose memory an output takes over must not be read later.
TEST(CheckPlaces, ADonatedInputIsNotReadWhereTheOutputLies) {
  ExecutableSpec spec = empty();
  copy(spec.body, In, 1, A, 1);
  copy(spec.body, A, 1, Out, 1);
  copy(spec.body, In, 1, B, 1);
  EXPECT_EQ(refusal(spec), "");
  spec.aliasOf = {0};
  EXPECT_EQ(refusal(spec),
            "executable: thunk 2 (copy reads in0 writes tmp3) reads content 1 of in0 at bytes "
            "0..64 of in0, but they hold content 1 of out0");
}

// A loop that carries A. A has content 2 in the loop and after it, and content 3 at the end of an
// iteration. The body reads `kept`, which was written before the loop.
ExecutableSpec loop(bool copiesBack = true) {
  ExecutableSpec spec = empty();
  copy(spec.body, In, 1, Kept, 1);
  copy(spec.body, In, 1, A, 1);
  Sequence condition, body;
  add(condition, makeKernel({"less", nullptr, 1, 1, {A, Pred}, 1}),
      {{{A, 2}, {Pred, 0, 1}}, {}, {}, {}});
  add(body, makeKernel({"sum", nullptr, 1, 1, {A, Kept, B}, 2}),
      {{{A, 2}, {Kept, 1}, {B, 0, 1}}, {}, {}, {}});
  if (copiesBack)
    copy(body, B, 1, A, 3);
  add(spec.body, makeWhile("while", shared(condition), shared(body), Pred),
      {{}, {{Pred, 1}}, {}, {{A, 2, {1, 3}}}});
  copy(spec.body, A, 2, Out, 1);
  return spec;
}

TEST(CheckPlaces, ALoopFindsInEachIterationWhatItFindsInTheFirst) {
  EXPECT_EQ(refusal(loop()), "");
  ExecutableSpec spec = loop();
  spec.buffers[Pred].offset = spec.buffers[B].offset;
  EXPECT_EQ(refusal(spec), "");
  spec.buffers[Pred].offset = spec.buffers[Kept].offset;
  EXPECT_EQ(refusal(spec),
            "executable: thunk 4 (kernel sum grid 1 x 1 ns reads tmp2 tmp4 writes tmp3) reads "
            "content 1 of tmp4 at bytes 128..129 of the arena, but they hold content 1 of tmp5");
}

TEST(CheckPlaces, ALoopCarriesWhatItsBodyWrites) {
  EXPECT_EQ(refusal(loop(false)),
            "executable: thunk 2 (while while predicate tmp5) ends a list with content 3 of tmp2 "
            "at bytes 0..64 of the arena, but they hold content 2 of tmp2");
}

// Both branches write A, so A can be read afterwards. Only the first branch writes B. If B has the
// same place as `kept`, `kept` cannot be read afterwards.
TEST(CheckPlaces, EachBranchIsFollowed) {
  ExecutableSpec spec = empty();
  copy(spec.body, In, 1, Kept, 1);
  add(spec.body, makeKernel({"less", nullptr, 1, 1, {In, Pred}, 1}),
      {{{In, 1}, {Pred, 0, 1}}, {}, {}, {}});
  Sequence first, second;
  copy(first, In, 1, B, 1);
  copy(first, B, 1, A, 1);
  copy(second, In, 1, A, 2);
  add(spec.body, makeConditional("if", Pred, true, {shared(first), shared(second)}),
      {{{Pred, 1}}, {}, {}, {{A, 3, {1, 2}}}});
  copy(spec.body, A, 3, Out, 1);
  EXPECT_EQ(refusal(spec), "");
  spec.buffers[B].offset = spec.buffers[Kept].offset;
  EXPECT_EQ(refusal(spec), "");
  copy(spec.body, Kept, 1, B, 2);
  EXPECT_EQ(refusal(spec),
            "executable: thunk 7 (copy reads tmp4 writes tmp3) reads content 1 of tmp4 at bytes "
            "128..192 of the arena, but they hold nothing that is still valid");
}

TEST(CheckPlaces, TheBytesOfARunAreAddedUp) {
  ExecutableSpec spec = chain();
  spec.buffers[Kept].bytes = 32 << 10;
  spec.arenaBytes = 36 << 10;
  spec.runBytes = bytesOfRun(spec);
  EXPECT_EQ(spec.runBytes.most, spec.runBytes.least);
  EXPECT_TRUE(verify(spec).ok()) << verify(spec);
  spec.aliasOf = {0};
  EXPECT_FALSE(checkRunBytes(spec).ok());
  spec.runBytes.least -= kBytes;
  EXPECT_TRUE(checkRunBytes(spec).ok()) << checkRunBytes(spec);
  spec.arenaBytes += 64;
  EXPECT_FALSE(checkRunBytes(spec).ok());
}

} // namespace
} // namespace lz::exec

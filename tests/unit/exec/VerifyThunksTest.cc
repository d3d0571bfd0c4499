// Thunks that a damaged file has changed are refused before anything runs. Examples are bodies that
// the call does not have, bodies with other parameters, and thunks that would write an input or a
// constant.
#include "exec/thunks/Call.h"
#include "exec/thunks/Kinds.h"
#include "exec/verify/Verify.h"
#include "gtest/gtest.h"

namespace lz::exec {
namespace {

enum : BufferId {
  Keys,
  Places,
  SortedKeys,
  SortedPlaces,
  Scratch,
  Params,
  Result = Params + 4,
  Constant
};

void lessThan(void* const* buffers, int64_t, int64_t) {
  *static_cast<bool*>(buffers[2]) =
      *static_cast<const float*>(buffers[0]) < *static_cast<const float*>(buffers[1]);
}

BufferSpec temp(int64_t bytes, int64_t offset) {
  return {BufferKind::Temp, bytes, -1, offset};
}

struct Sort {
  ExecutableSpec spec; // the executable without the call
  Call call;
};

// A sort of f32[6] and s64[6] by a body, as the compiler makes it: the body is one kernel.
Sort sortByBody() {
  const TensorType keys{DType::F32, {6}}, places{DType::S64, {6}};
  ExecutableSpec spec;
  spec.inputs = spec.outputs = {keys, places};
  spec.buffers = {{BufferKind::Input, 24, 0},
                  {BufferKind::Input, 48, 1},
                  {BufferKind::Output, 24, 0},
                  {BufferKind::Output, 48, 1},
                  temp(0, 0),
                  temp(4, 0),
                  temp(4, 64),
                  temp(8, 128),
                  temp(8, 192),
                  temp(1, 256),
                  {BufferKind::Constant, 24, 0, 0, Literal::splat(keys, 3)}};
  CallSignature signature{{keys, places}, {keys, places}, SortCallAttrs{0}};
  const CallFunction* function = findCall("sort");
  spec.buffers[Scratch].offset = 320;
  spec.buffers[Scratch].bytes = function->needs(signature).scratchBytes;
  spec.arenaBytes = 320 + spec.buffers[Scratch].bytes;
  Call call{function, signature, {Keys, Places, SortedKeys, SortedPlaces}, Scratch};
  auto steps = std::make_shared<Sequence>();
  steps->thunks = {makeKernel({"less", lessThan, 1, 1, {Params, Params + 1, Result}, 2})};
  steps->contents = {{{{Params, 1}, {Params + 1, 1}, {Result, 0, 1}}, {}, {}, {}}};
  call.body = {steps, {Params, Params + 1, Params + 2, Params + 3}, {Result}};
  return {std::move(spec), std::move(call)};
}

Contents contentsOfSort() {
  Contents contents{{{Keys, 1}, {Places, 1}}, {{Result, 1}}, {}, {}};
  for (BufferId written : {SortedKeys, SortedPlaces, Scratch})
    contents.uses.push_back({written, 0, 1});
  for (BufferId param = Params; param < Result; ++param)
    contents.uses.push_back({param, 0, 1});
  return contents;
}

// Returns the message for the executable after `change`, without the ending that all internal
// errors have.
template <typename Change> std::string verified(Change change) {
  Sort sort = sortByBody();
  change(sort);
  std::vector<ThunkRef>& thunks = sort.spec.body.thunks;
  thunks.insert(thunks.begin(), makeCall(sort.call));
  std::vector<Contents>& contents = sort.spec.body.contents;
  contents.insert(contents.begin(), contentsOfSort());
  sort.spec.ends = {{SortedKeys, 1}, {SortedPlaces, 1}};
  sort.spec.runBytes = bytesOfRun(sort.spec);
  const std::string message(verify(sort.spec).message());
  return message.substr(0, message.find(" (a bug in Lazuli"));
}

TEST(VerifyThunks, ABodyThatComparesIsAccepted) {
  EXPECT_EQ(verified([](Sort&) {}), "");
}

TEST(VerifyThunks, ASortWithoutKeysHasABody) {
  EXPECT_EQ(verified([](Sort& sort) { sort.call.body = {}; }),
            "executable: call sort has no keys, and no body that compares");
}

TEST(VerifyThunks, ABodyHasTheParametersThatAreCopiedThere) {
  EXPECT_EQ(
      verified([](Sort& sort) { sort.call.body.params.pop_back(); }),
      "executable: the body of call sort has 3 parameters and 1 results, but must have 4 and 1");
  EXPECT_EQ(
      verified([](Sort& sort) { sort.call.body.params.push_back(Params); }),
      "executable: the body of call sort has 5 parameters and 1 results, but must have 4 and 1");
  EXPECT_EQ(verified([](Sort& sort) { sort.call.body.params[2] = 99; }),
            "executable: the body of call sort names a buffer that does not exist");
  for (BufferId other : {BufferId(Params), BufferId(Places), BufferId(Constant), BufferId(Scratch)})
    EXPECT_EQ(verified([&](Sort& sort) { sort.call.body.params[2] = other; }),
              "executable: parameter 2 of the body of call sort is no temporary of 8 bytes for "
              "tensor<i64>");
}

TEST(VerifyThunks, ABodyGivesOnePredicate) {
  EXPECT_EQ(
      verified([](Sort& sort) { sort.call.body.results = {}; }),
      "executable: the body of call sort has 4 parameters and 0 results, but must have 4 and 1");
  EXPECT_EQ(verified([](Sort& sort) { sort.call.body.results = {Params}; }),
            "executable: the body of call sort returns 4 bytes instead of a predicate");
  EXPECT_EQ(verified([](Sort& sort) { sort.call.body.results = {-1}; }),
            "executable: the body of call sort names a buffer that does not exist");
}

class NoHostCall : public HostCall {
public:
  NoHostCall() : HostCall("nothing", {}) {}
  Status run(const CallArgs&) const override { return okStatus(); }
};

// A call has a body only if it is a sort without keys. The functions of other calls do not run a
// body.
TEST(VerifyThunks, OnlyASortWithoutKeysHasABody) {
  EXPECT_EQ(verified([](Sort& sort) {
              sort.call.signature.attrs = SortCallAttrs{0, {0}, {"total"}, {0}};
            }),
            "executable: call sort has a body, but its function runs no body");
  EXPECT_EQ(verified([](Sort& sort) {
              sort.call.function = nullptr;
              sort.call.host = std::make_shared<NoHostCall>();
            }),
            "executable: call @nothing has a body, but its function runs no body");
}

TEST(VerifyThunks, NothingWritesAnInputOrAConstant) {
  for (BufferId target : {BufferId(Keys), BufferId(Constant)}) {
    EXPECT_EQ(verified([&](Sort& sort) {
                sort.spec.body.thunks.push_back(makeCopy(SortedKeys, target));
              }),
              "executable: a copy writes an input or a constant");
    EXPECT_EQ(verified([&](Sort& sort) {
                sort.spec.body.thunks.push_back(
                    makeKernel({"less", lessThan, 1, 1, {Params, Params + 1, target}, 2}));
              }),
              "executable: kernel less writes an input or a constant");
    EXPECT_EQ(verified([&](Sort& sort) { sort.call.buffers[2] = target; }),
              "executable: call sort writes an input or a constant");
  }
}

TEST(VerifyThunks, NumbersOfBytesAreNotNegative) {
  EXPECT_EQ(verified([](Sort& sort) { sort.spec.tableBytes = -8; }),
            "executable: the size of its tables is negative: -8 bytes");
  EXPECT_EQ(verified([](Sort& sort) { sort.spec.arenaBytes = -8; }),
            "executable: the size of its arena is negative: -8 bytes");
}

// Buffers that exist only as rows have an address only inside of a contraction.
TEST(VerifyThunks, WhatExistsByRowsIsOfContractionsOnly) {
  EXPECT_EQ(verified([](Sort& sort) {
              sort.spec.buffers.push_back({BufferKind::Rows});
              sort.spec.body.thunks.push_back(
                  makeKernel({"less", lessThan, 1, 1, {Params, Params + 1, Constant + 1}, 2}));
            }),
            "executable: kernel less names a buffer that exists by rows only");
}

// Returns the message for an executable that reads 8 bytes of the first input as a view. If the
// view has a start, this start is the third input, which has 4 bytes.
template <typename Change> std::string verifiedView(Change change) {
  BufferSpec view{BufferKind::View, 8};
  view.viewOf = Keys;
  BufferSpec start{BufferKind::Input, 4, 2};
  ViewPlace place{4, {{3, 4}}};
  return verified([&](Sort& sort) {
    sort.spec.inputs.push_back({DType::S32, {}});
    sort.spec.buffers.push_back(start);
    change(view, place);
    sort.spec.buffers.push_back(view);
    sort.spec.body.thunks.push_back(makeView(Constant + 2, place, {Constant + 1}));
    sort.spec.body.contents.push_back({{{Keys, 1}, {Constant + 1, 1}}, {}, {}, {}});
  });
}

TEST(VerifyThunks, AViewLiesInItsBuffer) {
  EXPECT_EQ(verifiedView([](BufferSpec&, ViewPlace&) {}), "");
  const std::string out = "executable: a slice that is read in place reaches out of its buffer";
  EXPECT_EQ(verifiedView([](BufferSpec&, ViewPlace& place) { place.offset = 5; }), out);
  EXPECT_EQ(verifiedView([](BufferSpec&, ViewPlace& place) { place.offset = -1; }), out);
  EXPECT_EQ(verifiedView([](BufferSpec&, ViewPlace& place) { place.starts[0].most = 4; }), out);
  EXPECT_EQ(verifiedView([](BufferSpec&, ViewPlace& place) { place.starts[0].stride = 5; }), out);
  EXPECT_EQ(verifiedView([](BufferSpec& view, ViewPlace&) { view.bytes = 9; }), out);
  EXPECT_EQ(
      verifiedView([](BufferSpec&, ViewPlace& place) { place.starts[0].most = INT64_MAX / 2; }),
      out);
  for (int64_t ViewPlace::Start::* part : {&ViewPlace::Start::most, &ViewPlace::Start::stride})
    EXPECT_NE(verifiedView([&](BufferSpec&, ViewPlace& place) {
                place.starts[0].*part = -1;
              }).find("start 0 of a slice that is read in place has the limit"),
              std::string::npos);
  EXPECT_EQ(verifiedView([](BufferSpec&, ViewPlace& place) { place.starts = {}; }),
            "executable: a slice that is read in place is not a view of a buffer");
}

TEST(VerifyThunks, AViewIsOfAnEarlierBuffer) {
  for (BufferId source : {Constant + 2, Constant + 3, -1, -2})
    EXPECT_EQ(verifiedView([&](BufferSpec& view, ViewPlace&) { view.viewOf = source; }),
              "executable: buffer 12 of 8 bytes has no place");
  EXPECT_EQ(verifiedView([](BufferSpec& view, ViewPlace&) { view.bytes = 25; }),
            "executable: buffer 12 of 25 bytes has no place");
  EXPECT_EQ(verifiedView([](BufferSpec& view, ViewPlace&) { view.kind = BufferKind::Temp; }),
            "executable: buffer 12 of 8 bytes has no place");
}

TEST(VerifyThunks, NothingWritesAView) {
  EXPECT_EQ(verified([](Sort& sort) {
              BufferSpec view{BufferKind::View, 24};
              view.viewOf = SortedKeys;
              sort.spec.buffers.push_back(view);
              sort.spec.body.thunks.push_back(makeCopy(Keys, Constant + 1));
            }),
            "executable: a copy writes an input or a constant");
}

} // namespace
} // namespace lz::exec

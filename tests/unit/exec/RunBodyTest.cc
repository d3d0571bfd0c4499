// If a body fails or is cancelled while an op runs it, the op ends soon, and reads no memory that
// was not written.
#include "exec/thunks/RunBody.h"

#include "base/Cancel.h"
#include "exec/Executable.h"
#include "exec/thunks/Call.h"
#include "exec/thunks/Kinds.h"

#include <functional>
#include <gtest/gtest.h>

namespace lz::exec {
namespace {

using runtime::Device;
using runtime::StorageRef;

const TensorType kType{DType::F32, {3, 1 << 16}};

CallSignature signatureOfSort() {
  return {{kType}, {kType}, SortCallAttrs{1}, 2};
}

// Its tenth call fails.
class EndingBody : public CallBody {
public:
  bool isShared() const override { return false; }
  bool hasEnded() const override { return asked >= 10; }
  bool holds(const void* const* params) override {
    ++asked;
    return *static_cast<const float*>(params[0]) < *static_cast<const float*>(params[1]);
  }

  int64_t asked = 0;
};

// 3 rows of 65,536 elements, which need millions of comparisons.
TEST(RunBody, ASortAsksABodyThatHasEndedNoMoreThanAPiece) {
  const CallSignature signature = signatureOfSort();
  const CallFunction* function = findCall("sort");
  std::vector<float> from(size_t(kType.numElements())), to(from.size());
  std::vector<std::byte> scratch(size_t(function->needs(signature).scratchBytes));
  void* buffers[] = {from.data(), to.data()};
  auto device = Device::host({.threads = 2});
  EndingBody body;
  CallArgs args{signature, buffers, absl::MakeSpan(scratch), device->pool(), &body};
  EXPECT_TRUE(function->run(args).ok());
  EXPECT_LT(body.asked, 10 + 512);
}

// The result has no memory, so reading it would crash.
TEST(RunBody, OfStepsThatDidNotRunNothingIsRead) {
  float x = 1, y = 2;
  const void* params[] = {&x, &y};
  float copied[2];
  void* addresses[] = {&copied[0], &copied[1], nullptr};
  std::vector<BufferSpec> buffers = {
      {BufferKind::Temp, 4}, {BufferKind::Temp, 4}, {BufferKind::Temp, 1}};
  BodySteps steps{std::make_shared<Sequence>(), {0, 1}, {2}};
  int runs = 0;
  auto runSteps = [&] {
    ++runs;
    return false;
  };
  StepsBody body(steps, buffers, addresses, runSteps);
  EXPECT_FALSE(body.hasEnded());
  for (int again = 0; again < 3; ++again) {
    EXPECT_FALSE(body.holds(params));
    EXPECT_TRUE(body.hasEnded());
  }
  EXPECT_EQ(runs, 1);
}

// As a predicate, any byte except 0 is true.
TEST(RunBody, APredicateIsAByteThatIsNotZero) {
  const void* params[] = {nullptr};
  uint8_t result = 0;
  void* addresses[] = {&result};
  std::vector<BufferSpec> buffers = {{BufferKind::Temp, 1}};
  BodySteps steps{std::make_shared<Sequence>(), {}, {0}};
  auto runSteps = [] { return true; };
  StepsBody body(steps, buffers, addresses, runSteps);
  for (int value : {0, 1, 2, 255}) {
    result = uint8_t(value);
    EXPECT_EQ(body.holds(params), value != 0) << value;
  }
}

class Comparator final : public HostCall {
public:
  explicit Comparator(std::function<Status()> body)
      : HostCall("less", {}), body_(std::move(body)) {}
  Status run(const CallArgs& args) const override {
    LZ_RETURN_IF_ERROR(body_());
    *args.result(0).as<bool>().data() =
        *args.operand(0).as<float>().data() < *args.operand(1).as<float>().data();
    return okStatus();
  }

private:
  std::function<Status()> body_;
};

// A sort that calls the host for each comparison.
ExecutableSpec sortByHost(std::function<Status()> body) {
  const CallFunction* function = findCall("sort");
  const TensorType scalar{DType::F32, {}};
  const int64_t scratch = function->needs(signatureOfSort()).scratchBytes;
  ExecutableSpec spec;
  spec.inputs = spec.outputs = {kType};
  spec.buffers = {{BufferKind::Input, kType.numBytes(), 0},
                  {BufferKind::Output, kType.numBytes(), 0},
                  {BufferKind::Temp, scratch, -1, 192},
                  {BufferKind::Temp, 4, -1, 0},
                  {BufferKind::Temp, 4, -1, 64},
                  {BufferKind::Temp, 1, -1, 128}};
  spec.arenaBytes = 192 + scratch;
  auto steps = std::make_shared<Sequence>();
  steps->thunks = {makeCall({nullptr,
                             {{scalar, scalar}, {{DType::Pred, {}}}},
                             {3, 4, 5},
                             -1,
                             std::make_shared<Comparator>(std::move(body)),
                             0})};
  spec.locations = {"sort.c:7"};
  Call sort{function, signatureOfSort(), {0, 1}, 2};
  sort.body = {steps, {3, 4}, {5}};
  spec.body.thunks = {makeCall(std::move(sort))};
  return spec;
}

Status statusOf(const ExecutableSpec& spec) {
  auto device = Device::host({.threads = 2});
  StorageRef x = *device->allocate(kType.numBytes());
  std::fill_n(reinterpret_cast<float*>(x->mutableData()), kType.numElements(), 1.0f);
  return Executable(spec).run(*device, {x}).status();
}

TEST(RunBody, AComparatorThatFailsIsCalledNoMore) {
  int calls = 0;
  Status status =
      statusOf(sortByHost([&] { return ++calls < 5 ? okStatus() : invalidArgument("no order"); }));
  EXPECT_EQ(status.message(), "no order");
  EXPECT_EQ(locationOf(status), "sort.c:7");
  EXPECT_EQ(calls, 5);
}

TEST(RunBody, ARunThatIsCancelledByItsComparatorComparesNoMore) {
  CancelFlag flag{false};
  CancelScope scope(&flag);
  int calls = 0;
  Status status = statusOf(sortByHost([&] {
    ++calls;
    flag = true;
    return okStatus();
  }));
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << status;
  EXPECT_EQ(calls, 1);
}

} // namespace
} // namespace lz::exec

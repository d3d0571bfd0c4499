// Tests which state of a value, node or submission can follow which other state.
#include "gtest/gtest.h"
#include "lazy/graph/Data.h"
#include "lazy/graph/Node.h"
#include "runtime/Device.h"

#include <array>
#include <optional>

namespace lz::lazy {
namespace {

// Represents "Held>Donated" as bit 4 * Held + Donated; the enums have at most four states.
template <typename State, size_t count> uint32_t pairsOf(const std::array<State, count>& all) {
  uint32_t pairs = 0;
  for (size_t from = 0; from < count; ++from)
    for (size_t to = 0; to < count; ++to)
      pairs |= uint32_t(mayBecome(all[from], all[to])) << (4 * from + to);
  return pairs;
}
constexpr uint32_t pair(size_t from, size_t to) {
  return uint32_t(1) << (4 * from + to);
}

TEST(States, AProducerIsSettledForGood) {
  using enum ProducerState;
  EXPECT_EQ(pairsOf(std::array{Open, Submitted, Settled}), pair(0, 1) | pair(0, 2) | pair(1, 2));
}

TEST(States, AValueIsDecidedOnce) {
  using enum ValueState;
  EXPECT_EQ(pairsOf(std::array{Undecided, Fulfilled, Refused}), pair(0, 1) | pair(0, 2));
}

TEST(States, OnlyDonatedBytesAreTakenOrGivenBack) {
  using enum BytesState;
  EXPECT_EQ(pairsOf(std::array{Held, Donated, Taken, Deleted}),
            pair(0, 1) | pair(1, 0) | pair(1, 2) | pair(0, 3) | pair(1, 3) | pair(2, 3) |
                pair(3, 3));
}

TEST(States, ANodeIsPendingOnce) {
  using enum NodeState;
  EXPECT_EQ(pairsOf(std::array{Idle, Pending, Cut, Bare}),
            pair(0, 1) | pair(1, 2) | pair(0, 3) | pair(1, 3) | pair(2, 3) | pair(3, 3));
}

TEST(States, ANodeIsInOneListAndDiesInNone) {
  using enum NodeList;
  EXPECT_EQ(pairsOf(std::array{Unlisted, Pending, History, Dead}),
            pair(0, 1) | pair(0, 2) | pair(0, 3) | pair(1, 0) | pair(2, 0));
}

class Bytes : public testing::Test {
protected:
  Bytes() : value_(Data::ready(*device_->allocate(64), /*donatable=*/true)) {}

  std::shared_ptr<runtime::Device> device_ = runtime::Device::host({.threads = 1, .memory = {}});
  Ref<Data> value_;
};

TEST_F(Bytes, AreTheCallersAgainWhenARunDidNotTakeThem) {
  {
    RunInput input(value_, /*donated=*/true);
    EXPECT_TRUE(value_->isDonated());
    EXPECT_FALSE(value_->checkKept().ok());
  }
  EXPECT_TRUE(value_->checkKept().ok());
  EXPECT_TRUE(value_->atHand());
}

TEST_F(Bytes, OfATakenInputAreGone) {
  {
    RunInput input(value_, /*donated=*/true);
    EXPECT_TRUE(input.fetch());
    input.consume();
  }
  EXPECT_TRUE(value_->isDonated());
  EXPECT_FALSE(value_->storage());
}

TEST_F(Bytes, StayDeletedWhateverARunDoesThatHadBegun) {
  for (bool takes : {false, true}) {
    const Ref<Data> value = Data::ready(*device_->allocate(64), /*donatable=*/true);
    std::optional<RunInput> input(std::in_place, value, /*donated=*/true);
    value->drop();
    EXPECT_TRUE(value->isDeleted());
    runtime::StorageRef storage = input->fetch();
    EXPECT_TRUE(storage) << "the run had begun to read";
    if (takes)
      input->consume();
    else
      input->giveBack(storage);
    input.reset();
    EXPECT_TRUE(value->isDeleted());
    EXPECT_FALSE(value->storage());
  }
}

TEST_F(Bytes, OfAValueThatARunMadeAreThereOnceItIsFulfilled) {
  const Ref<Data> value = Data::failed(internalError("the run"));
  EXPECT_FALSE(value->failure().ok());
  value->fulfil(*device_->allocate(64));
  EXPECT_TRUE(value->failure().ok()) << "of all the work, this value is there";
  EXPECT_TRUE(value->ended().ok());
}

} // namespace
} // namespace lz::lazy

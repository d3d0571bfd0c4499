#include "base/machine/Reserve.h"

#include "base/Exhausted.h"
#include "gtest/gtest.h"

namespace lz {
namespace {

TEST(Reserve, TooMuchIsAnErrorThatSaysHowMuchThereIs) {
  constexpr int64_t kTooMuch = int64_t(1) << 48;
  Status status = Reserve::take(kTooMuch, "test").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(bytesWanted(status), kTooMuch);
  EXPECT_GT(bytesAvailable(status), 0);
}

TEST(Reserve, ThoseOfAllThreadsAddUp) {
  // The address space has room for one reserve of this size, but not for many.
  constexpr int64_t kMuch = int64_t(1) << 46;
  std::vector<Reserve> held;
  int64_t taken = 0;
  for (int64_t bytes = kMuch; bytes > 0; bytes /= 2)
    if (StatusOr<Reserve> reserve = Reserve::take(bytes, "test"); reserve.ok()) {
      taken += bytes;
      held.push_back(*std::move(reserve));
    }
  EXPECT_FALSE(Reserve::take(taken, "test").ok());
  held.clear();
  EXPECT_TRUE(Reserve::take(taken, "test").ok());
}

} // namespace
} // namespace lz

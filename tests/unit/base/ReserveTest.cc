#include "base/Reserve.h"

#include "gtest/gtest.h"

namespace lz {
namespace {

TEST(Reserve, TooMuchIsAnErrorThatSaysHowMuchThereIs) {
  constexpr int64_t kTooMuch = int64_t(1) << 48;
  Status status = Reserve::take(kTooMuch, "[test]").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  std::string message(status.message());
  EXPECT_NE(message.find("[test] wants 281474976710656 bytes of memory, and "), std::string::npos)
      << message;
  EXPECT_EQ(message.find("and 0 are available"), std::string::npos) << message;
}

TEST(Reserve, ThoseOfAllThreadsAddUp) {
  // So much that there is one of them, but not as many as would fill all addresses.
  constexpr int64_t kMuch = int64_t(1) << 46;
  std::vector<Reserve> held;
  int64_t taken = 0;
  for (int64_t bytes = kMuch; bytes > 0; bytes /= 2)
    if (StatusOr<Reserve> reserve = Reserve::take(bytes, "[test]"); reserve.ok()) {
      taken += bytes;
      held.push_back(*std::move(reserve));
    }
  EXPECT_FALSE(Reserve::take(taken, "[test]").ok());
  held.clear();
  EXPECT_TRUE(Reserve::take(taken, "[test]").ok());
}

TEST(Reserve, OutOfMemoryGetsItsMessageLater) {
  EXPECT_TRUE(outOfMemory().message().empty());
  Status status = withOutOfMemoryMessage(outOfMemory(), "[compile]");
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(status.message().substr(0, 9), "[compile]");
  EXPECT_EQ(withOutOfMemoryMessage(internalError("x"), "[compile]"), internalError("x"));
}

} // namespace
} // namespace lz

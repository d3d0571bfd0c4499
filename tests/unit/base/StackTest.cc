#include "base/machine/Stack.h"

#include "base/Cancel.h"
#include "base/machine/Thread.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <stdexcept>

namespace lz {
namespace {

// Runs `work` on a thread with this much stack.
void onThreadWith(size_t bytes, absl::FunctionRef<void()> work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
  pthread_t id;
  auto run = [](void* work) -> void* {
    (*static_cast<absl::FunctionRef<void()>*>(work))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&id, &attributes, run, &work), 0);
  pthread_join(id, nullptr);
  pthread_attr_destroy(&attributes);
}

TEST(Stack, WhatIsLeftIsKnown) {
  onThreadWith(256 << 10, [] {
    const std::optional<size_t> left = stackLeft();
    ASSERT_TRUE(left);
    EXPECT_GT(*left, size_t(200) << 10);
    EXPECT_LT(*left, size_t(256) << 10);
  });
}

TEST(Stack, WorkRunsHereWhereThereIsEnough) {
  onThreadWith(4 << 20, [] {
    EXPECT_TRUE(enoughStack([self = pthread_self()] {
                  EXPECT_TRUE(pthread_equal(pthread_self(), self));
                  return okStatus();
                }).ok());
  });
}

TEST(Stack, WorkRunsOnAThreadWithMoreWhereThereIsNot) {
  onThreadWith(64 << 10, [] {
    CancelFlag flag{false};
    CancelScope scope(&flag);
    StatusOr<int> result = enoughStack([self = pthread_self(), &flag]() -> StatusOr<int> {
      EXPECT_FALSE(pthread_equal(pthread_self(), self));
      EXPECT_EQ(currentCancelFlag(), &flag);
      volatile char much[512 << 10];
      much[0] = 7;
      return int(much[0]);
    });
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(*result, 7);
  });
}

TEST(Stack, WhatItThrowsIsThrownByTheCall) {
  onThreadWith(64 << 10, [] {
    EXPECT_THROW((void)enoughStack([]() -> Status { throw std::runtime_error("no"); }),
                 std::runtime_error);
  });
}

} // namespace
} // namespace lz

#include "base/machine/FloatMode.h"

#include "base/machine/Thread.h"
#include "base/machine/ThreadPool.h"

#include <atomic>
#include <cfenv>
#include <gtest/gtest.h>

namespace lz {
namespace {

class FloatModes : public testing::Test {
protected:
  void TearDown() override { std::fesetenv(FE_DFL_ENV); }
};

TEST_F(FloatModes, OwnModeIsTheDefaultAndEndsWithItsScope) {
  std::fesetround(FE_UPWARD);
  {
    OwnFloatMode outer;
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
    OwnFloatMode inner;
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
    std::feraiseexcept(FE_INVALID);
  }
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  EXPECT_EQ(std::fetestexcept(FE_INVALID) & FE_INVALID, 0);
}

TEST_F(FloatModes, FlagsOfTheCallerStay) {
  for (int rounding : {FE_TONEAREST, FE_UPWARD}) {
    std::fesetround(rounding);
    std::feraiseexcept(FE_OVERFLOW); // an exception of the x87 unit
    {
      OwnFloatMode own;
      CallerFloatMode callers;
      OwnFloatMode again;
      volatile long double third = 3;
      third = 1 / third; // inexact
    }
    EXPECT_EQ(std::fegetround(), rounding);
    EXPECT_NE(std::fetestexcept(FE_OVERFLOW), 0);
    if (rounding == FE_UPWARD)
      EXPECT_EQ(std::fetestexcept(FE_INEXACT), 0);
    std::feclearexcept(FE_ALL_EXCEPT);
  }
}

TEST_F(FloatModes, FunctionsOfTheCallerHaveItsMode) {
  std::fesetround(FE_DOWNWARD);
  OwnFloatMode own;
  {
    CallerFloatMode callers;
    EXPECT_EQ(std::fegetround(), FE_DOWNWARD);
    OwnFloatMode again; // as if the function called the library
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  }
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  {
    CallerFloatMode callers;
    std::fesetround(FE_UPWARD); // the function does not restore its mode
  }
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST_F(FloatModes, WithoutACallFunctionsOfTheCallerHaveTheModeThatIs) {
  std::fesetround(FE_DOWNWARD);
  CallerFloatMode callers;
  EXPECT_EQ(std::fegetround(), FE_DOWNWARD);
}

TEST_F(FloatModes, WorkOnAnotherThreadKnowsTheModeOfItsCaller) {
  std::fesetround(FE_TOWARDZERO);
  OwnFloatMode own;
  int inside = -1, ofCaller = -1;
  Thread("test", [&, mode = callerFloatMode()] {
    OwnFloatMode work(mode);
    inside = std::fegetround();
    CallerFloatMode callers;
    ofCaller = std::fegetround();
  }).join();
  EXPECT_EQ(inside, FE_TONEAREST);
  EXPECT_EQ(ofCaller, FE_TOWARDZERO);
}

TEST_F(FloatModes, ThreadsOfAPoolThatStartInAnotherModeComputeInTheDefault) {
  std::fesetround(FE_UPWARD);
  ThreadPool pool(3);
  std::atomic<int> wrong{0};
  pool.parallelFor(100, 1e6, [&](int64_t, int64_t, int) { wrong += std::fegetround() != 0; });
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
}

} // namespace
} // namespace lz

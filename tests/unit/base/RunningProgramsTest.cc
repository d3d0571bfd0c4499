#include "base/machine/RunningPrograms.h"

#include <gtest/gtest.h>
#include <optional>

namespace lz {
namespace {

TEST(RunningPrograms, CountsThoseThatRunAndSeesOneThatHasEnded) {
  RunCount before = runCount();
  EXPECT_EQ(programsSince(before), 0u);
  std::optional<RunScope> first(std::in_place), second(std::in_place);
  EXPECT_EQ(programsSince(before), 2u);
  EXPECT_EQ(programsSince(runCount()), 2u);
  first.reset();
  EXPECT_EQ(programsSince(before), 1u);
  second.reset();
  EXPECT_EQ(programsSince(before), 1u);
  EXPECT_EQ(programsSince(runCount()), 0u);
}

} // namespace
} // namespace lz

// Tests what the thread of a stream does next.
#include "gtest/gtest.h"
#include "runtime/StreamQueue.h"

namespace lz::runtime {
namespace {

TEST(QueueState, AShutDownQueueNeverAcceptsAgain) {
  using enum QueueState;
  for (QueueState state : {Asleep, Awake, Draining, Ending}) {
    const QueueState ends = shutDown(state);
    for (QueueState next : {ends, woken(ends), emptied(ends), shutDown(ends)})
      EXPECT_FALSE(accepts(next)) << int(state);
  }
}

TEST(QueueState, WakingAndEmptyingUndoEachOther) {
  using enum QueueState;
  EXPECT_EQ(woken(Asleep), Awake);
  EXPECT_EQ(emptied(woken(Asleep)), Asleep);
  EXPECT_EQ(woken(Ending), Draining);
  EXPECT_EQ(emptied(woken(Ending)), Ending);
}

TEST(QueueState, ShutdownLetsAThreadThatIsAwakeFinish) {
  using enum QueueState;
  EXPECT_EQ(shutDown(Awake), Draining);
  EXPECT_EQ(shutDown(Asleep), Ending);
}

} // namespace
} // namespace lz::runtime

// A result may take over memory that nothing needs any more, and no other memory.
#include "LazyTest.h"

namespace lz::test {
namespace {

int64_t live(Session& s) {
  return s.graph->device().allocator()->liveBytes();
}

TEST(Donation, AnUpdateReusesTheMemory) {
  Session s;
  Tensor w = s.input(std::vector<float>(1000, 1));
  Tensor one = s.constant(1, {1000});
  int64_t before = live(s);
  for (int step = 0; step < 3; ++step) {
    w = s.add(w, one);
    auto result = s.graph->barrier({.wait = true});
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->donated, 1);
  }
  EXPECT_EQ(live(s), before);
  EXPECT_EQ(s.graph->device().allocator()->peakBytes() < before + 4000, true);
  EXPECT_EQ(s.read(w), std::vector<float>(1000, 4));
}

TEST(Donation, AliveTensorsStayValid) {
  Session s;
  Tensor a = s.input({1, 2}), one = s.constant(1, {2});
  Tensor keep = a;
  a = s.add(a, one);
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.read(keep), (std::vector<float>{1, 2}));
  EXPECT_EQ(s.read(a), (std::vector<float>{2, 3}));
  EXPECT_EQ(s.read(a), (std::vector<float>{2, 3}));
}

// b = a + 2; a += 1; print a; print b. b does not depend on the new a, and reading a must not
// overwrite the old a that b needs.
TEST(Donation, AReadNeverDonates) {
  Session s;
  Tensor a = s.input({1, 2});
  Tensor b = s.add(a, s.constant(2, {2}));
  a = s.add(a, s.constant(1, {2}));
  EXPECT_EQ(s.read(a), (std::vector<float>{2, 3}));
  EXPECT_EQ(s.read(b), (std::vector<float>{3, 4}));
  EXPECT_EQ(s.counters().donatedInputs, 0);
}

TEST(Donation, TheMaskIsPartOfTheKey) {
  Session s;
  Tensor a = s.input({1, 2}), b = s.input({1, 2});
  Tensor keep = b;
  a = s.add(a, a);
  ASSERT_TRUE(s.barrier().ok());
  b = s.add(b, b);
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.counters().compiles, 2);
  EXPECT_EQ(s.read(keep), (std::vector<float>{1, 2}));
}

TEST(Donation, ExplicitDonationMakesReadingAnError) {
  Session s;
  Tensor a = s.input({1, 2});
  a->donated = true;
  Tensor b = s.add(a, a);
  EXPECT_EQ(s.read(a), (std::vector<float>{1, 2})); // the value can be read until the barrier
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.graph->valueOf(*a, true).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(s.read(b), (std::vector<float>{2, 4}));
  Tensor c = s.add(a, b, 5);
  Status status = s.graph->valueOf(*c, true).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(locationOf(status), "test.c:5");
}

TEST(Donation, StorageInUseElsewhereIsCopied) {
  Session s;
  Tensor a = s.input({1, 2});
  runtime::StorageRef reader = (*s.graph->valueOf(*a, true))->storage();
  a = s.add(a, a);
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(reader->as<float>()[1], 2);
  EXPECT_EQ(s.read(a), (std::vector<float>{2, 4}));
}

TEST(Donation, ScalarsAreNeverDonated) {
  Session s;
  Tensor y = s.add(s.scalar(2), s.scalar(3));
  auto result = s.graph->barrier({.wait = true});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->donated, 0);
  EXPECT_EQ(s.read(y), std::vector<float>{5});
}

} // namespace
} // namespace lz::test

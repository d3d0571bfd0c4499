// Compares a recording with its ops, run one at a time.
#include "lazy/debug/Compare.h"

#include "LazyTest.h"

namespace lz::test {
namespace {

// Another thread's barrier computes the tensor during the comparison. Only the comparison still
// holds the operand, and the barrier must not give the operand's memory away.
TEST(Compare, KeepsItsOperandsFromTheBarriersOfOthers) {
  std::atomic<bool> isFirst{true};
  Session s;
  Tensor x = s.input({1, 2}), y = s.add(x, x);
  x.reset();
  s.compiler->refuse = [&](const Program&) {
    if (isFirst.exchange(false))
      EXPECT_TRUE(s.barrier().ok());
    return okStatus();
  };
  Result* results[] = {y.get()};
  auto difference = lazy::compareOpByOp(*s.graph, results);
  ASSERT_TRUE(difference.ok()) << difference.status();
  EXPECT_FALSE(difference->has_value());
  EXPECT_EQ(s.read(y), (std::vector<float>{2, 4}));
}

} // namespace
} // namespace lz::test

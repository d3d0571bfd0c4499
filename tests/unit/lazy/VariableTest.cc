// Variables used by several threads. tests/capi/lazy/views.c tests their values. Runs under TSan.
#include "lazy/view/Variable.h"

#include "LazyTest.h"

#include <thread>

namespace lz::test {
namespace {

std::atomic<int64_t> counted{0};
void countHandles(int64_t change) {
  counted += change;
}

Tensor valueOf(const lazy::Variable& variable) {
  StatusOr<Result*> value = variable.value({});
  EXPECT_TRUE(value.ok()) << value.status();
  return Tensor(*value);
}

// Each thread adds 1 to its own half again and again, while the main thread computes everything. No
// addition may be lost.
TEST(Variable, ThreadsAssignToViewsAtOnce) {
  constexpr int kTimes = 300;
  Session s;
  const Tensor zeros = s.input({0, 0, 0, 0}), ones = s.input({1, 1});
  const lazy::Variable whole(*zeros, countHandles);
  std::vector<std::thread> threads;
  for (int64_t t = 0; t < 2; ++t)
    threads.emplace_back([&, t] {
      lazy::Variable half =
          whole.view(*lazy::makeViewStep(lazy::SliceView{{2 * t}, {2 * t + 2}, {1}}, whole.type()));
      for (int i = 0; i < kTimes; ++i)
        EXPECT_TRUE(half.assign(*s.add(valueOf(half), ones), {}).ok());
    });
  for (int i = 0; i < 20; ++i)
    EXPECT_TRUE(s.barrier().ok());
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(s.read(valueOf(whole)), std::vector<float>(4, kTimes));
  EXPECT_EQ(s.graph->liveTensors(), 3) << "the zeros, the ones and the variable's";
}

TEST(Variable, LastsAsLongAsAViewOfIt) {
  Session s;
  std::optional<lazy::Variable> view;
  {
    Tensor x = s.input({1, 2, 3, 4});
    const lazy::Variable whole(*x, countHandles);
    view = whole.view(*lazy::makeViewStep(lazy::ReshapeView{{2, 2}}, whole.type()));
  }
  EXPECT_EQ(s.read(valueOf(*view)), (std::vector<float>{1, 2, 3, 4}));
  view.reset();
  EXPECT_EQ(s.graph->liveTensors(), 0);
}

// The strides of the views in the paper, and strides that repeat an element.
TEST(Variable, KnowsWhatIsReadOnly) {
  const TensorType type{DType::F32, {24}};
  const auto isWritable = [&](Dims dims, Ints strides) {
    return lazy::makeViewStep(lazy::StridedView{std::move(dims), std::move(strides), 0}, type)
        ->isWritable;
  };
  EXPECT_TRUE(isWritable({4, 6}, {6, 1}));
  EXPECT_TRUE(isWritable({6, 4}, {1, 6}));
  EXPECT_TRUE(isWritable({1, 6}, {0, 1}));
  EXPECT_TRUE(isWritable({}, {}));
  EXPECT_FALSE(isWritable({2, 6}, {0, 1}));
  EXPECT_FALSE(isWritable({4, 3}, {2, 1}));
}

} // namespace
} // namespace lz::test

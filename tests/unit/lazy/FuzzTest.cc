// Random programs are compared with values that the test computes itself. Tensors are recorded,
// released, donated, cut and read in any order, and each must have the value of its expression.
#include "LazyTest.h"

#include <random>

namespace lz::test {
namespace {

struct Shadowed {
  Tensor tensor;
  std::vector<float> values; // 2x2
};

class Player {
public:
  Player(lazy::EngineOptions options, unsigned seed)
      : session_(std::move(options)), random_(seed) {}

  void play(int moves) {
    for (int i = 0; i < 3; ++i)
      addInput();
    for (int move = 0; move < moves; ++move) {
      switch (pick(12)) {
      case 0:
        addInput();
        break;
      case 1:
        EXPECT_TRUE(session_.barrier(pick(2) == 0).ok());
        break;
      case 2:
        check(pool_[pick(pool_.size())]);
        break;
      case 3:
      case 4:
        if (pool_.size() > 3)
          pool_.erase(pool_.begin() + ptrdiff_t(pick(pool_.size())));
        break;
      default:
        addOp();
        break;
      }
    }
    for (const Shadowed& s : pool_)
      check(s);
    pool_.clear();
    EXPECT_EQ(session_.graph->liveTensors(), 0);
    EXPECT_EQ(session_.graph->pendingOps(), 0);
    session_.graph->device().stream().synchronize();
    EXPECT_EQ(session_.graph->device().allocator()->liveBytes(), 0);
  }

private:
  size_t pick(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }

  void addInput() {
    std::vector<float> values;
    for (int i = 0; i < 4; ++i)
      values.push_back(float(pick(5)) - 2);
    pool_.push_back({session_.input(values, {2, 2}), values});
  }

  // Inputs are small integers, so that sums and products are exact.
  void addOp() {
    Shadowed x = pool_[pick(pool_.size())], y = pool_[pick(pool_.size())];
    Shadowed z{{}, x.values};
    switch (pick(5)) {
    case 4:
      return addPair(x, y);
    case 0:
      z.tensor = session_.add(x.tensor, y.tensor);
      for (size_t i = 0; i < 4; ++i)
        z.values[i] = x.values[i] + y.values[i];
      break;
    case 1: {
      float scale = float(pick(4)) - 1;
      z.tensor = session_.multiply(x.tensor, session_.broadcast(session_.scalar(scale), {2, 2}));
      for (float& v : z.values)
        v *= scale;
      break;
    }
    case 2:
      z.tensor = session_.transpose(x.tensor);
      std::swap(z.values[1], z.values[2]);
      break;
    default:
      z.tensor = *session_.tryOp(Opcode::Maximum, {x.tensor.get(), y.tensor.get()});
      for (size_t i = 0; i < 4; ++i)
        z.values[i] = std::max(x.values[i], y.values[i]);
      break;
    }
    keep(std::move(z));
  }

  // Adds an op with two results, each of which may be dropped.
  void addPair(const Shadowed& x, const Shadowed& y) {
    Result* operands[] = {x.tensor.get(), y.tensor.get()};
    auto node = session_.graph->record(
        {.opcode = Opcode::OptimizationBarrier, .operands = operands, .attrs = {}, .location = {}});
    ASSERT_TRUE(node.ok());
    Shadowed first{Tensor(&(*node)->result(0)), x.values};
    Shadowed second{Tensor(&(*node)->result(1)), y.values};
    if (pick(4) > 0)
      keep(std::move(first));
    if (pick(4) > 0)
      keep(std::move(second));
  }

  void keep(Shadowed z) {
    bool update = pick(3) == 0; // x = f(x, y), so the old handle goes
    if (update)
      pool_[pick(pool_.size())] = std::move(z);
    else
      pool_.push_back(std::move(z));
  }

  void check(const Shadowed& s) { EXPECT_EQ(session_.read(s.tensor), s.values); }

  Session session_;
  std::mt19937 random_;
  std::vector<Shadowed> pool_;
};

TEST(Fuzz, ValuesAreThoseOfTheExpressions) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    lazy::EngineOptions options;
    options.maxSegmentOps = seed % 3 == 0 ? 16 : 1024;
    options.cacheHashBits = seed % 2 == 0 ? 4 : 64;
    options.cacheEntries = seed % 5 == 0 ? 3 : 1024;
    options.opByOp = seed % 17 == 0;
    options.maxPendingOps = seed % 7 == 0 ? 20 : 1 << 20;
    Player(std::move(options), seed).play(200);
    if (::testing::Test::HasFailure())
      break;
  }
}

} // namespace
} // namespace lz::test

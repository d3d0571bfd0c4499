// The cache. Programs of equal structure hit, and others never do. The values of scalars do not
// matter.
#include "LazyTest.h"
#include "lazy/program/AttrCompare.h"

namespace lz::test {
namespace {

TEST(Cache, TheSameStepCompilesOnce) {
  Session s;
  Tensor w = s.input({1, 2, 3});
  for (int step = 0; step < 100; ++step) {
    Tensor g = s.multiply(w, s.input({0.5, 0.5, 0.5}));
    w = s.add(w, g);
    g.reset();
    ASSERT_TRUE(s.barrier().ok());
  }
  EXPECT_EQ(s.counters().compiles, 1);
  EXPECT_EQ(s.counters().cacheHits, 99);
}

// A fault known from pytorch/xla: both programs had one key, and the second returned the result of
// the first.
TEST(Cache, OutputsThatAreTransposesOfInputsInAnotherOrder) {
  Session s;
  auto run = [&](bool swapped) {
    Tensor a = s.input({1, 2, 3, 4}, {2, 2}), b = s.input({5, 6, 7, 8}, {2, 2}),
           c = s.input({9, 10, 11, 12}, {2, 2});
    Tensor at = s.transpose(a), bt = s.transpose(b), ct = s.transpose(c);
    Tensor z = swapped ? s.add(s.multiply(a, c), b) : s.add(s.multiply(a, b), c);
    EXPECT_TRUE(s.barrier().ok());
    EXPECT_EQ(s.read(bt), (std::vector<float>{5, 7, 6, 8}));
    return s.read(z);
  };
  EXPECT_EQ(run(false), (std::vector<float>{14, 22, 32, 44}));
  EXPECT_EQ(run(true), (std::vector<float>{14, 26, 40, 56}));
  EXPECT_EQ(s.counters().compiles, 2);
}

TEST(Cache, CollisionsOfTheHashAreHarmless) {
  lazy::EngineOptions options;
  options.cacheHashBits = 1;
  Session s(options);
  for (int round = 0; round < 2; ++round)
    for (int n = 1; n <= 40; ++n) {
      Tensor x = s.input({1}), y = s.input({2});
      for (int i = 0; i < n; ++i)
        x = i % 3 == 0 ? s.multiply(x, y) : s.add(y, x);
      float want = 1;
      for (int i = 0; i < n; ++i)
        want = i % 3 == 0 ? want * 2 : 2 + want;
      EXPECT_EQ(s.read(x), std::vector<float>{want}) << n;
    }
  EXPECT_EQ(s.counters().compiles, 40);
  EXPECT_EQ(s.counters().cacheHits, 40);
}

TEST(Cache, ValuesOfScalarsDoNotRecompile) {
  Session s;
  Tensor x = s.input({2});
  for (int i = 0; i < 1000; ++i) {
    float value = 1.5f + float(i);
    Tensor y = s.multiply(x, s.broadcast(s.scalar(value), {1}));
    EXPECT_EQ(s.read(y), std::vector<float>{2 * value});
  }
  EXPECT_EQ(s.counters().compiles, 1);
}

TEST(Cache, CoincidingScalarsDoNotRecompile) {
  Session s;
  for (float b : {3.0f, 2.0f, 5.0f}) {
    Tensor z = s.add(s.scalar(2), s.scalar(b));
    EXPECT_EQ(s.read(z), std::vector<float>{2 + b});
  }
  EXPECT_EQ(s.counters().compiles, 1);
}

TEST(Cache, ZeroAndOneAreConstants) {
  Session s;
  Tensor x = s.input({7}, {});
  // 2 becomes an input, unlike 0, 1 and -1, so the second program serves all other numbers.
  for (float value : {0.0f, 1.0f, -1.0f, 2.0f, 3.0f, 0.0f})
    EXPECT_EQ(s.read(s.multiply(x, s.scalar(value))), std::vector<float>{7 * value});
  EXPECT_EQ(s.counters().compiles, 2);
}

TEST(Cache, ConstantsArePartOfTheKey) {
  Session s;
  Tensor x = s.input({7}, {});
  for (float value : {2.0f, 3.0f, 2.0f})
    EXPECT_EQ(s.read(s.multiply(x, s.constant(value))), std::vector<float>{7 * value});
  EXPECT_EQ(s.counters().compiles, 2);
  // A constant that has a handle at a barrier stays a constant.
  Tensor c = s.constant(5);
  Tensor y = s.add(x, c);
  ASSERT_TRUE(s.barrier().ok());
  Tensor z = s.add(x, c);
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.counters().compiles, 3);
}

TEST(Cache, SharedLeavesAreAnotherProgramThanSeparateOnes) {
  Session s;
  Tensor x = s.input({3}), y = s.input({4});
  EXPECT_EQ(s.read(s.add(x, y)), std::vector<float>{7});
  EXPECT_EQ(s.read(s.add(x, x)), std::vector<float>{6});
  EXPECT_EQ(s.read(s.add(y, x)), std::vector<float>{7});
  EXPECT_EQ(s.counters().compiles, 2);
}

TEST(Cache, TheLeastRecentlyUsedGoes) {
  lazy::EngineOptions options;
  options.cacheEntries = 2;
  Session s(options);
  auto run = [&](int64_t n) {
    Tensor x = s.input(std::vector<float>(size_t(n), 1));
    EXPECT_EQ(s.read(s.add(x, x)), std::vector<float>(size_t(n), 2));
  };
  run(1), run(2), run(1), run(3); // evicts the entry of 2
  EXPECT_EQ(s.counters().cacheEvictions, 1);
  run(1);
  EXPECT_EQ(s.counters().compiles, 3);
  run(2);
  EXPECT_EQ(s.counters().compiles, 4);
}

// Runs a program with a constant of `n` elements.
void addConstantOf(Session& s, int64_t n) {
  Tensor x = s.input(std::vector<float>(size_t(n), 1));
  Tensor c = s.constant(3, {n});
  EXPECT_EQ(s.read(s.add(x, c)), std::vector<float>(size_t(n), 4));
}

TEST(Cache, ConstantsCountAndTheLeastRecentlyUsedGoes) {
  lazy::EngineOptions options;
  options.cacheBytes = 1 << 20;
  Session s(options);
  constexpr int64_t kElements = 100'000; // 400 KB
  addConstantOf(s, kElements);
  addConstantOf(s, kElements + 1);
  EXPECT_EQ(s.counters().cacheEvictions, 0);
  addConstantOf(s, kElements);     // used last
  addConstantOf(s, kElements + 2); // evicts the second one
  EXPECT_EQ(s.counters().cacheEvictions, 1);
  addConstantOf(s, kElements);
  EXPECT_EQ(s.counters().compiles, 3);
  addConstantOf(s, kElements + 1);
  EXPECT_EQ(s.counters().compiles, 4);
}

TEST(Cache, TheProgramUsedLastStaysWhateverItsSize) {
  lazy::EngineOptions options;
  options.cacheBytes = 1;
  Session s(options);
  addConstantOf(s, 1000);
  addConstantOf(s, 1000);
  EXPECT_EQ(s.counters().compiles, 1);
  addConstantOf(s, 1001);
  addConstantOf(s, 1000);
  EXPECT_EQ(s.counters().compiles, 3);
  EXPECT_EQ(s.counters().cacheEvictions, 2);
}

TEST(Cache, ExecutablesCountOnceTheyAreCompiled) {
  lazy::EngineOptions options;
  options.cacheBytes = 1 << 20;
  Session s(options);
  s.compiler->codeBytes = 600 << 10; // two executables do not fit, but two programs without code do
  s.read(s.add(s.input({1}), s.input({2})));
  EXPECT_EQ(s.counters().cacheEvictions, 0);
  s.read(s.add(s.input({1, 2}), s.input({2, 3})));
  EXPECT_EQ(s.counters().cacheEvictions, 1);
}

// An entry keeps at least a reference and the operands of each op, for later comparisons. These
// count as bytes of the entry.
TEST(Cache, TablesOfAnEntryCount) {
  Session s;
  Tensor x = s.input({1}), sum = s.add(x, x);
  lazy::Encoding one, hundred;
  one.ops.assign(1, sum->owner);
  hundred.ops.assign(100, sum->owner);
  hundred.operandIds.assign(200, ValueId(0));
  EXPECT_GE(lazy::CacheEntry(hundred, {}).bytes() - lazy::CacheEntry(one, {}).bytes(),
            int64_t(99 * sizeof(void*) + 200 * sizeof(ValueId)));
}

// A permutation of nine dimensions takes 72 bytes. Such an op is too long for the table of recent
// ops that each thread has, so only the program has a copy to compare with.
TEST(Cache, LongAttributesAreComparedByValue) {
  lazy::EngineOptions options;
  options.cacheHashBits = 1;
  Session s(options);
  const Dims dims{2, 2, 1, 1, 1, 1, 1, 1, 1};
  Ints same{0, 1, 2, 3, 4, 5, 6, 7, 8}, swapped{1, 0, 2, 3, 4, 5, 6, 7, 8};
  for (int round = 0; round < 3; ++round) {
    Tensor x = s.input({1, 2, 3, 4}, dims);
    EXPECT_EQ(s.read(*s.tryOp(Opcode::Transpose, {x.get()}, {same})),
              (std::vector<float>{1, 2, 3, 4}));
    EXPECT_EQ(s.read(*s.tryOp(Opcode::Transpose, {x.get()}, {swapped})),
              (std::vector<float>{1, 3, 2, 4}));
    EXPECT_EQ(s.counters().compiles, 2);
  }
}

TEST(Cache, ExplainsWhatDiffered) {
  Session s;
  auto run = [&](std::vector<float> values) {
    Tensor x = s.input(std::move(values));
    s.read(s.multiply(s.add(x, x, 3), x, 4));
  };
  run({1, 2});
  EXPECT_EQ(s.engine->cache.recompilation(0)->why.reason, "the first program");
  run({1, 2, 3});
  EXPECT_EQ(s.engine->cache.recompilation(0)->why.reason,
            "op 0 [add] at test.c:3: result is tensor<3xf32>, was "
            "tensor<2xf32> at test.c:3");
  Tensor x = s.input({1, 2});
  s.read(s.add(s.add(x, x, 5), x, 6));
  EXPECT_EQ(s.engine->cache.recompilation(0)->why.reason,
            "op 1 [add] at test.c:6: was [multiply] at test.c:4");
}

// The places at which a long recording is cut depend on hashes. Hashes have no random seed, so this
// test can contain their values.
TEST(Cache, HashesAreTheSameInEveryProcess) {
  const float values[3] = {1, 2, 3};
  const Attrs attrs = {AttrValue(std::string("a name of more than eight bytes")),
                       AttrValue(Literal::copyOf({DType::F32, {3}}, values)),
                       AttrValue(int64_t(7))};
  EXPECT_EQ(lazy::hashAttrs(attrs), 0x90c3a7d7adf627ddU);
}

} // namespace
} // namespace lz::test

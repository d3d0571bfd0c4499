// If a recording with the same structure was differentiated before, its derivation is reused.
// Gradients then equal those of autodiff, and only equal structures share a derivation.
#include "GradientTesting.h"

namespace lz::test {
namespace {

size_t derivations(Session& s) {
  return s.engine->derivations.size();
}

// Returns d(x * w * x)/dx = 2 x w, recorded with this line as its place.
float slopeAt(Session& s, float x, float w, int line = 7) {
  Tensor a = s.input({x}), b = s.input({w});
  Tensor y = s.multiply(s.multiply(a, b, line), a, line);
  Tensor g = gradients(s, {y.get()}, {}, {a.get()})[0];
  EXPECT_EQ(s.engine->locations.text(g->owner->location), "test.c:" + std::to_string(line));
  return s.read(g)[0];
}

TEST(Derivations, AreMadeOnceForAStructure) {
  Session s;
  for (float x = 1; x < 6; ++x)
    EXPECT_EQ(slopeAt(s, x, 10), 20 * x);
  EXPECT_EQ(derivations(s), 1u);
}

// Pending ops that are older than an argument cannot depend on the argument, so they are no part of
// the structure.
TEST(Derivations, DoNotSeeWhatIsOlderThanTheArguments) {
  Session s;
  for (int behind : {1, 10, 100}) {
    Tensor old = s.input({1}), two = s.input({2});
    for (int i = 0; i < behind; ++i)
      old = s.add(old, two);
    Tensor x = s.multiply(two, two), y = s.multiply(s.multiply(x, old), x);
    EXPECT_EQ(gradientAt(s, y, x), 8 * float(1 + 2 * behind));
    EXPECT_FALSE(tryGradients(s, {old.get()}, {}, {x.get()}).ok());
  }
  // The first derivation is the gradient of y. The second one is the gradient of a value that does
  // not depend on x.
  EXPECT_EQ(derivations(s), 2u);
}

TEST(Derivations, TellPlacesApart) {
  Session s;
  for (int round = 0; round < 2; ++round)
    for (int line = 1; line < 5; ++line)
      EXPECT_EQ(slopeAt(s, 3, 10, line), 60);
  EXPECT_EQ(derivations(s), 4u);
}

TEST(Derivations, TellArgumentsCotangentsAndConstantsApart) {
  Session s;
  for (int round = 0; round < 2; ++round) {
    Tensor x = s.input({3}), w = s.input({5}), other = s.input({1, 2}), seed = s.input({10});
    Tensor y = s.multiply(s.multiply(x, w), x);
    EXPECT_EQ(gradientAt(s, y, x), 30);
    EXPECT_EQ(gradientAt(s, y, w), 9);
    EXPECT_EQ(s.read(gradients(s, {y.get()}, {seed.get()}, {x.get()})[0])[0], 300);
    EXPECT_FALSE(tryGradients(s, {y.get()}, {}, {other.get()}).ok());
    auto zeros = tryGradients(s, {y.get()}, {}, {other.get()}, /*allowUnused=*/true);
    ASSERT_TRUE(zeros.ok()) << zeros.status();
    EXPECT_EQ(s.read((*zeros)[0]), (std::vector<float>{0, 0}));
    for (float c : {2.f, 3.f})
      EXPECT_EQ(gradientAt(s, s.multiply(x, s.constant(c, {1})), x), c);
  }
  EXPECT_EQ(derivations(s), 6u);
}

// The gradient of an argument that the outputs do not use is zeros of its shape.
TEST(Derivations, TellShapesOfUnusedArgumentsApart) {
  Session s;
  Tensor x = s.input({3});
  Tensor y = s.multiply(x, x);
  for (size_t n : {1, 2, 1, 3}) {
    Tensor other = s.input(std::vector<float>(n, 1));
    auto zeros = tryGradients(s, {y.get()}, {}, {other.get()}, /*allowUnused=*/true);
    ASSERT_TRUE(zeros.ok()) << zeros.status();
    EXPECT_EQ(s.read((*zeros)[0]), std::vector<float>(n, 0));
  }
}

TEST(Derivations, SurviveCollisionsOfTheHash) {
  lazy::EngineOptions options;
  options.cacheHashBits = 1;
  Session s(options);
  for (int round = 0; round < 2; ++round)
    for (int power = 2; power < 30; ++power) {
      Tensor x = s.input({1});
      Tensor y = x;
      for (int i = 1; i < power; ++i)
        y = s.multiply(y, x);
      EXPECT_EQ(gradientAt(s, y, x), float(power));
    }
  EXPECT_EQ(derivations(s), 28u);
}

TEST(Derivations, AreLimited) {
  lazy::EngineOptions options;
  options.cacheBytes = 0;
  Session none(options);
  EXPECT_EQ(slopeAt(none, 2, 10), 40);
  EXPECT_EQ(slopeAt(none, 3, 10), 60);
  EXPECT_EQ(derivations(none), 0u);
  Session few;
  for (int line = 1; line <= 300; ++line)
    EXPECT_EQ(slopeAt(few, 3, 10, line), 60);
  EXPECT_EQ(derivations(few), 256u);
}

} // namespace
} // namespace lz::test

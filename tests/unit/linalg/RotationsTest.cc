// Functions that LAPACK needs in addition to BLAS, and that Lazuli also implements: sequences of
// rotations, and queries about letters and numbers.
#include "BlasTesting.h"

#include <cmath>
#include <limits>

namespace lz::linalg {
namespace {

// Applies rotation j, as LAPACK's documentation defines it, to lines j and j + 1 of a vector.
void turnNeighbours(std::vector<C>& lines, size_t j, double c, double s) {
  const C first = lines[j], second = lines[j + 1];
  lines[j] = c * first + s * second;
  lines[j + 1] = c * second - s * first;
}

TEST(RotationsTest, SequencesAreThoseOfPlainLoops) {
  forScopes(70, [&](auto zero) {
    using E = decltype(zero);
    for (int m : kBlasSizes)
      for (int n : {0, 1, 2, 5, 8, 33})
        for (char side : {'L', 'R'})
          for (char direction : {'F', 'B'}) {
            const int lines = side == 'L' ? m : n, count = std::max(0, lines - 1);
            std::vector<RealOf<E>> c, s;
            for (int j = 0; j < count; ++j) {
              c.push_back(RealOf<E>(std::cos(0.7 * j)));
              s.push_back(RealOf<E>(std::sin(0.7 * j)));
            }
            const Columns<E> before(m, n, 1);
            Columns<E> a = before;
            Blas<E>::lasr(&side, "V", &direction, &m, &n, c.data(), s.data(), a.data.data(),
                          &a.stride);
            const auto of = [&](int i, int j) {
              std::vector<C> line;
              for (int k = 0; k < lines; ++k)
                line.push_back(side == 'L' ? before(k, j) : before(i, k));
              for (int step = 0; step < count; ++step) {
                const auto k = size_t(direction == 'F' ? step : count - 1 - step);
                turnNeighbours(line, k, double(c[k]), double(s[k]));
              }
              return line[size_t(side == 'L' ? i : j)];
            };
            expectNear<E>(a, before, lines, everywhere, of, std::string("lasr ") + side);
          }
  });
}

TEST(RotationsTest, LinesThatAreNoNeighboursAreRefused) {
  forMachines([&](auto zero, const Machine& machine) {
    using R = decltype(zero);
    ScratchMemory scratch(blasScratch(machine.kernels, machine.workers, 64, sizeof(R), 1));
    BlasScope scope(machine, 64, scratch.begin());
    const int one = 1, two = 2;
    R c = 1, s = 0, a[2] = {1, 2};
    Blas<R>::lasr("L", "T", "F", &two, &one, &c, &s, a, &two);
    EXPECT_EQ(scope.refusal().argument, 2);
  });
}

TEST(RotationsTest, LettersAreTheSameInBothCases) {
  EXPECT_TRUE(lsame_("v", "V", 1, 1));
  EXPECT_TRUE(lsame_("N", "N", 1, 1));
  EXPECT_FALSE(lsame_("N", "V", 1, 1));
}

TEST(RotationsTest, PropertiesOfNumbersAreThoseOfTheirTypes) {
  EXPECT_EQ(slamch_("Epsilon", 7), std::ldexp(1.0f, -24));
  EXPECT_EQ(dlamch_("e", 1), std::ldexp(1.0, -53));
  EXPECT_EQ(slamch_("P", 1), std::ldexp(1.0f, -23));
  EXPECT_EQ(dlamch_("Safe minimum", 12), std::ldexp(1.0, -1022));
  EXPECT_EQ(dlamch_("O", 1), std::numeric_limits<double>::max());
  EXPECT_EQ(slamch_("B", 1), 2);
  EXPECT_EQ(slamch_("N", 1), 24);
  EXPECT_EQ(dlamch_("M", 1), -1021);
  EXPECT_EQ(dlamch_("L", 1), 1024);
}

} // namespace
} // namespace lz::linalg

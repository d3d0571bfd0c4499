// Cholesky and triangular systems in the lanes of vectors. Checks the equations that must hold, and
// that the results of a matrix have the same bits in every lane and next to any other matrices.
#include "LanesTesting.h"

namespace lz::linalg {
namespace {

// Returns matrices x^T x / n + 1. Every third one has a 0, -1 or NaN on the diagonal. The triangle
// that is not read is NaN.
template <typename T> Batch<T> positiveBatch(int64_t count, int64_t n, bool lower) {
  const T nan = std::numeric_limits<T>::quiet_NaN(), bad[] = {0, -1, nan};
  Batch<T> batch;
  for (int64_t i = 0; i < count; ++i) {
    const Dense<T> x = random<T>(n, n, uint32_t(i + 1));
    const Dense<double> square = product<T>(x.view().transposed(), x.view());
    Dense<T> a(n, n);
    for (int64_t r = 0; r < n; ++r)
      for (int64_t c = 0; c < n; ++c) {
        const bool isRead = lower ? c <= r : c >= r;
        a(r, c) = isRead ? T(square(r, c) / double(n) + double(r == c)) : nan;
      }
    if (i % 3 == 0 && n > 0)
      a(i % n, i % n) = bad[i / 3 % 3];
    batch.push_back(a);
  }
  return batch;
}

TEST(Lanes, CholeskyIsNanWhereItIsNotPositive) {
  forClasses([](auto zero, MachineClass cpu) {
    using T = decltype(zero);
    for (int64_t n : kSides)
      for (bool lower : {false, true}) {
        SCOPED_TRACE(testing::Message() << n << (lower ? ", lower" : ", upper"));
        const Batch<T> batch = positiveBatch<T>(countFor<T>(cpu), n, lower);
        const auto factors = sameInAllGroups<T>(
            cpu, choleskyNeeds<T>(cpu, n).scratchBytes, [&](const LaneGroup& group, int64_t first) {
              std::vector<T> a = numbersOf(batch, first, group.matrices);
              factorCholesky<T>(group, n, lower, a.data(), a.data());
              std::vector<LaneFactors<T>> all;
              for (int64_t i = 0; i < group.matrices; ++i)
                all.push_back({partOf(a, i, n * n), {}});
              return all;
            });
        for (size_t i = 0; i < batch.size(); ++i) {
          const Dense<T> f = denseOf(factors[i].numbers, n, n);
          if (i % 3 == 0) {
            EXPECT_TRUE(std::ranges::all_of(f.data, [](T x) { return std::isnan(x); }));
            continue;
          }
          const Matrix<const T> view = f.view();
          const Dense<double> square =
              lower ? product<T>(view, view.transposed()) : product<T>(view.transposed(), view);
          for (int64_t r = 0; r < n; ++r)
            for (int64_t c = 0; c < n; ++c)
              if (lower ? c <= r : c >= r)
                EXPECT_NEAR(square(r, c), batch[i](r, c), roundings<T>(8 + double(n)));
              else
                EXPECT_EQ(f(r, c), 0);
        }
      }
  });
}

// Returns random triangular matrices. The numbers on a diagonal are about 2, or 0 in every third
// matrix. Elements that the function must not read are NaN.
template <typename T> Batch<T> triangles(int64_t count, int64_t n, const TriangleSide& side) {
  Batch<T> batch;
  for (int64_t i = 0; i < count; ++i) {
    Dense<T> a = random<T>(n, n, uint32_t(i + 1));
    for (int64_t r = 0; r < n; ++r)
      for (int64_t c = 0; c < n; ++c) {
        const bool isRead = r == c ? !side.isUnit : (c < r) == side.lower;
        a(r, c) = !isRead  ? std::numeric_limits<T>::quiet_NaN()
                  : r == c ? T(i % 3 == 0 ? 0 : 2 + a(r, c))
                           : a(r, c) / T(n);
      }
    batch.push_back(a);
  }
  return batch;
}

// Returns the residual op(a) x - b, or x op(a) - b.
template <typename T>
double residual(const TriangleSide& side, const Dense<T>& a, const Dense<T>& x, const Dense<T>& b) {
  Dense<T> triangle(a.rows, a.columns);
  for (int64_t r = 0; r < a.rows; ++r)
    for (int64_t c = 0; c < a.columns; ++c)
      if (r == c ? !side.isUnit : (c < r) == side.lower)
        triangle(r, c) = a(r, c);
      else
        triangle(r, c) = T(r == c);
  const Matrix<const T> plain = std::as_const(triangle).view();
  const Matrix<const T> op = side.isTransposed ? plain.transposed() : plain;
  return largestDifference(side.left ? product<T>(op, x.view()) : product<T>(x.view(), op), b,
                           b.rows, b.columns);
}

TEST(Lanes, SolvesFromEachSide) {
  forClasses([](auto zero, MachineClass cpu) {
    using T = decltype(zero);
    for (int64_t n : {1, 2, 5, 8, 17})
      for (int64_t others : {0, 1, 3, 7})
        for (unsigned bits = 0; bits < 16; ++bits) {
          const TriangleSide side{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0,
                                  (bits & 8) != 0};
          SCOPED_TRACE(testing::Message() << n << " and " << others << ", " << bits);
          const int64_t rows = side.left ? n : others, columns = side.left ? others : n;
          const Batch<T> a = triangles<T>(countFor<T>(cpu), n, side);
          const Batch<T> b = batchOf<T>(countFor<T>(cpu), rows, columns);
          const auto solved = sameInAllGroups<T>(
              cpu, solveNeeds<T>(cpu, side, rows, columns).scratchBytes,
              [&](const LaneGroup& group, int64_t first) {
                const std::vector<T> l = numbersOf(a, first, group.matrices);
                std::vector<T> x = numbersOf(b, first, group.matrices);
                solveTriangular<T>(group, side, rows, columns, l.data(), x.data(), x.data());
                std::vector<LaneFactors<T>> all;
                for (int64_t i = 0; i < group.matrices; ++i)
                  all.push_back({partOf(x, i, rows * columns), {}});
                return all;
              });
          for (size_t i = 0; i < a.size(); ++i)
            if (i % 3 != 0) { // the others have zeros on the diagonal
              EXPECT_LE(residual(side, a[i], denseOf(solved[i].numbers, rows, columns), b[i]),
                        roundings<T>(8 + 4 * double(n)));
            }
        }
  });
}

} // namespace
} // namespace lz::linalg

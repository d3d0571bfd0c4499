#include "linalg/Cholesky.h"

#include "LinalgTesting.h"

namespace lz::linalg {
namespace {

template <typename T>
int64_t factor(const Machine& machine, const Matrix<const T>& a, const Matrix<T>& u) {
  ScratchMemory scratch(choleskyScratch<T>(machine.kernels, a.rows));
  return factorCholesky(machine, a, u, scratch.begin());
}

// Returns x^T x / n + I for a random x.
template <typename T> Dense<T> positive(int64_t n) {
  const Dense<T> x = random<T>(n, n, 3);
  const Matrix<const T> view = x.view();
  const Dense<double> square = product<T>(view.transposed(), view);
  Dense<T> a(n, n);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j)
      a(i, j) = T(square(i, j) / double(n) + double(i == j));
  return a;
}

TEST(Cholesky, OfAllSizes) {
  forMachines([](auto zero, const Machine& machine) {
    using T = decltype(zero);
    for (int64_t n : kSizes)
      for (bool lower : {false, true}) {
        const Dense<T> whole = positive<T>(n);
        Dense<T> a = whole, u(n, n);
        const T marker = 7;
        for (int64_t i = 0; i < n; ++i)
          for (int64_t j = 0; j < n; ++j) {
            u(i, j) = marker;
            if (lower ? j > i : j < i)
              a(i, j) = std::numeric_limits<T>::quiet_NaN();
          }
        const Matrix<const T> from = a.view();
        ASSERT_EQ(factor<T>(machine, lower ? from.transposed() : from,
                            lower ? u.view().transposed() : u.view()),
                  0);
        for (int64_t i = 0; i < n; ++i)
          for (int64_t j = 0; j < n; ++j)
            if (lower ? j > i : j < i) {
              EXPECT_EQ(u(i, j), marker) << "the other triangle stays";
              u(i, j) = 0;
            }
        const Matrix<const T> factors = u.view();
        const Dense<double> back = lower ? product<T>(factors, factors.transposed())
                                         : product<T>(factors.transposed(), factors);
        EXPECT_LE(largestDifference(back, whole, n, n), roundings<T>(8 + double(n))) << n;
      }
  });
}

TEST(Cholesky, SaysWhichMinorIsNotPositive) {
  forMachines([](auto zero, const Machine& machine) {
    using T = decltype(zero);
    for (int64_t n : {1, 5, 64, 65, 130})
      for (int64_t at : {int64_t(0), n / 2, n - 1})
        for (T bad : {T(0), T(-1), std::numeric_limits<T>::quiet_NaN()}) {
          Dense<T> a(n, n), u(n, n);
          for (int64_t i = 0; i < n; ++i)
            a(i, i) = i == at ? bad : T(1);
          EXPECT_EQ(factor<T>(machine, a.view(), u.view()), at + 1) << n;
        }
  });
}

} // namespace
} // namespace lz::linalg

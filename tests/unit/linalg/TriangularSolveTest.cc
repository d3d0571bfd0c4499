#include "linalg/TriangularSolve.h"

#include "LinalgTesting.h"

namespace lz::linalg {
namespace {

// Returns a triangle whose inverse is not large. Elements that must not be read are NaN.
template <typename T> Dense<T> triangle(int64_t n, bool isUnit) {
  Dense<T> a = random<T>(n, n, 5);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j)
      if (j > i || (j == i && isUnit))
        a(i, j) = std::numeric_limits<T>::quiet_NaN();
      else
        a(i, j) = i == j ? 2 + a(i, j) : a(i, j) / T(1 + n / 4);
  return a;
}

template <typename T>
void solve(const Machine& machine, const Matrix<const T>& a, bool isUnit, const Matrix<const T>& b,
           const Matrix<T>& x) {
  ScratchMemory scratch(
      triangularSolveScratch<T>(machine.kernels, machine.workers, a.rows, b.columns));
  solveTriangular(machine, a, isUnit, b, x, scratch.begin());
}

template <typename T> void check(const Machine& machine, int64_t n, int64_t columns, bool isUnit) {
  Dense<T> a = triangle<T>(n, isUnit), b = random<T>(n, columns), x(n, columns);
  solve<T>(machine, a.view(), isUnit, b.view(), x.view());
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = i; j < n; ++j)
      a(i, j) = i != j ? T(0) : isUnit ? T(1) : a(i, j);
  const double error = largestDifference(product<T>(a.view(), x.view()), b, n, columns);
  EXPECT_LE(error, roundings<T>(8 + double(n))) << n << " x " << columns << (isUnit ? " unit" : "");
}

TEST(TriangularSolve, OfAllSizes) {
  forMachines([](auto zero, const Machine& machine) {
    using T = decltype(zero);
    for (int64_t n : kSizes)
      for (int64_t columns : {0, 1, 17, 70})
        check<T>(machine, n, columns, n % 2 == 1);
  });
}

// Upper triangles, the right side and solving in place are all computed as one case on other views.
TEST(TriangularSolve, OfViews) {
  ThreadPool pool(2);
  const Machine machine{kernelsOf(double(), 0), MachineClass::X86V2, pool, 2};
  for (int64_t n : {1, 5, 64, 129}) {
    Dense<double> a = triangle<double>(n, false), b = random<double>(n, 33);
    Dense<double> upper(n, n), turned(33, n), x = b, expected(n, 33);
    solve<double>(machine, a.view(), false, b.view(), expected.view());
    solve<double>(machine, a.view(), false, x.view(), x.view());
    EXPECT_EQ(x.data, expected.data) << "in place";
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < n; ++j)
        upper(n - 1 - i, n - 1 - j) = a(i, j);
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < 33; ++j)
        x(n - 1 - i, j) = b(i, j), turned(j, i) = b(i, j);
    const Matrix<const double> reversed = upper.view();
    solve<double>(machine, reversed.reversed(), false, x.view().reversedRows(),
                  x.view().reversedRows());
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < 33; ++j)
        EXPECT_EQ(x(n - 1 - i, j), expected(i, j));
    solve<double>(machine, a.view(), false, turned.view().transposed(), turned.view().transposed());
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < 33; ++j)
        EXPECT_EQ(turned(j, i), expected(i, j));
  }
}

TEST(TriangularSolve, GivesInfinitiesForZerosOnTheDiagonal) {
  ThreadPool pool(1);
  const Machine machine{kernelsOf(float(), 0), MachineClass::X86V2, pool};
  Dense<float> a(2, 2), x(2, 1);
  a(0, 0) = 1, a(1, 0) = 1;
  x(0, 0) = 1, x(1, 0) = 3;
  solve<float>(machine, a.view(), false, x.view(), x.view());
  EXPECT_EQ(x(0, 0), 1);
  EXPECT_EQ(x(1, 0), std::numeric_limits<float>::infinity());
}

} // namespace
} // namespace lz::linalg

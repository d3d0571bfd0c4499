#include "linalg/Qr.h"

#include "LinalgTesting.h"

namespace lz::linalg {
namespace {

template <typename T> struct QrFactors {
  Dense<T> qr;
  std::vector<T> tau;
};

template <typename T> QrFactors<T> factorQr(const Machine& machine, const Dense<T>& a) {
  QrFactors<T> f{Dense<T>(a.rows, a.columns), std::vector<T>(size_t(std::min(a.rows, a.columns)))};
  ScratchMemory scratch(qrScratch<T>(machine.kernels, machine.workers, a.rows, a.columns));
  factorQr<T>(machine, a.view(), f.qr.view(), f.tau.data(), scratch.begin());
  return f;
}

template <typename T>
Dense<T> formQ(const Machine& machine, const QrFactors<T>& f, int64_t columns) {
  Dense<T> q(f.qr.rows, columns);
  const int64_t count = std::min(int64_t(f.tau.size()), columns);
  ScratchMemory scratch(formQScratch<T>(machine.kernels, machine.workers, q.rows, columns, count));
  formQ<T>(machine, f.qr.view(), f.tau.data(), count, q.view(), scratch.begin());
  return q;
}

template <typename T> void check(const Machine& machine, const Dense<T>& a) {
  const int64_t steps = std::min(a.rows, a.columns);
  const QrFactors<T> f = factorQr(machine, a);
  const Dense<T> q = formQ(machine, f, steps);
  Dense<T> r(steps, a.columns);
  for (int64_t i = 0; i < steps; ++i)
    for (int64_t j = i; j < a.columns; ++j)
      r(i, j) = f.qr(i, j);
  const double most = roundings<T>(16 + double(a.rows + a.columns));
  const Matrix<const T> view = q.view();
  EXPECT_LE(largestDifference(product<T>(view, std::as_const(r).view()), a, a.rows, a.columns),
            most)
      << a.rows << " x " << a.columns;
  const Dense<double> unit = product<T>(view.transposed(), view);
  for (int64_t i = 0; i < steps; ++i)
    for (int64_t j = 0; j < steps; ++j)
      ASSERT_NEAR(unit(i, j), i == j, most) << a.rows << " x " << a.columns;
}

TEST(Qr, OfAllSizes) {
  forMachines([](auto zero, const Machine& machine) {
    using T = decltype(zero);
    for (int64_t n : kSizes) {
      check(machine, random<T>(n, n));
      check(machine, random<T>(n + 70, n));
      check(machine, random<T>(n, n / 2 + 3));
      check(machine, random<T>(n / 3 + 1, n));
    }
  });
}

TEST(Qr, FormsAllColumnsOfQ) {
  forMachines([](auto zero, const Machine& machine) {
    using T = decltype(zero);
    for (int64_t rows : {5, 40, 130}) {
      const Dense<T> q = formQ(machine, factorQr(machine, random<T>(rows, rows / 2)), rows);
      const Matrix<const T> view = q.view();
      const Dense<double> unit = product<T>(view.transposed(), view);
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < rows; ++j)
          ASSERT_NEAR(unit(i, j), i == j, roundings<T>(16 + double(rows)));
    }
  });
}

// LAPACK's signs: r[0][0] and a[0][0] have opposite signs, and a triangular matrix does not change.
TEST(Qr, HasTheSignsOfLapack) {
  ThreadPool pool(1);
  const Machine machine{kernelsOf(double(), 0), MachineClass::X86V2, pool};
  Dense<double> a(2, 2);
  a.data = {3, 1, 4, 2};
  QrFactors<double> f = factorQr(machine, a);
  EXPECT_NEAR(f.qr(0, 0), -5, 1e-15);
  EXPECT_NEAR(f.qr(1, 0), 0.5, 1e-15);
  EXPECT_NEAR(f.tau[0], 1.6, 1e-15);
  EXPECT_EQ(f.tau[1], 0);
  a.data = {-3, 1, 0, 2};
  EXPECT_EQ(factorQr(machine, a).qr.data, a.data);
}

TEST(Qr, OfHugeAndTinyNumbers) {
  ThreadPool pool(1);
  const Machine machine{kernelsOf(double(), 0), MachineClass::X86V2, pool};
  for (double scale : {1e200, 1e-200, 1e-300}) {
    Dense<double> a(3, 1);
    a.data = {2 * scale, 3 * scale, 6 * scale};
    EXPECT_NEAR(factorQr(machine, a).qr(0, 0) / scale, -7, 1e-14);
  }
}

// Denormal numbers have few bits, so the lengths of columns are rounded to few bits too.
TEST(Qr, OfDenormalNumbersIsOrthogonal) {
  forMachines([](auto zero, const Machine& machine) {
    using T = decltype(zero);
    for (T scale : {std::numeric_limits<T>::min() * 4, std::numeric_limits<T>::denorm_min() * 8}) {
      Dense<T> a = random<T>(33, 33);
      for (T& x : a.data)
        x *= scale;
      const Dense<T> q = formQ(machine, factorQr(machine, a), 33);
      const Matrix<const T> view = q.view();
      const Dense<double> unit = product<T>(view.transposed(), view);
      for (int64_t i = 0; i < 33; ++i)
        for (int64_t j = 0; j < 33; ++j)
          ASSERT_NEAR(unit(i, j), i == j, roundings<T>(82)) << scale;
    }
  });
}

TEST(Qr, HasTheSameBitsForAnyThreads) {
  const Dense<float> a = random<float>(190, 170);
  std::vector<float> first, firstQ;
  for (int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    const Machine machine{kernelsOf(float(), 0), hostMachineClass(), pool, threads};
    const QrFactors<float> f = factorQr(machine, a);
    const Dense<float> q = formQ(machine, f, 170);
    if (first.empty())
      first = f.qr.data, firstQ = q.data;
    EXPECT_EQ(f.qr.data, first);
    EXPECT_EQ(q.data, firstQ);
  }
}

} // namespace
} // namespace lz::linalg

// LU and QR of complex matrices, which use micro-kernels for real numbers on separate rows of real
// and imaginary parts.
#include "LinalgTesting.h"
#include "linalg/Element.h"
#include "linalg/Lu.h"
#include "linalg/Qr.h"

#include <complex>

namespace lz::linalg {
namespace {

using Wide = std::complex<double>;

template <typename R> Wide wide(Complex<R> x) {
  return {double(x.re), double(x.im)};
}

template <typename R> Dense<Complex<R>> randomComplex(int64_t rows, int64_t columns) {
  const Dense<R> re = random<R>(rows, columns, 1), im = random<R>(rows, columns, 2);
  Dense<Complex<R>> a(rows, columns);
  for (size_t i = 0; i < a.data.size(); ++i)
    a.data[i] = {re.data[i], im.data[i]};
  return a;
}

// Returns the largest element of |l u - p a|.
template <typename R>
double residual(const Dense<Complex<R>>& a, const Dense<Complex<R>>& lu,
                const std::vector<int32_t>& pivots) {
  Dense<Complex<R>> permuted = a;
  for (size_t j = 0; j < pivots.size(); ++j)
    for (int64_t c = 0; c < a.columns; ++c)
      std::swap(permuted(int64_t(j), c), permuted(pivots[j] - 1, c));
  double most = 0;
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.columns; ++j) {
      Wide sum = -wide(permuted(i, j));
      for (int64_t k = 0; k <= std::min({i, j, int64_t(pivots.size()) - 1}); ++k)
        sum += (k == i ? Wide(1) : wide(lu(i, k))) * wide(lu(k, j));
      most = std::max(most, std::abs(sum));
    }
  return most;
}

template <typename R> void checkLu(const Machine& machine, int64_t rows, int64_t columns) {
  using E = Complex<R>;
  const Dense<E> a = randomComplex<R>(rows, columns);
  Dense<E> lu(rows, columns);
  std::vector<int32_t> pivots(size_t(std::min(rows, columns)));
  ScratchMemory scratch(luScratch<E>(machine.kernels, machine.workers, rows, columns));
  EXPECT_EQ(factorLu<E>(machine, a.view(), lu.view(), pivots.data(), scratch.begin()), 0);
  EXPECT_LE(residual(a, lu, pivots), roundings<R>(16 + double(rows + columns)))
      << rows << " x " << columns;
  for (int64_t j = 0; j < int64_t(pivots.size()); ++j)
    for (int64_t i = j + 1; i < rows; ++i)
      ASSERT_LE(std::abs(wide(lu(i, j))), 1.4143); // the pivot's |re| + |im| is the largest
}

TEST(ComplexLu, OfAllSizes) {
  forMachines([](auto zero, const Machine& machine) {
    using R = decltype(zero);
    for (int64_t n : kSizes) {
      checkLu<R>(machine, n, n);
      checkLu<R>(machine, n, n / 2 + 3);
      checkLu<R>(machine, n / 3 + 1, n);
    }
  });
}

// LAPACK chooses by |re| + |im|, so it takes 3 + 3i before 5.
TEST(ComplexLu, ChoosesPivotsAsLapack) {
  using E = Complex<double>;
  ThreadPool pool(1);
  const Machine machine{kernelsOf(double(), 0), MachineClass::X86V2, pool};
  Dense<E> a(2, 1), lu(2, 1);
  a.data = {{5, 0}, {3, 3}};
  int32_t pivot = 0;
  ScratchMemory scratch(luScratch<E>(machine.kernels, 1, 2, 1));
  EXPECT_EQ(factorLu<E>(machine, a.view(), lu.view(), &pivot, scratch.begin()), 0);
  EXPECT_EQ(pivot, 2);
  EXPECT_NEAR(lu(1, 0).re, 2.5 / 3, 1e-15);
  EXPECT_NEAR(lu(1, 0).im, -2.5 / 3, 1e-15);
}

TEST(ComplexLu, InfoIsTheFirstPivotThatIsZero) {
  using E = Complex<float>;
  ThreadPool pool(1);
  const Machine machine{kernelsOf(float(), 0), MachineClass::X86V2, pool};
  Dense<E> a(2, 2), lu(2, 2);
  a.data = {{0, 1}, {0, 2}, {0, 1}, {0, 2}};
  int32_t pivots[2];
  ScratchMemory scratch(luScratch<E>(machine.kernels, 1, 2, 2));
  EXPECT_EQ(factorLu<E>(machine, a.view(), lu.view(), pivots, scratch.begin()), 2);
}

template <typename R> struct Factors {
  Dense<Complex<R>> qr;
  std::vector<Complex<R>> tau;
};

template <typename R> Factors<R> factor(const Machine& machine, const Dense<Complex<R>>& a) {
  using E = Complex<R>;
  Factors<R> f{Dense<E>(a.rows, a.columns), std::vector<E>(size_t(std::min(a.rows, a.columns)))};
  ScratchMemory scratch(qrScratch<E>(machine.kernels, machine.workers, a.rows, a.columns));
  factorQr<E>(machine, a.view(), f.qr.view(), f.tau.data(), scratch.begin());
  return f;
}

template <typename R>
Dense<Complex<R>> form(const Machine& machine, const Factors<R>& f, int64_t columns) {
  using E = Complex<R>;
  Dense<E> q(f.qr.rows, columns);
  const int64_t count = std::min(int64_t(f.tau.size()), columns);
  ScratchMemory scratch(formQScratch<E>(machine.kernels, machine.workers, q.rows, columns, count));
  formQ<E>(machine, f.qr.view(), f.tau.data(), count, q.view(), scratch.begin());
  return q;
}

// Expects q^H q to be the identity.
template <typename R> void expectOrthonormal(const Dense<Complex<R>>& q) {
  for (int64_t i = 0; i < q.columns; ++i)
    for (int64_t j = 0; j < q.columns; ++j) {
      Wide sum = i == j ? -1 : 0;
      for (int64_t k = 0; k < q.rows; ++k)
        sum += std::conj(wide(q(k, i))) * wide(q(k, j));
      ASSERT_LE(std::abs(sum), roundings<R>(16 + double(q.rows))) << q.rows << " x " << q.columns;
    }
}

template <typename R> void checkQr(const Machine& machine, int64_t rows, int64_t columns) {
  const Dense<Complex<R>> a = randomComplex<R>(rows, columns);
  const int64_t steps = std::min(rows, columns);
  const Factors<R> f = factor(machine, a);
  const Dense<Complex<R>> q = form(machine, f, steps);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      Wide sum = -wide(a(i, j));
      for (int64_t k = 0; k <= std::min(j, steps - 1); ++k)
        sum += wide(q(i, k)) * wide(f.qr(k, j));
      ASSERT_LE(std::abs(sum), roundings<R>(16 + double(rows + columns))) << rows << " " << columns;
    }
  for (int64_t i = 0; i < steps; ++i)
    ASSERT_EQ(f.qr(i, i).im, 0); // LAPACK makes the diagonal real
  expectOrthonormal(q);
}

TEST(ComplexQr, OfAllSizes) {
  forMachines([](auto zero, const Machine& machine) {
    using R = decltype(zero);
    for (int64_t n : kSizes) {
      checkQr<R>(machine, n, n);
      checkQr<R>(machine, n, n / 2 + 3);
      checkQr<R>(machine, n / 3 + 1, n);
    }
  });
}

TEST(ComplexQr, FormsAllColumnsOfQ) {
  forMachines([](auto zero, const Machine& machine) {
    using R = decltype(zero);
    for (int64_t rows : {5, 40, 130})
      expectOrthonormal(form(machine, factor(machine, randomComplex<R>(rows, rows / 2)), rows));
  });
}

// Factors the column [3i, 4]. In LAPACK beta, the first number of r, has the opposite sign of the
// real part of 3i. This real part is +0, so beta is -5.
TEST(ComplexQr, HasTheSignsOfLapack) {
  ThreadPool pool(1);
  const Machine machine{kernelsOf(double(), 0), MachineClass::X86V2, pool};
  Dense<Complex<double>> a(2, 1);
  a.data = {{0, 3}, {4, 0}};
  const Factors<double> f = factor(machine, a);
  EXPECT_NEAR(f.qr(0, 0).re, -5, 1e-15);
  EXPECT_NEAR(f.tau[0].re, 1, 1e-15);
  EXPECT_NEAR(f.tau[0].im, 0.6, 1e-15);
}

TEST(ComplexQr, OfDenormalNumbersIsOrthogonal) {
  forMachines([](auto zero, const Machine& machine) {
    using R = decltype(zero);
    Dense<Complex<R>> a = randomComplex<R>(33, 33);
    for (Complex<R>& z : a.data)
      z = {z.re * std::numeric_limits<R>::min() * 4, z.im * std::numeric_limits<R>::min() * 4};
    expectOrthonormal(form(machine, factor(machine, a), 33));
  });
}

TEST(ComplexQr, HasTheSameBitsForAnyThreads) {
  const auto a = randomComplex<float>(190, 170);
  std::vector<Complex<float>> first;
  for (int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    const Machine machine{kernelsOf(float(), 0), hostMachineClass(), pool, threads};
    const Dense<Complex<float>> q = form(machine, factor(machine, a), 170);
    if (first.empty())
      first = q.data;
    EXPECT_EQ(q.data, first);
  }
}

} // namespace
} // namespace lz::linalg

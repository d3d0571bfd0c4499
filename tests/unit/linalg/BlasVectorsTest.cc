// Functions on vectors are compared with plain loops, for all types, options, strides, and sizes
// around the vectors of a CPU.
#include "BlasTesting.h"

namespace lz::linalg {
namespace {

TEST(BlasVectorsTest, GemvAndGerAreThoseOfPlainLoops) {
  forScopes(70, [&](auto zero) {
    using E = decltype(zero);
    const E alpha = number<E>(-1, 0.5), beta = number<E>(0.5, 0.25);
    for (int m : kBlasSizes)
      for (int n : {0, 1, 3, 4, 9, 70})
        for (int inc : kIncrements) {
          const Columns<E> a(m, n, 1);
          for (char trans : {'N', 'T', 'C'}) {
            const int rows = trans == 'N' ? m : n, columns = trans == 'N' ? n : m;
            const Gaps<E> x(columns, inc, 2), before(rows, -inc, 3);
            Gaps<E> y = before;
            Blas<E>::gemv(&trans, &m, &n, &alpha, a.data.data(), &a.stride, x.data.data(),
                          &x.increment, &beta, y.data.data(), &y.increment);
            auto f = [&](int i) {
              C sum = 0;
              for (int j = 0; j < columns; ++j)
                sum += elementOf(a, trans, i, j) * x(j);
              return wide(alpha) * sum + wide(beta) * before(i);
            };
            expectNear<E>(y, before, columns, f, std::string("gemv ") + trans);
          }
          const Gaps<E> x(m, inc, 4), y(n, -inc, 5);
          Columns<E> sum = a;
          Blas<E>::ger(&m, &n, &alpha, x.data.data(), &x.increment, y.data.data(), &y.increment,
                       sum.data.data(), &sum.stride);
          expectNear<E>(
              sum, a, 1, everywhere,
              [&](int i, int j) { return a(i, j) + wide(alpha) * x(i) * std::conj(y(j)); }, "ger");
        }
  });
}

TEST(BlasVectorsTest, HermitianProductsAndSumsAreThoseOfPlainLoops) {
  forScopes(301, [&](auto zero) {
    using E = decltype(zero);
    const E alpha = number<E>(-1, 0.5), beta = number<E>(0.5, 0.25);
    std::vector<int> sizes(std::begin(kBlasSizes), std::end(kBlasSizes));
    sizes.push_back(301); // long enough to be divided into parts
    for (int n : sizes)
      for (char uplo : {'L', 'U'})
        for (int inc : kIncrements) {
          if (n > 100 && inc != 1)
            continue;
          const Columns<E> a(n, n, 1);
          const Gaps<E> x(n, inc, 2), before(n, -inc, 3);
          Gaps<E> y = before;
          Blas<E>::symv(&uplo, &n, &alpha, a.data.data(), &a.stride, x.data.data(), &x.increment,
                        &beta, y.data.data(), &y.increment);
          auto f = [&](int i) {
            C sum = 0;
            for (int j = 0; j < n; ++j)
              sum += hermitianOf(a, uplo, i, j) * x(j);
            return wide(alpha) * sum + wide(beta) * before(i);
          };
          expectNear<E>(y, before, n, f, "symv");
          Columns<E> sum = a;
          Blas<E>::syr2(&uplo, &n, &alpha, x.data.data(), &x.increment, before.data.data(),
                        &before.increment, sum.data.data(), &sum.stride);
          expectNear<E>(
              sum, a, 2, [&](int i, int j) { return isThere(uplo, i, j); },
              [&](int i, int j) {
                return hermitianOf(a, uplo, i, j) + wide(alpha) * x(i) * std::conj(before(j)) +
                       std::conj(wide(alpha)) * before(i) * std::conj(x(j));
              },
              "syr2");
        }
  });
}

template <typename E> constexpr auto solveOf() {
  if constexpr (std::is_same_v<E, Complex32>)
    return ctrsv_;
  else
    return ztrsv_;
}

TEST(BlasVectorsTest, TrmvIsThatOfPlainLoopsAndTrsvUndoesIt) {
  forScopes(70, [&](auto zero) {
    using E = decltype(zero);
    for (int n : kBlasSizes)
      for (const std::string options : {"LNN", "UNU", "LTU", "UTN", "LCN", "UCU"})
        for (int inc : kIncrements) {
          const char *uplo = &options[0], *trans = &options[1], *diag = &options[2];
          Columns<E> a(n, n, 1);
          for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
              a.set(i, j, i == j ? C(1.5, 0.5) : a(i, j) / double(n));
          const Gaps<E> before(n, inc, 2);
          Gaps<E> x = before;
          Blas<E>::trmv(uplo, trans, diag, &n, a.data.data(), &a.stride, x.data.data(),
                        &x.increment);
          auto f = [&](int i) {
            C sum = 0;
            for (int j = 0; j < n; ++j)
              sum += triangleOf(a, *uplo, *trans, *diag, i, j) * before(j);
            return sum;
          };
          expectNear<E>(x, before, n, f, "trmv " + options);
          if constexpr (kIsComplex<E>) {
            solveOf<E>()(uplo, trans, diag, &n, a.data.data(), &a.stride, x.data.data(),
                         &x.increment);
            expectNear<E>(x, before, n, [&](int i) { return before(i); }, "trsv " + options);
          }
        }
  });
}

TEST(BlasVectorsTest, FunctionsOfVectorsAreThoseOfPlainLoops) {
  forScopes(70, [&](auto zero) {
    using E = decltype(zero);
    using R = RealOf<E>;
    const E alpha = number<E>(-1, 0.5);
    for (int n : kBlasSizes)
      for (int inc : kIncrements) {
        const Gaps<E> x(n, inc, 1), before(n, inc == 1 ? 1 : -inc, 2);
        Gaps<E> y = before, z = x;
        C dot = 0, dotc = 0;
        double squares = 0, sizes = 0;
        for (int i = 0; i < n; ++i) {
          dot += x(i) * before(i);
          dotc += std::conj(x(i)) * before(i);
          squares += std::norm(x(i));
          sizes += std::abs(x(i).real()) + std::abs(x(i).imag());
        }
        const double most = roundings<R>(4 * (n + 4));
        auto value = [](auto sum) {
          if constexpr (kIsComplex<E>)
            return C(double(__real__ sum), double(__imag__ sum));
          else
            return C(double(sum));
        };
        EXPECT_LE(std::abs(value(Blas<E>::dot(&n, x.data.data(), &x.increment, y.data.data(),
                                              &y.increment)) -
                           dot),
                  most);
        EXPECT_LE(std::abs(value(Blas<E>::dotc(&n, x.data.data(), &x.increment, y.data.data(),
                                               &y.increment)) -
                           dotc),
                  most);
        Blas<E>::axpy(&n, &alpha, x.data.data(), &x.increment, y.data.data(), &y.increment);
        expectNear<E>(y, before, 1, [&](int i) { return before(i) + wide(alpha) * x(i); }, "axpy");
        y = before;
        Blas<E>::copy(&n, x.data.data(), &x.increment, y.data.data(), &y.increment);
        expectNear<E>(y, before, 0, [&](int i) { return x(i); }, "copy");
        y = before;
        Blas<E>::swap(&n, z.data.data(), &z.increment, y.data.data(), &y.increment);
        expectNear<E>(y, before, 0, [&](int i) { return x(i); }, "swap");
        expectNear<E>(z, x, 0, [&](int i) { return before(i); }, "swap");
        y = before, z = x;
        const R c = R(0.6), s = R(-0.8);
        Blas<E>::rot(&n, z.data.data(), &z.increment, y.data.data(), &y.increment, &c, &s);
        expectNear<E>(
            z, x, 1, [&](int i) { return double(c) * x(i) + double(s) * before(i); }, "rot");
        expectNear<E>(
            y, before, 1, [&](int i) { return double(c) * before(i) - double(s) * x(i); }, "rot");
        if (inc < 0)
          continue;
        EXPECT_NEAR(double(Blas<E>::nrm2(&n, x.data.data(), &inc)), std::sqrt(squares), most);
        EXPECT_NEAR(double(Blas<E>::asum(&n, x.data.data(), &inc)), sizes, most);
        z = x;
        Blas<E>::scal(&n, &alpha, z.data.data(), &inc);
        expectNear<E>(z, x, 1, [&](int i) { return wide(alpha) * x(i); }, "scal");
      }
  });
}

TEST(BlasVectorsTest, NormsOfHugeAndTinyNumbersAreNotLost) {
  forScopes(8, [&](auto zero) {
    using E = decltype(zero);
    using R = RealOf<E>;
    const int n = 8, one = 1;
    const double most = double(std::numeric_limits<R>::max()),
                 least = double(std::numeric_limits<R>::min());
    for (double size : {most / 16, least, 1.0}) {
      std::vector<E> x(size_t(n), number<E>(size, 0));
      EXPECT_NEAR(double(Blas<E>::nrm2(&n, x.data(), &one)) / size, std::sqrt(8.0), 1e-5);
      x[3] = number<E>(std::numeric_limits<double>::quiet_NaN(), 0);
      EXPECT_TRUE(std::isnan(Blas<E>::nrm2(&n, x.data(), &one)));
      x[3] = number<E>(std::numeric_limits<double>::infinity(), 0);
      EXPECT_TRUE(std::isinf(Blas<E>::nrm2(&n, x.data(), &one)));
    }
    const std::vector<E> zeros(size_t(n), E{});
    EXPECT_EQ(Blas<E>::nrm2(&n, zeros.data(), &one), 0);
  });
}

TEST(BlasVectorsTest, TheFirstOfTheLargestIsFound) {
  forScopes(70, [&](auto zero) {
    using E = decltype(zero);
    const int n = 70, two = 2, count = n / 2, none = 0;
    Columns<E> x(n, 1, 1);
    x.set(20, 0, -7);
    x.set(44, 0, 7);
    EXPECT_EQ(Blas<E>::iamax(&count, x.data.data(), &two), 11);
    EXPECT_EQ(Blas<E>::iamax(&none, x.data.data(), &two), 0);
  });
}

TEST(BlasVectorsTest, RealFactorsScaleComplexNumbers) {
  forScopes(70, [&](auto zero) {
    using E = decltype(zero);
    if constexpr (kIsComplex<E>) {
      for (int inc : {1, 2}) {
        const RealOf<E> factor = -1.5;
        const Gaps<E> before(33, inc, 1);
        Gaps<E> x = before;
        if constexpr (std::is_same_v<E, Complex32>)
          csscal_(&x.count, &factor, x.data.data(), &inc);
        else
          zdscal_(&x.count, &factor, x.data.data(), &inc);
        expectNear<E>(x, before, 1, [&](int i) { return double(factor) * before(i); }, "scal");
      }
    }
  });
}

} // namespace
} // namespace lz::linalg

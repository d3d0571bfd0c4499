// BLAS for all types under common names, and matrices and vectors to compare its results with.
#pragma once

#include "LinalgTesting.h"
#include "linalg/Element.h"
#include "linalg/blas/Blas.h"

#include <complex>
#include <functional>
#include <string>

namespace lz::linalg {

using C = std::complex<double>;
using Complex32 = Complex<float>;
using Complex64 = Complex<double>;

extern "C" {
#define LZ_DECLARE(letter, E, ofReal, ofComplex)                                                   \
  void letter##gemm_(const char*, const char*, const int*, const int*, const int*, const E*,       \
                     const E*, const int*, const E*, const int*, const E*, E*, const int*);        \
  void letter##trmm_(const char*, const char*, const char*, const char*, const int*, const int*,   \
                     const E*, const E*, const int*, E*, const int*);                              \
  void letter##ofComplex##r2k_(const char*, const char*, const int*, const int*, const E*,         \
                               const E*, const int*, const E*, const int*, const RealOf<E>*, E*,   \
                               const int*);                                                        \
  void letter##gemv_(const char*, const int*, const int*, const E*, const E*, const int*,          \
                     const E*, const int*, const E*, E*, const int*);                              \
  void letter##ofReal##_(const int*, const int*, const E*, const E*, const int*, const E*,         \
                         const int*, E*, const int*);                                              \
  void letter##ofComplex##r2_(const char*, const int*, const E*, const E*, const int*, const E*,   \
                              const int*, E*, const int*);                                         \
  void letter##ofComplex##mv_(const char*, const int*, const E*, const E*, const int*, const E*,   \
                              const int*, const E*, E*, const int*);                               \
  void letter##trmv_(const char*, const char*, const char*, const int*, const E*, const int*, E*,  \
                     const int*);                                                                  \
  void letter##axpy_(const int*, const E*, const E*, const int*, E*, const int*);                  \
  void letter##copy_(const int*, const E*, const int*, E*, const int*);                            \
  void letter##scal_(const int*, const E*, E*, const int*);                                        \
  void letter##swap_(const int*, E*, const int*, E*, const int*);                                  \
  int i##letter##amax_(const int*, const E*, const int*);                                          \
  void letter##lasr_(const char*, const char*, const char*, const int*, const int*,                \
                     const RealOf<E>*, const RealOf<E>*, E*, const int*);
LZ_DECLARE(s, float, ger, sy)
LZ_DECLARE(d, double, ger, sy)
LZ_DECLARE(c, Complex32, gerc, he)
LZ_DECLARE(z, Complex64, gerc, he)
#define LZ_DECLARE_ONES(E, rot, nrm2, asum)                                                        \
  void rot(const int*, E*, const int*, E*, const int*, const RealOf<E>*, const RealOf<E>*);        \
  RealOf<E> nrm2(const int*, const E*, const int*);                                                \
  RealOf<E> asum(const int*, const E*, const int*);
LZ_DECLARE_ONES(float, srot_, snrm2_, sasum_)
LZ_DECLARE_ONES(double, drot_, dnrm2_, dasum_)
LZ_DECLARE_ONES(Complex32, csrot_, scnrm2_, scasum_)
LZ_DECLARE_ONES(Complex64, zdrot_, dznrm2_, dzasum_)
float sdot_(const int*, const float*, const int*, const float*, const int*);
double ddot_(const int*, const double*, const int*, const double*, const int*);
_Complex float cdotu_(const int*, const Complex32*, const int*, const Complex32*, const int*);
_Complex float cdotc_(const int*, const Complex32*, const int*, const Complex32*, const int*);
_Complex double zdotu_(const int*, const Complex64*, const int*, const Complex64*, const int*);
_Complex double zdotc_(const int*, const Complex64*, const int*, const Complex64*, const int*);
void csscal_(const int*, const float*, Complex32*, const int*);
void zdscal_(const int*, const double*, Complex64*, const int*);
void ctrsv_(const char*, const char*, const char*, const int*, const Complex32*, const int*,
            Complex32*, const int*);
void ztrsv_(const char*, const char*, const char*, const int*, const Complex64*, const int*,
            Complex64*, const int*);
void xerbla_(const char*, const int*, size_t);
int lsame_(const char*, const char*, size_t, size_t);
float slamch_(const char*, size_t);
double dlamch_(const char*, size_t);
void _gfortran_concat_string(size_t, char*, size_t, const char*, size_t, const char*);
}

// The functions for one type.
template <typename E> struct Blas;
#define LZ_FUNCTIONS(letter, E, ofReal, ofComplex, rotate, norm, sizes, dot_, dotc_)               \
  template <> struct Blas<E> {                                                                     \
    static constexpr auto gemm = letter##gemm_;                                                    \
    static constexpr auto trmm = letter##trmm_;                                                    \
    static constexpr auto syr2k = letter##ofComplex##r2k_;                                         \
    static constexpr auto gemv = letter##gemv_;                                                    \
    static constexpr auto ger = letter##ofReal##_;                                                 \
    static constexpr auto syr2 = letter##ofComplex##r2_;                                           \
    static constexpr auto symv = letter##ofComplex##mv_;                                           \
    static constexpr auto trmv = letter##trmv_;                                                    \
    static constexpr auto axpy = letter##axpy_;                                                    \
    static constexpr auto copy = letter##copy_;                                                    \
    static constexpr auto scal = letter##scal_;                                                    \
    static constexpr auto swap = letter##swap_;                                                    \
    static constexpr auto iamax = i##letter##amax_;                                                \
    static constexpr auto lasr = letter##lasr_;                                                    \
    static constexpr auto rot = rotate;                                                            \
    static constexpr auto nrm2 = norm;                                                             \
    static constexpr auto asum = sizes;                                                            \
    static constexpr auto dot = dot_;                                                              \
    static constexpr auto dotc = dotc_;                                                            \
  };
LZ_FUNCTIONS(s, float, ger, sy, srot_, snrm2_, sasum_, sdot_, sdot_)
LZ_FUNCTIONS(d, double, ger, sy, drot_, dnrm2_, dasum_, ddot_, ddot_)
LZ_FUNCTIONS(c, Complex32, gerc, he, csrot_, scnrm2_, scasum_, cdotu_, cdotc_)
LZ_FUNCTIONS(z, Complex64, gerc, he, zdrot_, dznrm2_, dzasum_, zdotu_, zdotc_)

template <typename E> C wide(E x) {
  if constexpr (kIsComplex<E>)
    return {x.re, x.im};
  else
    return {x, 0};
}
template <typename E> E narrow(C x) {
  if constexpr (kIsComplex<E>)
    return {RealOf<E>(x.real()), RealOf<E>(x.imag())};
  else
    return E(x.real());
}

// A column-major matrix with padding after each column, which no function may write.
template <typename E> struct Columns {
  int rows, columns, stride;
  std::vector<E> data;

  Columns(int m, int n, uint32_t seed) : rows(m), columns(n), stride(m + 3) {
    std::mt19937 rng(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int i = 0; i < stride * n + 1; ++i)
      data.push_back(narrow<E>({uniform(rng), uniform(rng)}));
  }
  C operator()(int i, int j) const { return wide(data[size_t(i + j * stride)]); }
  void set(int i, int j, C x) { data[size_t(i + j * stride)] = narrow<E>(x); }
};

// Returns element (i, j) of op(x), where `trans` is the letter of op.
template <typename E> C elementOf(const Columns<E>& x, char trans, int i, int j) {
  return trans == 'N' ? x(i, j) : trans == 'T' ? x(j, i) : std::conj(x(j, i));
}
inline bool isThere(char uplo, int i, int j) {
  return uplo == 'L' ? i >= j : i <= j;
}
template <typename E>
C triangleOf(const Columns<E>& x, char uplo, char trans, char diag, int i, int j) {
  const int row = trans == 'N' ? i : j, column = trans == 'N' ? j : i;
  if (row == column && diag == 'U')
    return 1;
  return isThere(uplo, row, column) ? elementOf(x, trans, i, j) : C(0);
}
// Returns element (i, j) of the Hermitian matrix whose triangle `uplo` is stored.
template <typename E> C hermitianOf(const Columns<E>& x, char uplo, int i, int j) {
  return i == j ? C(x(i, i).real()) : isThere(uplo, i, j) ? x(i, j) : std::conj(x(j, i));
}

// Expects `got` to be near f(i, j) where holds(i, j), and to be as in `before` elsewhere.
template <typename E>
void expectNear(const Columns<E>& got, const Columns<E>& before, double count,
                const std::function<bool(int, int)>& holds, const std::function<C(int, int)>& f,
                const std::string& what) {
  const double most = roundings<RealOf<E>>(8 * (count + 4));
  for (int j = 0; j < got.columns; ++j)
    for (int i = 0; i < got.stride; ++i) {
      const bool isWritten = i < got.rows && holds(i, j);
      if (isWritten)
        ASSERT_LE(std::abs(got(i, j) - f(i, j)), most) << what << " " << i << ", " << j;
      else
        ASSERT_EQ(got(i, j), before(i, j)) << what << " writes " << i << ", " << j;
    }
}
inline bool everywhere(int, int) {
  return true;
}

template <typename E> E number(double re, double im) {
  return narrow<E>({re, im});
}

// Calls fn(E()) in a scope, for all types and machines.
template <typename Fn> void forScopes(int64_t size, Fn fn) {
  forMachines([&](auto zero, const Machine& machine) {
    using R = decltype(zero);
    auto forElement = [&](auto element) {
      using E = decltype(element);
      const int64_t bytes =
          blasScratch(machine.kernels, machine.workers, size, sizeof(E), kParts<E>);
      ScratchMemory scratch(bytes);
      BlasScope scope(machine, size, scratch.begin());
      fn(element);
    };
    forElement(R());
    forElement(Complex<R>());
  });
}
inline constexpr int kBlasSizes[] = {0, 1, 2, 3, 5, 8, 13, 17, 33, 70};

// A vector with gaps, stored as a matrix of one column whose other rows are padding.
template <typename E> struct Gaps {
  int count, increment;
  std::vector<E> data;

  Gaps(int n, int inc, uint32_t seed)
      : count(n), increment(inc), data(Columns<E>(std::max(1, n * std::abs(inc)), 1, seed).data) {}
  size_t place(int i) const {
    return size_t(increment > 0 ? i * increment : (i - count + 1) * increment);
  }
  C operator()(int i) const { return wide(data[place(i)]); }
};
template <typename E>
void expectNear(const Gaps<E>& got, const Gaps<E>& before, double count,
                const std::function<C(int)>& f, const std::string& what) {
  const double most = roundings<RealOf<E>>(8 * (count + 4));
  std::vector<bool> isWritten(got.data.size());
  for (int i = 0; i < got.count; ++i) {
    ASSERT_LE(std::abs(got(i) - f(i)), most) << what << " " << i << " of " << got.count;
    isWritten[got.place(i)] = true;
  }
  for (size_t i = 0; i < got.data.size(); ++i)
    if (!isWritten[i])
      ASSERT_EQ(wide(got.data[i]), wide(before.data[i])) << what;
}
inline constexpr int kIncrements[] = {1, 2, -1, -3};

} // namespace lz::linalg

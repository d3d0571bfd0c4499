#include "linalg/LuPanel.h"

#include "contraction/run/vector/ForClass.h"
#include "linalg/SolveRows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace lz::linalg {
namespace {

constexpr int64_t kMostLuWidth = 64;

template <typename T> struct LuPanel {
  T* panel;
  int64_t width, row, rows, steps;
  int32_t* pivots;
  int64_t& info;

  template <int kBytes> LZ_INLINE void run() const {
    int64_t pivot = largest(0, row);
    for (int64_t j = 0; j < steps; ++j) {
      pivots[j] = int32_t(pivot);
      T* top = panel + (row + j) * width;
      T* chosen = panel + pivot * width;
      pivot = row + j + 1;
      if (chosen[j] == 0) {
        info = info == 0 ? j + 1 : info;
        if (j + 1 < steps)
          pivot = largest(j + 1, row + j + 1);
        continue;
      }
      if (chosen != top)
        std::swap_ranges(top, top + width, chosen);
      // Each vector begins at a column whose number is a multiple of kLanes.
      constexpr int64_t kLanes = kBytes / int64_t(sizeof(T));
      if (width % kLanes == 0)
        pivot = eliminate<kBytes>(top, j, (j + 1) / kLanes * kLanes);
      else
        pivot = eliminate<sizeof(T)>(top, j, j + 1);
    }
  }

  // Returns the first row from `begin` on with the largest absolute value in column j.
  LZ_INLINE int64_t largest(int64_t j, int64_t begin) const {
    int64_t at = begin;
    T most = begin < rows ? std::abs(panel[begin * width + j]) : T(0);
    for (int64_t i = begin + 1; i < rows; ++i)
      if (const T size = std::abs(panel[i * width + j]); size > most)
        most = size, at = i;
    return at;
  }

  // Subtracts multiples of row `top` from the rows below. Vectors start at column `first`, which
  // can lie before column j + 1. Returns the row of the next pivot.
  template <int kBytes> LZ_INLINE int64_t eliminate(const T* top, int64_t j, int64_t first) const {
    constexpr int64_t kLanes = kBytes / int64_t(sizeof(T));
    typedef T V __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
    // `source` is row `top` with zeros in the columns up to j, so these columns do not change.
    T source[kMostLuWidth];
    for (int64_t c = first; c < width; ++c)
      source[c] = c > j ? top[c] : T(0);
    const T divisor = top[j];
    const bool isTiny = std::abs(divisor) < std::numeric_limits<T>::min();
    const T inverse = isTiny ? T(0) : 1 / divisor;
    const int64_t begin = row + j + 1;
    int64_t at = begin;
    T most = 0;
    for (int64_t i = begin; i < rows; ++i) {
      T* to = panel + i * width;
      const T factor = isTiny ? to[j] / divisor : to[j] * inverse;
      if (std::abs(factor) <= 2) [[likely]] {
        for (int64_t c = first; c < width; c += kLanes)
          *reinterpret_cast<V*>(to + c) -= factor * *reinterpret_cast<const V*>(source + c);
      } else { // an infinite or NaN factor times zero would change the columns up to j
        for (int64_t c = j + 1; c < width; ++c)
          to[c] -= factor * top[c];
      }
      to[j] = factor; // comes last, because the vectors would wait for this store
      if (j + 1 < width)
        if (const T size = std::abs(to[j + 1]); i == begin || size > most)
          most = size, at = i;
    }
    return at;
  }
};

// Does the same as LuPanel for complex numbers, in loops over their real and imaginary parts.
template <typename R> struct ComplexLuPanel {
  Complex<R>* panel;
  int64_t width, row, rows, steps;
  int32_t* pivots;
  int64_t& info;

  template <int kBytes> LZ_INLINE void run() const {
    for (int64_t j = 0; j < steps; ++j) {
      const int64_t pivot = largest(j);
      pivots[j] = int32_t(pivot);
      Complex<R>*top = panel + (row + j) * width, *chosen = panel + pivot * width;
      if (chosen[j] == Complex<R>{}) {
        info = info == 0 ? j + 1 : info;
        continue;
      }
      if (chosen != top)
        std::swap_ranges(top, top + width, chosen);
      eliminate(top, j);
    }
  }

  LZ_INLINE int64_t largest(int64_t j) const {
    auto sizeAt = [&](int64_t i) {
      const Complex<R> x = panel[i * width + j];
      return std::abs(x.re) + std::abs(x.im);
    };
    int64_t at = row + j;
    R most = sizeAt(at);
    for (int64_t i = at + 1; i < rows; ++i)
      if (const R size = sizeAt(i); size > most)
        most = size, at = i;
    return at;
  }

  LZ_INLINE void eliminate(const Complex<R>* top, int64_t j) const {
    R turned[2 * kMostLuWidth]; // i times the row
    const R* source = &top->re;
    for (int64_t c = 0; c < width; ++c) {
      turned[2 * c] = -top[c].im;
      turned[2 * c + 1] = top[c].re;
    }
    for (int64_t i = row + j + 1; i < rows; ++i) {
      Complex<R>* at = panel + i * width;
      const Complex<R> factor = at[j] = divide(at[j], top[j]);
      R* __restrict to = &at->re;
      for (int64_t c = 2 * (j + 1); c < 2 * width; ++c)
        to[c] -= factor.re * source[c] + factor.im * turned[c];
    }
  }
};

template <typename R> struct ComplexSolve {
  const Matrix<const Complex<R>>& l;
  R* x;
  int64_t width;
  R* negated;

  template <int kBytes> LZ_INLINE void run() const {
    for (int64_t i = 0; i < l.rows; ++i) {
      R* __restrict to = x + i * width;
      for (int64_t k = 0; k < i; ++k) {
        const Complex<R> factor = l(i, k);
        const R *minus = negated + 2 * k * width, *turned = minus + width;
        for (int64_t c = 0; c < width; ++c)
          to[c] += factor.re * minus[c] + factor.im * turned[c];
      }
      R *minus = negated + 2 * i * width, *turned = minus + width;
      for (int64_t c = 0; c < width; c += 2) {
        minus[c] = -to[c];
        minus[c + 1] = -to[c + 1];
        turned[c] = to[c + 1];
        turned[c + 1] = -to[c];
      }
    }
  }
};

} // namespace

template <typename E>
int64_t factorLuPanel(MachineClass cpu, E* panel, int64_t width, int64_t row, int64_t rows,
                      int64_t steps, int32_t* pivots) {
  using Body = std::conditional_t<kIsComplex<E>, ComplexLuPanel<RealOf<E>>, LuPanel<E>>;
  int64_t info = 0;
  contraction::runForClass(cpu, Body{panel, width, row, rows, steps, pivots, info});
  return info;
}

template <typename E>
void solveAndNegate(MachineClass cpu, const Matrix<const E>& l, RealOf<E>* x, int64_t width,
                    RealOf<E>* negated) {
  if constexpr (kIsComplex<E>)
    return contraction::runForClass(cpu, ComplexSolve<RealOf<E>>{l, x, width, negated});
  else
    solveRows(cpu, l, true, x, width);
  for (int64_t i = 0; i < l.rows * width; ++i)
    negated[i] = -x[i];
}

#define LZ_LU_PANEL(E)                                                                             \
  template int64_t factorLuPanel(MachineClass, E*, int64_t, int64_t, int64_t, int64_t, int32_t*);  \
  template void solveAndNegate(MachineClass, const Matrix<const E>&, RealOf<E>*, int64_t,          \
                               RealOf<E>*)
LZ_LU_PANEL(float);
LZ_LU_PANEL(double);
LZ_LU_PANEL(Complex<float>);
LZ_LU_PANEL(Complex<double>);

} // namespace lz::linalg

#include "linalg/SolveRows.h"

#include "contraction/run/vector/ForClass.h"

#include <cmath>

namespace lz::linalg {
namespace {

using contraction::runForClass;

template <typename T, int kBytes> struct Vec {
  typedef T Type __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
};

// Solves for four rows at a time, and for as many columns as two vectors have lanes. So the sums
// stay in registers.
template <typename T> struct SolveRows {
  Matrix<const T> l;
  bool isUnit;
  T* x;
  int64_t width;

  template <int kBytes> LZ_INLINE void run() const {
    constexpr int64_t kLanes = kBytes / int64_t(sizeof(T));
    int64_t column = 0;
    for (; column + 2 * kLanes <= width; column += 2 * kLanes)
      columns<typename Vec<T, kBytes>::Type, 2>(x + column, kLanes);
    for (; column + kLanes <= width; column += kLanes)
      columns<typename Vec<T, kBytes>::Type, 1>(x + column, kLanes);
    for (; column < width; ++column)
      columns<T, 1>(x + column, 1);
  }

  template <typename V, int kVectors> LZ_INLINE void columns(T* at, int64_t lanes) const {
    constexpr int64_t kRows = 4;
    int64_t i = 0;
    for (; i + kRows <= l.rows; i += kRows)
      rows<V, kVectors, kRows>(at, lanes, i);
    for (; i < l.rows; ++i)
      rows<V, kVectors, 1>(at, lanes, i);
  }

  template <typename V, int kVectors, int kRows>
  LZ_INLINE void rows(T* at, int64_t lanes, int64_t i) const {
    V sums[kRows][kVectors];
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectors; ++v)
        sums[r][v] = *reinterpret_cast<const V*>(at + (i + r) * width + v * lanes);
    for (int64_t k = 0; k < i; ++k)
      for (int r = 0; r < kRows; ++r)
        for (int v = 0; v < kVectors; ++v)
          sums[r][v] -= l(i + r, k) * *reinterpret_cast<const V*>(at + k * width + v * lanes);
    for (int r = 0; r < kRows; ++r) {
      for (int s = 0; s < r; ++s)
        for (int v = 0; v < kVectors; ++v)
          sums[r][v] -= l(i + r, i + s) * sums[s][v];
      for (int v = 0; v < kVectors; ++v) {
        if (!isUnit)
          sums[r][v] /= l(i + r, i + r);
        *reinterpret_cast<V*>(at + (i + r) * width + v * lanes) = sums[r][v];
      }
    }
  }
};

template <typename T> struct FactorRows {
  int64_t n;
  T* x;
  int64_t width;
  int64_t& info;

  template <int kBytes> LZ_INLINE void run() const {
    if (width % (kBytes / int64_t(sizeof(T))) == 0)
      factor<kBytes>();
    else
      factor<sizeof(T)>();
  }

  // Vectors begin at a column whose number is a multiple of their length. So the first vector of a
  // row can include numbers below the diagonal. These numbers are never used. No vector begins
  // after column n.
  template <int kBytes> LZ_INLINE void factor() const {
    constexpr int64_t kLanes = kBytes / int64_t(sizeof(T));
    typedef T V __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
    for (int64_t j = 0; j < n; ++j) {
      T* row = x + j * width;
      if (!(row[j] > 0)) {
        info = j + 1;
        return;
      }
      const T root = std::sqrt(row[j]);
      for (int64_t c = j / kLanes * kLanes; c < n; c += kLanes)
        *reinterpret_cast<V*>(row + c) /= root;
      row[j] = root;
      for (int64_t i = j + 1; i < n; ++i) {
        T* to = x + i * width;
        const T factor = row[i];
        for (int64_t c = i / kLanes * kLanes; c < n; c += kLanes)
          *reinterpret_cast<V*>(to + c) -= factor * *reinterpret_cast<const V*>(row + c);
      }
    }
  }
};

} // namespace

template <typename T>
void solveRows(MachineClass cpu, const Matrix<const T>& l, bool isUnit, T* x, int64_t width) {
  runForClass(cpu, SolveRows<T>{l, isUnit, x, width});
}

template <typename T> int64_t factorRows(MachineClass cpu, int64_t n, T* x, int64_t width) {
  int64_t info = 0;
  runForClass(cpu, FactorRows<T>{n, x, width, info});
  return info;
}

template void solveRows(MachineClass, const Matrix<const float>&, bool, float*, int64_t);
template void solveRows(MachineClass, const Matrix<const double>&, bool, double*, int64_t);
template int64_t factorRows(MachineClass, int64_t, float*, int64_t);
template int64_t factorRows(MachineClass, int64_t, double*, int64_t);

} // namespace lz::linalg

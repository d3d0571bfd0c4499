#include "linalg/LuPanel.h"

#include "contraction/run/vector/ForClass.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lz::linalg {
namespace {

constexpr int64_t kMostWidth = 64;

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
      // Vectors begin at a multiple of their length.
      constexpr int64_t kLanes = kBytes / int64_t(sizeof(T));
      if (width % kLanes == 0)
        pivot = eliminate<kBytes>(top, j, (j + 1) / kLanes * kLanes);
      else
        pivot = eliminate<sizeof(T)>(top, j, j + 1);
    }
  }

  // The first row from `begin` on with the largest number in column j.
  LZ_INLINE int64_t largest(int64_t j, int64_t begin) const {
    int64_t at = begin;
    T most = begin < rows ? std::abs(panel[begin * width + j]) : T(0);
    for (int64_t i = begin + 1; i < rows; ++i)
      if (const T size = std::abs(panel[i * width + j]); size > most)
        most = size, at = i;
    return at;
  }

  // Rows below `top` without what they have of it, in vectors from column `first` on, which may be
  // before j + 1. Returns the next pivot.
  template <int kBytes> LZ_INLINE int64_t eliminate(const T* top, int64_t j, int64_t first) const {
    constexpr int64_t kLanes = kBytes / int64_t(sizeof(T));
    typedef T V __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
    // Columns up to j stay: they have nothing of it.
    T source[kMostWidth];
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
      } else { // NaN: times zero it would not stay
        for (int64_t c = j + 1; c < width; ++c)
          to[c] -= factor * top[c];
      }
      to[j] = factor; // behind the vectors: they would wait for it
      if (j + 1 < width)
        if (const T size = std::abs(to[j + 1]); i == begin || size > most)
          most = size, at = i;
    }
    return at;
  }
};

} // namespace

template <typename T>
int64_t factorLuPanel(CpuClass cpu, T* panel, int64_t width, int64_t row, int64_t rows,
                      int64_t steps, int32_t* pivots) {
  int64_t info = 0;
  contraction::runForClass(cpu, LuPanel<T>{panel, width, row, rows, steps, pivots, info});
  return info;
}

template int64_t factorLuPanel(CpuClass, float*, int64_t, int64_t, int64_t, int64_t, int32_t*);
template int64_t factorLuPanel(CpuClass, double*, int64_t, int64_t, int64_t, int64_t, int32_t*);

} // namespace lz::linalg

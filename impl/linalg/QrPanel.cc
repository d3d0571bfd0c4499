#include "contraction/run/vector/ForClass.h"
#include "linalg/Reflectors.h"

#include <cmath>

namespace lz::linalg {
namespace {

constexpr int64_t kMostWidth = 64;

template <typename T> struct QrPanel {
  T* panel;
  int64_t width, row, rows, steps;
  T* tau;

  template <int kBytes> LZ_INLINE void run() const {
    constexpr int64_t kLanes = kBytes / int64_t(sizeof(T));
    for (int64_t j = 0; j < steps; ++j) {
      tau[j] = reflector(j);
      if (tau[j] == 0 || j + 1 == width)
        continue;
      if (width % (2 * kLanes) == 0)
        apply<kBytes, 2>(j);
      else if (width % kLanes == 0)
        apply<kBytes, 1>(j);
      else
        apply<sizeof(T), 1>(j);
    }
  }

  // Of column j: it becomes its element of r and, below, v. Returns tau; 0: it is r already.
  LZ_INLINE T reflector(int64_t j) const {
    const int64_t top = row + j;
    const T alpha = panel[top * width + j], below = norm(j, top + 1);
    if (below == 0)
      return 0;
    const T beta = -std::copysign(std::hypot(alpha, below), alpha);
    const T divisor = alpha - beta;
    for (int64_t i = top + 1; i < rows; ++i)
      panel[i * width + j] /= divisor;
    panel[top * width + j] = beta;
    return (beta - alpha) / beta;
  }

  LZ_INLINE T norm(int64_t j, int64_t begin) const {
    double sum = 0;
    for (int64_t i = begin; i < rows; ++i) {
      const double x = double(panel[i * width + j]);
      sum += x * x;
    }
    const bool isExact = sizeof(T) == sizeof(float) || (sum > 1e-280 && sum < 1e300);
    return T(isExact ? std::sqrt(sum) : scaledNorm(j, begin));
  }

  // Of numbers whose squares are too large or too small.
  double scaledNorm(int64_t j, int64_t begin) const {
    double most = 0, sum = 0;
    for (int64_t i = begin; i < rows; ++i)
      most = std::fmax(most, std::abs(double(panel[i * width + j])));
    if (most == 0 || std::isinf(most))
      return most;
    for (int64_t i = begin; i < rows; ++i) {
      const double x = double(panel[i * width + j]) / most;
      sum += x * x;
    }
    return most * std::sqrt(sum);
  }

  // The columns behind j without tau v (v^T of them), a few vectors of columns at a time.
  template <int kBytes, int kVectors> LZ_INLINE void apply(int64_t j) const {
    constexpr int64_t kLanes = kBytes / int64_t(sizeof(T)), kStep = kLanes * kVectors;
    typedef T V __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
    const int64_t top = row + j, first = (j + 1) / kStep * kStep;
    T kept[kMostWidth];
    for (int64_t c = first; c <= j; ++c)
      kept[c] = panel[top * width + c];
    for (int64_t column = first; column < width; column += kStep) {
      V sums[kVectors];
      for (int v = 0; v < kVectors; ++v)
        sums[v] = *reinterpret_cast<const V*>(panel + top * width + column + v * kLanes);
      for (int64_t i = top + 1; i < rows; ++i)
        for (int v = 0; v < kVectors; ++v)
          sums[v] += panel[i * width + j] *
                     *reinterpret_cast<const V*>(panel + i * width + column + v * kLanes);
      for (int v = 0; v < kVectors; ++v) {
        sums[v] *= tau[j];
        *reinterpret_cast<V*>(panel + top * width + column + v * kLanes) -= sums[v];
        // Columns up to j stay.
        for (int64_t c = column + v * kLanes; c <= j && c < column + (v + 1) * kLanes; ++c)
          sums[v][c - column - v * kLanes] = 0;
      }
      for (int64_t i = top + 1; i < rows; ++i) {
        const T factor = panel[i * width + j];
        for (int v = 0; v < kVectors; ++v)
          *reinterpret_cast<V*>(panel + i * width + column + v * kLanes) -= factor * sums[v];
      }
    }
    for (int64_t c = first; c <= j; ++c)
      panel[top * width + c] = kept[c];
  }
};

} // namespace

template <typename T>
void factorQrPanel(CpuClass cpu, T* panel, int64_t width, int64_t row, int64_t rows, int64_t steps,
                   T* tau) {
  contraction::runForClass(cpu, QrPanel<T>{panel, width, row, rows, steps, tau});
}

template void factorQrPanel(CpuClass, float*, int64_t, int64_t, int64_t, int64_t, float*);
template void factorQrPanel(CpuClass, double*, int64_t, int64_t, int64_t, int64_t, double*);

} // namespace lz::linalg

#include "contraction/run/vector/ForClass.h"
#include "linalg/Reflectors.h"

#include <cmath>

namespace lz::linalg {
namespace {

constexpr int64_t kMostQrWidth = 64;

// Returns the norm of a part of a column in which squares of numbers overflow or underflow.
template <typename T>
double scaledNorm(const T* panel, int64_t width, int64_t column, int64_t begin, int64_t end) {
  double most = 0, sum = 0;
  for (int64_t i = begin; i < end; ++i)
    most = std::fmax(most, std::abs(double(panel[i * width + column])));
  if (most == 0 || std::isinf(most))
    return most;
  for (int64_t i = begin; i < end; ++i) {
    const double x = double(panel[i * width + column]) / most;
    sum += x * x;
  }
  return most * std::sqrt(sum);
}

// Returns the norm of a part of a column.
template <typename T>
LZ_INLINE T norm(const T* panel, int64_t width, int64_t column, int64_t begin, int64_t end) {
  double sum = 0;
  for (int64_t i = begin; i < end; ++i) {
    const double x = double(panel[i * width + column]);
    sum += x * x;
  }
  const bool isExact = sizeof(T) == sizeof(float) || (sum > 1e-280 && sum < 1e300);
  return T(isExact ? std::sqrt(sum) : scaledNorm(panel, width, column, begin, end));
}

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

  // Makes the reflector of column j. The diagonal element of the column becomes that of r, and the
  // elements below become v. Returns tau, which is 0 if the column is zero below the diagonal.
  LZ_INLINE T reflector(int64_t j) const {
    const int64_t top = row + j;
    T below = norm(panel, width, j, top + 1, rows), scale = 1;
    if (below == 0)
      return 0;
    if (std::hypot(panel[top * width + j], below) < kTinyLength<T>) {
      scale = kEnlarged<T>;
      for (int64_t i = top; i < rows; ++i)
        panel[i * width + j] *= scale;
      below = norm(panel, width, j, top + 1, rows);
    }
    const T alpha = panel[top * width + j], beta = -std::copysign(std::hypot(alpha, below), alpha);
    const T divisor = alpha - beta;
    for (int64_t i = top + 1; i < rows; ++i)
      panel[i * width + j] /= divisor;
    panel[top * width + j] = beta / scale;
    return (beta - alpha) / beta;
  }

  // Subtracts tau v (v^T x) from the columns x after j, a few vectors of columns at a time.
  template <int kBytes, int kVectors> LZ_INLINE void apply(int64_t j) const {
    constexpr int64_t kLanes = kBytes / int64_t(sizeof(T)), kStep = kLanes * kVectors;
    typedef T V __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
    const int64_t top = row + j, first = (j + 1) / kStep * kStep;
    T kept[kMostQrWidth];
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
        // Columns up to j stay unchanged.
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

// Does the same as QrPanel for complex numbers, in loops over their real and imaginary parts.
// `width` is the number of these parts in a row.
template <typename R> struct ComplexQrPanel {
  R* panel;
  int64_t width, row, rows, steps;
  Complex<R>* tau;

  template <int kBytes> LZ_INLINE void run() const {
    for (int64_t j = 0; j < steps; ++j) {
      tau[j] = reflector(j);
      if (tau[j] != Complex<R>{} && 2 * (j + 1) < width)
        apply(j);
    }
  }

  LZ_INLINE Complex<R> reflector(int64_t j) const {
    const int64_t top = row + j;
    auto* alpha = elementsOf<Complex<R>>(panel + top * width + 2 * j);
    R below = normBelow(j), scale = 1;
    if (below == 0 && alpha->im == 0)
      return {};
    if (std::hypot(alpha->re, alpha->im, below) < kTinyLength<R>) {
      scale = kEnlarged<R>;
      for (int64_t i = top; i < rows; ++i)
        for (int64_t part = 0; part < 2; ++part)
          panel[i * width + 2 * j + part] *= scale;
      below = normBelow(j);
    }
    const R beta = -std::copysign(std::hypot(alpha->re, alpha->im, below), alpha->re);
    const Complex<R> divisor{alpha->re - beta, alpha->im};
    for (int64_t i = top + 1; i < rows; ++i) {
      auto* x = elementsOf<Complex<R>>(panel + i * width + 2 * j);
      *x = divide(*x, divisor);
    }
    const Complex<R> factor{(beta - alpha->re) / beta, -alpha->im / beta};
    *alpha = {beta / scale, 0};
    return factor;
  }

  LZ_INLINE R normBelow(int64_t j) const {
    return std::hypot(norm(panel, width, 2 * j, row + j + 1, rows),
                      norm(panel, width, 2 * j + 1, row + j + 1, rows));
  }

  // Subtracts conj(tau) v (v^H x) from the columns x after j.
  LZ_INLINE void apply(int64_t j) const {
    const int64_t top = row + j, first = 2 * (j + 1);
    R sums[2 * kMostQrWidth], turned[2 * kMostQrWidth] = {};
    for (int64_t c = first; c < width; ++c)
      sums[c] = panel[top * width + c];
    for (int64_t i = top + 1; i < rows; ++i) {
      const R* x = panel + i * width;
      const R re = x[2 * j], im = x[2 * j + 1];
      for (int64_t c = first; c < width; ++c) {
        sums[c] += re * x[c];
        turned[c] += im * x[c];
      }
    }
    for (int64_t c = first; c < width; c += 2) {
      const Complex<R> sum =
          times(conjugate(tau[j]), Complex<R>{sums[c] + turned[c + 1], sums[c + 1] - turned[c]});
      sums[c] = turned[c + 1] = sum.re;
      sums[c + 1] = sum.im;
      turned[c] = -sum.im;
      panel[top * width + c] -= sum.re;
      panel[top * width + c + 1] -= sum.im;
    }
    for (int64_t i = top + 1; i < rows; ++i) {
      R* __restrict x = panel + i * width;
      const R re = x[2 * j], im = x[2 * j + 1];
      for (int64_t c = first; c < width; ++c)
        x[c] -= re * sums[c] + im * turned[c];
    }
  }
};

} // namespace

template <typename E>
void factorQrPanel(MachineClass cpu, E* panel, int64_t width, int64_t row, int64_t rows,
                   int64_t steps, E* tau) {
  if constexpr (kIsComplex<E>)
    contraction::runForClass(
        cpu, ComplexQrPanel<RealOf<E>>{&panel->re, 2 * width, row, rows, steps, tau});
  else
    contraction::runForClass(cpu, QrPanel<E>{panel, width, row, rows, steps, tau});
}

#define LZ_QR_PANEL(E)                                                                             \
  template void factorQrPanel(MachineClass, E*, int64_t, int64_t, int64_t, int64_t, E*)
LZ_QR_PANEL(float);
LZ_QR_PANEL(double);
LZ_QR_PANEL(Complex<float>);
LZ_QR_PANEL(Complex<double>);

} // namespace lz::linalg

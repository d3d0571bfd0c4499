// Defines the functions of Pointwise.h.
#pragma once

#include "fft/vector/Lanes.h"
#include "fft/vector/Pointwise.h"

#include <algorithm>

namespace lz::fft {

template <typename T> struct Multiply {
  int64_t n;
  const Product<T>& product;

  template <int kBytes> LZ_INLINE void run() const {
    const T *in = product.in, *factors = product.factors;
    const T inSign = product.inSign, reScale = product.reScale, imScale = product.imScale;
    using L = Lanes<T, kBytes>;
    int64_t i = 0;
    for (; i + L::kCount <= n; i += L::kCount) {
      L x, w;
      loadPairs(in + 2 * i, x);
      loadPairs(factors + 2 * i, w);
      x.im *= inSign;
      x = times(x, w.re, w.im);
      storePairs<T, kBytes>({x.re * reScale, x.im * imScale}, product.out + 2 * i);
    }
    for (; i < n; ++i) {
      const T re = in[2 * i], im = in[2 * i + 1] * inSign;
      const T wRe = factors[2 * i], wIm = factors[2 * i + 1];
      product.out[2 * i] = (re * wRe - im * wIm) * reScale;
      product.out[2 * i + 1] = (im * wRe + re * wIm) * imScale;
    }
  }
};

// Computes numbers k and h - k. Each vector has several values of k.
template <typename T> struct RealFromHalf {
  int64_t h;
  const T* roots;
  int64_t begin, end;
  T* z;

  template <typename L> static LZ_INLINE void make(L& low, L& high, const L& root) {
    L even = {(low.re + high.re) * T(0.5), (low.im - high.im) * T(0.5)};
    L odd = {(low.im + high.im) * T(0.5), (high.re - low.re) * T(0.5)};
    odd = times(odd, root.re, root.im);
    low = even + odd;
    high = {even.re - odd.re, odd.im - even.im};
  }

  template <int kBytes> LZ_INLINE void run() const {
    using L = Lanes<T, kBytes>;
    int64_t k = begin;
    if (k == 0 && k < end) {
      const T re = z[0], im = z[1];
      z[0] = re + im;
      z[2 * h] = re - im;
      z[1] = z[2 * h + 1] = 0;
      ++k;
    }
    for (; k + L::kCount <= end && 2 * (k + L::kCount) <= h + 1; k += L::kCount) {
      L low, high, root;
      T* mirrored = z + 2 * (h - k - L::kCount + 1);
      loadPairs(z + 2 * k, low);
      loadPairs(mirrored, high);
      loadPairs(roots + 2 * k, root);
      reverse(high);
      make(low, high, root);
      reverse(high);
      storePairs(low, z + 2 * k);
      storePairs(high, mirrored);
    }
    struct One {
      T re, im;
    };
    for (; k < end; ++k) {
      One low = {z[2 * k], z[2 * k + 1]}, high = {z[2 * (h - k)], z[2 * (h - k) + 1]};
      make(low, high, One{roots[2 * k], roots[2 * k + 1]});
      z[2 * (h - k)] = high.re;
      z[2 * (h - k) + 1] = high.im;
      z[2 * k] = low.re;
      z[2 * k + 1] = low.im;
    }
  }
};

template <typename T> struct HalfFromReal {
  int64_t h;
  const T* roots;
  int64_t begin, end;
  const T* x;
  T* z;

  template <typename L> static LZ_INLINE void make(L& low, L& high, const L& root) {
    L even = {low.re + high.re, low.im - high.im};
    L odd = {low.re - high.re, low.im + high.im};
    odd = times(odd, root.re, -root.im);
    low = {even.re - odd.im, even.im + odd.re};
    high = {even.re + odd.im, odd.re - even.im};
  }

  template <int kBytes> LZ_INLINE void run() const {
    using L = Lanes<T, kBytes>;
    int64_t k = begin;
    if (k == 0 && k < end) {
      z[0] = x[0] + x[2 * h];
      z[1] = x[0] - x[2 * h];
      ++k;
    }
    for (; k + L::kCount <= end && 2 * (k + L::kCount) <= h + 1; k += L::kCount) {
      L low, high, root;
      const int64_t mirrored = 2 * (h - k - L::kCount + 1);
      loadPairs(x + 2 * k, low);
      loadPairs(x + mirrored, high);
      loadPairs(roots + 2 * k, root);
      reverse(high);
      make(low, high, root);
      reverse(high);
      storePairs(low, z + 2 * k);
      storePairs(high, z + mirrored);
    }
    struct One {
      T re, im;
    };
    for (; k < end; ++k) {
      One low = {x[2 * k], x[2 * k + 1]}, high = {x[2 * (h - k)], x[2 * (h - k) + 1]};
      make(low, high, One{roots[2 * k], roots[2 * k + 1]});
      z[2 * (h - k)] = high.re;
      z[2 * (h - k) + 1] = high.im;
      z[2 * k] = low.re;
      z[2 * k + 1] = low.im;
    }
  }
};

template <typename T> void multiply(MachineClass cpu, int64_t n, const Product<T>& product) {
  runForClass(cpu, Multiply<T>{n, product});
}
template <typename T>
void realFromHalf(MachineClass cpu, int64_t h, const T* roots, int64_t begin, int64_t end, T* z) {
  runForClass(cpu, RealFromHalf<T>{h, roots, begin, end, z});
}
template <typename T>
void halfFromReal(MachineClass cpu, int64_t h, const T* roots, int64_t begin, int64_t end,
                  const T* x, T* z) {
  runForClass(cpu, HalfFromReal<T>{h, roots, begin, end, x, z});
}

} // namespace lz::fft

// Defines the functions of Passes.h. Each element type has a source file, which includes this file.
#pragma once

#include "fft/vector/Butterflies.h"
#include "fft/vector/Passes.h"

#include <algorithm>
#include <type_traits>

namespace lz::fft {

// Reads and writes blocks for one register size. The types that read and write columns have the
// same interface.
template <typename T> struct Blocks {
  T* data;
};

template <typename T, int kBytes>
LZ_INLINE void read(const Blocks<const T>& in, int64_t i, Lanes<T, kBytes>& x) {
  loadBlock(in.data + i * (2 * kBytes / int64_t(sizeof(T))), x);
}
template <typename T, int kBytes>
LZ_INLINE void read(const ColumnsIn<T>& in, int64_t i, Lanes<T, kBytes>& x) {
  loadPairs(in.data + i * in.step, x);
  x.im *= in.imSign;
}
template <typename T, int kBytes>
LZ_INLINE void write(const Blocks<T>& out, int64_t i, const Lanes<T, kBytes>& x) {
  storeBlock(x, out.data + i * (2 * kBytes / int64_t(sizeof(T))));
}
template <typename T, int kBytes>
LZ_INLINE void write(const ColumnsOut<T>& out, int64_t i, const Lanes<T, kBytes>& x) {
  storePairs<T, kBytes>({x.re * out.reScale, x.im * out.imScale}, out.data + i * out.step);
}

template <typename T> struct Turned {
  const ColumnsOut<T>& out;
};
template <typename T, int kBytes>
LZ_INLINE void write(const Turned<T>& turned, int64_t i, const Lanes<T, kBytes>& x) {
  const ColumnsOut<T>& out = turned.out;
  Lanes<T, kBytes> root;
  loadBlock(out.laneRoots + i * (2 * kBytes / int64_t(sizeof(T))), root);
  root = times(root, out.rowRoots[2 * i], out.rowRoots[2 * i + 1]);
  storePairs<T, kBytes>(times(x, root.re, root.im), out.data + i * out.step);
}

template <int kRadix, typename T, typename In, typename Out> struct SmallPass {
  const Pass<T>& pass;
  In in;
  Out out;

  template <int kBytes> LZ_INLINE void run() const {
    const int64_t rest = pass.rest, stride = pass.stride;
    const T* w = pass.twiddles.data();
    for (int64_t p = 0; p < rest; ++p, w += 2 * (kRadix - 1))
      for (int64_t q = 0; q < stride; ++q) {
        Lanes<T, kBytes> x[kRadix];
#pragma clang loop unroll(full)
        for (int j = 0; j < kRadix; ++j)
          read<T, kBytes>(in, (p + rest * j) * stride + q, x[j]);
        transformSmall<kRadix, T>(x);
        write<T, kBytes>(out, kRadix * p * stride + q, x[0]);
#pragma clang loop unroll(full)
        for (int k = 1; k < kRadix; ++k) {
          // The twiddles of the last pass are 1.
          if constexpr (std::is_same_v<Out, Blocks<T>>)
            x[k] = times(x[k], w[2 * k - 2], w[2 * k - 1]);
          write<T, kBytes>(out, (kRadix * p + k) * stride + q, x[k]);
        }
      }
  }
};

// A pass for a radix that is an odd prime. Like transformOdd, it works on the sums and differences
// of x[j] and x[n - j], which it stores on the stack.
template <typename T, typename In, typename Out> struct OddPass {
  const Pass<T>& pass;
  In in;
  Out out;

  template <int kBytes> LZ_INLINE void run() const {
    for (int64_t p = 0; p < pass.rest; ++p)
      for (int64_t q = 0; q < pass.stride; ++q)
        transform<kBytes>(p, q);
  }

  template <int kBytes> LZ_INLINE void transform(int64_t p, int64_t q) const {
    const int radix = pass.radix, half = radix / 2;
    const int64_t rest = pass.rest, stride = pass.stride;
    Lanes<T, kBytes> sums[kMostRadix / 2], differences[kMostRadix / 2], first, total;
    read<T, kBytes>(in, p * stride + q, first);
    total = first;
    for (int j = 1; j <= half; ++j) {
      Lanes<T, kBytes> low, high;
      read<T, kBytes>(in, (p + rest * j) * stride + q, low);
      read<T, kBytes>(in, (p + rest * (radix - j)) * stride + q, high);
      sums[j - 1] = low + high;
      differences[j - 1] = low - high;
      total = total + sums[j - 1];
    }
    write<T, kBytes>(out, radix * p * stride + q, total);
    for (int k = 1; k <= half; ++k) {
      Lanes<T, kBytes> even = first, odd = {};
      for (int j = 1, turn = k; j <= half; ++j) {
        const T cos = pass.roots[2 * size_t(turn)], sin = pass.roots[2 * size_t(turn) + 1];
        even.re = sums[j - 1].re * cos + even.re;
        even.im = sums[j - 1].im * cos + even.im;
        odd.re = differences[j - 1].re * sin + odd.re;
        odd.im = differences[j - 1].im * sin + odd.im;
        turn = turn + k < radix ? turn + k : turn + k - radix;
      }
      put<kBytes>(p, k, q, even + timesMinusI(odd));
      put<kBytes>(p, radix - k, q, even + timesI(odd));
    }
  }

  template <int kBytes>
  LZ_INLINE void put(int64_t p, int64_t k, int64_t q, const Lanes<T, kBytes>& x) const {
    const T* w = pass.twiddles.data() + 2 * ((pass.radix - 1) * p + k - 1);
    const int64_t place = (pass.radix * p + k) * pass.stride + q;
    if constexpr (std::is_same_v<Out, Blocks<T>>)
      write<T, kBytes>(out, place, times(x, w[0], w[1]));
    else
      write<T, kBytes>(out, place, x);
  }
};

template <typename T, typename In, typename Out>
void runAny(MachineClass cpu, const Pass<T>& pass, const In& in, const Out& out) {
  switch (pass.radix) {
  case 2:
    return runForClass(cpu, SmallPass<2, T, In, Out>{pass, in, out});
  case 3:
    return runForClass(cpu, SmallPass<3, T, In, Out>{pass, in, out});
  case 4:
    return runForClass(cpu, SmallPass<4, T, In, Out>{pass, in, out});
  case 5:
    return runForClass(cpu, SmallPass<5, T, In, Out>{pass, in, out});
  case 7:
    return runForClass(cpu, SmallPass<7, T, In, Out>{pass, in, out});
  case 8:
    return runForClass(cpu, SmallPass<8, T, In, Out>{pass, in, out});
  default:
    return runForClass(cpu, OddPass<T, In, Out>{pass, in, out});
  }
}

template <typename T, typename In, typename Out> struct Copy {
  int64_t n;
  In in;
  Out out;

  template <int kBytes> LZ_INLINE void run() const {
    for (int64_t i = 0; i < n; ++i) {
      Lanes<T, kBytes> x;
      read<T, kBytes>(in, i, x);
      write<T, kBytes>(out, i, x);
    }
  }
};

template <typename T> int lanesOf(MachineClass cpu) {
  return vectorBytes(cpu) / int(sizeof(T));
}

template <typename T> void runPass(MachineClass cpu, const Pass<T>& pass, const T* in, T* out) {
  runAny<T>(cpu, pass, Blocks<const T>{in}, Blocks<T>{out});
}
template <typename T>
void runPass(MachineClass cpu, const Pass<T>& pass, const ColumnsIn<T>& in, T* out) {
  runAny<T>(cpu, pass, in, Blocks<T>{out});
}
template <typename T>
void runPass(MachineClass cpu, const Pass<T>& pass, const T* in, const ColumnsOut<T>& out) {
  if (out.laneRoots)
    runAny<T>(cpu, pass, Blocks<const T>{in}, Turned<T>{out});
  else
    runAny<T>(cpu, pass, Blocks<const T>{in}, out);
}

template <typename T>
void loadColumns(MachineClass cpu, int64_t n, const ColumnsIn<T>& in, T* blocks) {
  runForClass(cpu, Copy<T, ColumnsIn<T>, Blocks<T>>{n, in, {blocks}});
}
template <typename T>
void storeColumns(MachineClass cpu, int64_t n, const T* blocks, const ColumnsOut<T>& out) {
  if (out.laneRoots)
    runForClass(cpu, Copy<T, Blocks<const T>, Turned<T>>{n, {blocks}, {out}});
  else
    runForClass(cpu, Copy<T, Blocks<const T>, ColumnsOut<T>>{n, {blocks}, out});
}

} // namespace lz::fft

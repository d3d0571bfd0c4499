// Computes one pass of a transform, for several lanes at once. A register has an element of each
// lane. The passes are those of Stockham's algorithm, so the results need no permutation. A block
// holds one complex number of each lane: the real parts of all lanes, then the imaginary parts.
//
// Before a pass, the array holds `stride` interleaved inputs of transforms of radix * rest points.
// The pass reduces them to radix * stride interleaved inputs of transforms of `rest` points. With w
// = e^(-2 pi i / (radix rest)):
//
//   out[(radix p + k) stride + q] =
//       w^(k p) sum over j of e^(-2 pi i j k / radix) in[(p + rest j) stride + q]
#pragma once

#include "base/machine/MachineClass.h"

#include <cstdint>
#include <vector>

namespace lz::fft {

template <typename T> struct Pass {
  int radix;
  int64_t rest, stride;
  std::vector<T> twiddles; // w^(k p) as complex numbers, [p][k - 1]
  std::vector<T> roots;    // for radices without code of their own: cos and sin of 2 pi k / radix
};

// The radices that have code of their own. All other radices are odd primes.
inline constexpr int kSmallRadices[] = {8, 7, 5, 4, 3, 2};
inline constexpr int kMostRadix = 61;

// Columns of a matrix of complex numbers in memory, one for each lane. Row i of these columns is at
// data + i * step. `step` counts numbers of T.
template <typename T> struct ColumnsIn {
  const T* data;
  int64_t step;
  T imSign; // 1 or -1; multiplies the imaginary parts that are read
};
// The columns to which the results are written, and the factors by which the results are
// multiplied.
template <typename T> struct ColumnsOut {
  T* data;
  int64_t step;
  T reScale = 1, imScale = 1;
  // If both pointers are set, row i is multiplied by block i of `laneRoots` and by the complex
  // number rowRoots[i]. In this case it is not multiplied by reScale and imScale.
  const T *laneRoots = nullptr, *rowRoots = nullptr;
};

// Returns the number of elements in a register of the CPU class.
template <typename T> int lanesOf(MachineClass cpu);

// These functions run a pass. Input and output are blocks or columns. The input can be columns if
// `stride` is 1. The output can be columns if `rest` is 1. Input and output must not overlap.
template <typename T> void runPass(MachineClass cpu, const Pass<T>& pass, const T* in, T* out);
template <typename T>
void runPass(MachineClass cpu, const Pass<T>& pass, const ColumnsIn<T>& in, T* out);
template <typename T>
void runPass(MachineClass cpu, const Pass<T>& pass, const T* in, const ColumnsOut<T>& out);

// Copy n rows of columns to blocks, and back.
template <typename T>
void loadColumns(MachineClass cpu, int64_t n, const ColumnsIn<T>& in, T* blocks);
template <typename T>
void storeColumns(MachineClass cpu, int64_t n, const T* blocks, const ColumnsOut<T>& out);

} // namespace lz::fft

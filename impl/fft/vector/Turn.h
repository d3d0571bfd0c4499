// Copies contiguous lines of complex numbers to blocks (Passes.h) and back, with a line per lane.
#pragma once

#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::fft {

template <typename T> struct Rows {
  T* data;
  int64_t step; // from a line to the next, in numbers of T
  int count;    // 1 to lanesOf<T>(cpu)
};

// blocks[i] = number i of each line, imaginary parts times imSign. Lanes without a line repeat the
// last one.
template <typename T>
void loadRows(MachineClass cpu, int64_t n, const Rows<const T>& rows, T imSign, T* blocks);
// The opposite; lanes without a line are dropped.
template <typename T>
void storeRows(MachineClass cpu, int64_t n, const T* blocks, T reScale, T imScale,
               const Rows<T>& rows);

} // namespace lz::fft

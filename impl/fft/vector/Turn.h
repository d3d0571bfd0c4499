// Copies contiguous lines of complex numbers to blocks (Passes.h) and back, with one line in each
// lane.
#pragma once

#include "base/machine/MachineClass.h"

#include <cstdint>

namespace lz::fft {

template <typename T> struct Rows {
  T* data;
  int64_t step; // distance from one line to the next, in numbers of T
  int count;    // number of lines, 1 to lanesOf<T>(cpu)
};

// Copies number i of each line to block i, and multiplies imaginary parts by imSign. Lanes without
// a line get a copy of the last line.
template <typename T>
void loadRows(MachineClass cpu, int64_t n, const Rows<const T>& rows, T imSign, T* blocks);
// Copies blocks to lines. Ignores lanes without a line.
template <typename T>
void storeRows(MachineClass cpu, int64_t n, const T* blocks, T reScale, T imScale,
               const Rows<T>& rows);

} // namespace lz::fft

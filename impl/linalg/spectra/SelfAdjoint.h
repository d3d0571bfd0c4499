// Eigenvalues and vectors of small symmetric matrices, a group of a batch at a time: lane l of each
// vector works on matrix l. As LAPACK does it, reflectors make a matrix tridiagonal, and QL steps
// with implicit shifts make that diagonal.
#pragma once

#include "linalg/lanes/LaneWork.h"

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

// `count` matrices, row-major, side by side: at most as many as a vector has lanes.
template <typename R> struct SelfAdjointGroup {
  int64_t n, count;
  bool isLower; // which triangle is read
  const R* a;
  R* values;     // ascending
  R* vectors;    // n x n numbers for each, or nullptr
  int32_t* info; // 1: the matrix has an infinity or NaN, or the steps do not end; no result counts
};

template <typename R> int64_t selfAdjointScratch(MachineClass cpu, int64_t n, bool hasVectors);
// The time is that of a group with vectors, also where none are wanted: values have the same bits
// without them, so both are computed in the same way.
template <typename R> LaneNeeds selfAdjointNeeds(MachineClass cpu, int64_t n, bool hasVectors);
// A cancelled run leaves the group between two eigenvalues, or two columns; results are then half
// written.
template <typename R>
void selfAdjoint(MachineClass cpu, const SelfAdjointGroup<R>& group, std::byte* scratch);

} // namespace lz::linalg

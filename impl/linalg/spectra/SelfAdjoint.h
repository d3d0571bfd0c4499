// Computes eigenvalues and eigenvectors of small symmetric matrices, a group at a time: lane l of
// each vector works on matrix l. As in LAPACK, reflectors make a matrix tridiagonal, and QL steps
// with implicit shifts make it diagonal.
#pragma once

#include "linalg/lanes/LaneWork.h"

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

// A group of `count` matrices, at most as many as a vector has lanes. They are row-major and follow
// each other in memory.
template <typename R> struct SelfAdjointGroup {
  int64_t n, count;
  bool isLower; // which triangle is read
  const R* a;
  R* values;     // ascending
  R* vectors;    // n x n numbers for each, or nullptr
  int32_t* info; // 1: the matrix has an infinity or NaN, or the steps do not end; no result counts
};

template <typename R> int64_t selfAdjointScratch(MachineClass cpu, int64_t n, bool hasVectors);
// Returns the needs of a group. The time is always that with eigenvectors. It decides how the group
// is computed, which must not depend on hasVectors, so that eigenvalues have the same bits.
template <typename R> LaneNeeds selfAdjointNeeds(MachineClass cpu, int64_t n, bool hasVectors);
// Computes the group. A cancelled run leaves it between two eigenvalues or two columns, and results
// are then half written.
template <typename R>
void selfAdjoint(MachineClass cpu, const SelfAdjointGroup<R>& group, std::byte* scratch);

} // namespace lz::linalg

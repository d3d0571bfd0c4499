// Computes eigenvalues and eigenvectors of small symmetric matrices, a group at a time: lane l of
// each vector works on matrix l. As in LAPACK, reflectors make a matrix tridiagonal, and then QL
// steps with implicit shifts make it diagonal.
#pragma once

#include "linalg/lanes/LaneWork.h"

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

// A group of `count` matrices. `count` is at most the number of lanes of a vector. The matrices are
// row-major and follow each other in memory.
template <typename R> struct SelfAdjointGroup {
  int64_t n, count;
  bool isLower; // which triangle is read
  const R* a;
  R* values;  // in ascending order
  R* vectors; // n x n numbers for each matrix, or nullptr
  // One number per matrix. The number is 1 if the matrix has an infinity or NaN, or if the steps do
  // not converge. In this case the other results of the matrix mean nothing.
  int32_t* info;
};

template <typename R> int64_t selfAdjointScratch(MachineClass cpu, int64_t n, bool hasVectors);
// Returns the time and scratch of a group. The time always includes eigenvectors. This time decides
// how matrices are computed, and eigenvalues must have the same bits with and without eigenvectors.
template <typename R> LaneNeeds selfAdjointNeeds(MachineClass cpu, int64_t n, bool hasVectors);
// Computes the group. If the run is cancelled, selfAdjoint() returns after the current eigenvalue
// or column, and the results are partly written.
template <typename R>
void selfAdjoint(MachineClass cpu, const SelfAdjointGroup<R>& group, std::byte* scratch);

} // namespace lz::linalg

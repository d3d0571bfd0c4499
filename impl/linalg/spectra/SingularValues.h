// Computes singular values and vectors of small real matrices, a group at a time: lane l of each
// vector works on matrix l. Rotations of pairs of columns (one-sided Jacobi, after Hestenes) make
// the columns of a tall matrix a orthogonal and sort their norms in descending order. The product
// of the rotations is v, and the result is w = a v. Then w = q r, where r is diagonal. q is a
// product of reflectors, so its columns are orthogonal even if the norm of a column of w is
// negligible.
#pragma once

#include "linalg/lanes/LaneWork.h"

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

enum class SingularVectors { None, Thin, All };

// A group of `count` matrices with m rows and n columns. `count` is at most the number of lanes of
// a vector. The matrices are row-major and follow each other in memory. With k = min(m, n), u is m
// x k and vt is k x n. If all vectors are wanted, u is m x m and vt is n x n.
template <typename R> struct SingularGroup {
  int64_t m, n, count;
  SingularVectors wanted;
  const R* a;
  R* values; // in descending order
  R *u, *vt;
  // One number per matrix. The number is 1 if the matrix has an infinity or NaN, or if the Jacobi
  // sweeps do not converge. In this case the other results of the matrix mean nothing. Otherwise
  // the number is 0.
  int32_t* info;
};

template <typename R>
int64_t singularScratch(MachineClass cpu, int64_t m, int64_t n, SingularVectors wanted);
// Returns the time and scratch of a group. The time always includes all vectors. This time decides
// how matrices are computed, and singular values must have the same bits with and without vectors.
template <typename R>
LaneNeeds singularNeeds(MachineClass cpu, int64_t m, int64_t n, SingularVectors wanted);
// Computes the group. If the run is cancelled, singularValues() returns after the current round of
// rotations, and the results are partly written.
template <typename R>
void singularValues(MachineClass cpu, const SingularGroup<R>& group, std::byte* scratch);

} // namespace lz::linalg

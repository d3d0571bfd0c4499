// Computes singular values and vectors of small real matrices, a group at a time: lane l of each
// vector works on matrix l. Rotations of pairs of columns (one-sided Jacobi, after Hestenes) make
// the columns of a tall matrix orthogonal and sort their norms in descending order: a v = w. Then w
// = q r, where r is diagonal. The reflectors of q give orthogonal vectors even for columns whose
// norm is negligible.
#pragma once

#include "linalg/lanes/LaneWork.h"

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

enum class SingularVectors { None, Thin, All };

// A group of `count` matrices with m rows and n columns, at most as many as a vector has lanes.
// They are row-major and follow each other in memory. With k = min(m, n), u is m x k and vt is k x
// n; with All, u is m x m and vt is n x n.
template <typename R> struct SingularGroup {
  int64_t m, n, count;
  SingularVectors wanted;
  const R* a;
  R* values; // descending
  R *u, *vt;
  int32_t* info; // 1: the matrix has an infinity or NaN, or the sweeps do not end; no result counts
};

template <typename R>
int64_t singularScratch(MachineClass cpu, int64_t m, int64_t n, SingularVectors wanted);
// Returns the needs of a group. The time is always that with all vectors. It decides how the group
// is computed, which must not depend on the wanted vectors, so that singular values have the same
// bits.
template <typename R>
LaneNeeds singularNeeds(MachineClass cpu, int64_t m, int64_t n, SingularVectors wanted);
// Computes the group. A cancelled run leaves it between two rounds of rotations, and results are
// then half written.
template <typename R>
void singularValues(MachineClass cpu, const SingularGroup<R>& group, std::byte* scratch);

} // namespace lz::linalg

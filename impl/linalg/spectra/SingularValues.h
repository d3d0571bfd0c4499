// Singular values and vectors of small real matrices, a group of a batch at a time: lane l of each
// vector works on matrix l. Rotations of pairs of columns (one-sided Jacobi, after Hestenes) make
// the columns of a tall matrix orthogonal, a v = w, with norms that descend. Then w = q r with a
// diagonal r: the reflectors of q give orthogonal vectors also where norms are nothing.
#pragma once

#include "linalg/lanes/LaneWork.h"

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

enum class SingularVectors { None, Thin, All };

// `count` matrices with m rows and n columns, row-major, side by side: at most as many as a vector
// has lanes. With k = min(m, n), u is m x k and vt k x n; with All they are m x m and n x n.
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
// The time is that of a group with all vectors, also where fewer are wanted: values have the same
// bits with fewer, so all are computed in the same way.
template <typename R>
LaneNeeds singularNeeds(MachineClass cpu, int64_t m, int64_t n, SingularVectors wanted);
// A cancelled run leaves the group between two rounds of rotations; results are then half written.
template <typename R>
void singularValues(MachineClass cpu, const SingularGroup<R>& group, std::byte* scratch);

} // namespace lz::linalg

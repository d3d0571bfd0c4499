// Factors batches of small matrices. Each lane of a register computes a different matrix (Group.h).
// The matrices are row-major and follow each other in memory. So do the arrays that belong to each
// matrix, such as its pivots.
//
// When a call is compiled, the time of such a function is predicted (LaneWork.h), and so is that of
// computing the matrices one by one. The faster way is used (BatchPlan.h).
#pragma once

#include "base/machine/Registers.h"
#include "linalg/TriangularSolve.h"
#include "linalg/lanes/LaneWork.h"

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

// Returns the lanes of a vector of the class, which is the number of matrices in a group.
constexpr int64_t lanesOf(MachineClass cpu, int64_t bytesOfNumber) {
  return vectorBytes(cpu) / bytesOfNumber;
}

inline constexpr int64_t kMostLanes = 16;

// Consecutive matrices of a batch: 1 to lanesOf() of them.
struct LaneGroup {
  MachineClass cpu;
  int64_t matrices;
  std::byte* scratch; // aligned to 64
};

// Factors a = l l^T or u^T u. One triangle of a is read. The other triangle of the result becomes
// zeros. If a is not positive definite, the whole result is NaN.
template <typename T>
void factorCholesky(const LaneGroup& group, int64_t n, bool lower, const T* a, T* result);
template <typename T> LaneNeeds choleskyNeeds(MachineClass cpu, int64_t n);

// Computes LU factors with the results of Lu.h. `info` has one number for each matrix.
template <typename T>
void factorLu(const LaneGroup& group, int64_t rows, int64_t columns, const T* a, T* lu,
              int32_t* pivots, int32_t* info);
template <typename T> LaneNeeds luNeeds(MachineClass cpu, int64_t rows, int64_t columns);

// Computes QR factors with the results of Qr.h.
template <typename T>
void factorQr(const LaneGroup& group, int64_t rows, int64_t columns, const T* a, T* qr, T* tau);
template <typename T> LaneNeeds qrNeeds(MachineClass cpu, int64_t rows, int64_t columns);

// Computes the first `columns` columns of the product of `count` reflectors. These are in the first
// columns of matrices with `reflectorColumns` columns.
struct FormQShape {
  int64_t rows, columns, count, reflectorColumns;
};
template <typename T>
void formQ(const LaneGroup& group, const FormQShape& shape, const T* a, const T* tau, T* q);
template <typename T> LaneNeeds formQNeeds(MachineClass cpu, const FormQShape& shape);

// Solves x op(a) = b or op(a) x = b. x and b are rows x columns.
template <typename T>
void solveTriangular(const LaneGroup& group, const TriangleSide& side, int64_t rows,
                     int64_t columns, const T* a, const T* b, T* x);
template <typename T>
LaneNeeds solveNeeds(MachineClass cpu, const TriangleSide& side, int64_t rows, int64_t columns);

} // namespace lz::linalg

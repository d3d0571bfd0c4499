// Factors batches of small matrices. Each lane of a register computes a different matrix (Group.h).
// The matrices are row-major and follow each other in memory. The arrays of the matrices, such as
// pivots, also follow each other.
//
// These functions are used if they are predicted to take less time than computing one matrix after
// the other (BatchPlan.h).
#pragma once

#include "base/machine/Registers.h"
#include "linalg/TriangularSolve.h"
#include "linalg/lanes/LaneWork.h"

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

// Returns the number of lanes of a vector of the CPU class, which is the number of matrices in a
// group.
constexpr int64_t lanesOf(MachineClass cpu, int64_t bytesOfNumber) {
  return vectorBytes(cpu) / bytesOfNumber;
}

inline constexpr int64_t kMostLanes = 16;

// Some consecutive matrices of a batch: at least one, and at most lanesOf().
struct LaneGroup {
  MachineClass cpu;
  int64_t matrices;
  std::byte* scratch; // aligned to 64 bytes
};

// Factors a = l l^T or u^T u. Reads one triangle of a. The other triangle of the result becomes
// zero. If a is not positive definite, all numbers of the result are NaN.
template <typename T>
void factorCholesky(const LaneGroup& group, int64_t n, bool lower, const T* a, T* result);
template <typename T> LaneNeeds choleskyNeeds(MachineClass cpu, int64_t n);

// Computes LU factors with the same results as Lu.h. `info` has one number for each matrix.
template <typename T>
void factorLu(const LaneGroup& group, int64_t rows, int64_t columns, const T* a, T* lu,
              int32_t* pivots, int32_t* info);
template <typename T> LaneNeeds luNeeds(MachineClass cpu, int64_t rows, int64_t columns);

// Computes QR factors with the same results as Qr.h.
template <typename T>
void factorQr(const LaneGroup& group, int64_t rows, int64_t columns, const T* a, T* qr, T* tau);
template <typename T> LaneNeeds qrNeeds(MachineClass cpu, int64_t rows, int64_t columns);

// The sizes of a product of `count` reflectors. The first `columns` columns of the product are
// computed. The reflectors are in the first columns of matrices with `reflectorColumns` columns.
struct FormQShape {
  int64_t rows, columns, count, reflectorColumns;
};
template <typename T>
void formQ(const LaneGroup& group, const FormQShape& shape, const T* a, const T* tau, T* q);
template <typename T> LaneNeeds formQNeeds(MachineClass cpu, const FormQShape& shape);

// Solves x op(a) = b or op(a) x = b. x and b have `rows` x `columns` elements.
template <typename T>
void solveTriangular(const LaneGroup& group, const TriangleSide& side, int64_t rows,
                     int64_t columns, const T* a, const T* b, T* x);
template <typename T>
LaneNeeds solveNeeds(MachineClass cpu, const TriangleSide& side, int64_t rows, int64_t columns);

} // namespace lz::linalg

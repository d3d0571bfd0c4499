// Factors of batches of small matrices: each lane of a vector computes those of another matrix
// (Group.h). Matrices are row-major and lie one after the other, vectors likewise.
//
// What such a function takes is counted when a call is compiled (LaneWork.h), and so is what the
// same matrices take one after the other. The way that takes less is planned (BatchPlan.h).
#pragma once

#include "base/machine/Registers.h"
#include "linalg/TriangularSolve.h"
#include "linalg/lanes/LaneWork.h"

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

// The lanes of a vector of the class are the matrices of a group.
constexpr int64_t lanesOf(MachineClass cpu, int64_t bytesOfNumber) {
  return vectorBytes(cpu) / bytesOfNumber;
}

inline constexpr int64_t kMostLanes = 16;

// Matrices that are neighbours in a batch: 1 to lanesOf() of them.
struct LaneGroup {
  MachineClass cpu;
  int64_t matrices;
  std::byte* scratch; // aligned to 64
};

// a = l l^T or u^T u, of which one triangle is read; the other one of the result is zeros. All of a
// result is NaN where a is not positive definite.
template <typename T>
void factorCholesky(const LaneGroup& group, int64_t n, bool lower, const T* a, T* result);
template <typename T> LaneNeeds choleskyNeeds(MachineClass cpu, int64_t n);

// The results are those of Lu.h; `info` has one number for each matrix.
template <typename T>
void factorLu(const LaneGroup& group, int64_t rows, int64_t columns, const T* a, T* lu,
              int32_t* pivots, int32_t* info);
template <typename T> LaneNeeds luNeeds(MachineClass cpu, int64_t rows, int64_t columns);

// The results are those of Qr.h.
template <typename T>
void factorQr(const LaneGroup& group, int64_t rows, int64_t columns, const T* a, T* qr, T* tau);
template <typename T> LaneNeeds qrNeeds(MachineClass cpu, int64_t rows, int64_t columns);

// The first `columns` columns of the product of `count` reflectors, which are in the first columns
// of matrices with `reflectorColumns`.
struct FormQShape {
  int64_t rows, columns, count, reflectorColumns;
};
template <typename T>
void formQ(const LaneGroup& group, const FormQShape& shape, const T* a, const T* tau, T* q);
template <typename T> LaneNeeds formQNeeds(MachineClass cpu, const FormQShape& shape);

// x op(a) = b or op(a) x = b, with x and b of rows x columns.
template <typename T>
void solveTriangular(const LaneGroup& group, const TriangleSide& side, int64_t rows,
                     int64_t columns, const T* a, const T* b, T* x);
template <typename T>
LaneNeeds solveNeeds(MachineClass cpu, const TriangleSide& side, int64_t rows, int64_t columns);

} // namespace lz::linalg

// Factors of batches of small matrices: each lane of a vector computes those of another matrix
// (Group.h). Matrices are row-major and lie one after the other, vectors likewise.
//
// What such a function takes is counted beforehand, and so is what the same matrices take one after
// the other (exec/MatrixCalls.h): the batch is planned as what takes less.
#pragma once

#include "base/machine/MachineClass.h"
#include "linalg/TriangularSolve.h"

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

// Bytes of a vector of the class, which are those that contraction::runForClass gives its body. Its
// lanes are the matrices of a group.
constexpr int64_t vectorBytes(MachineClass cpu) {
  return cpu == MachineClass::Avx512 ? 64 : cpu == MachineClass::Avx2 ? 32 : 16;
}
constexpr int64_t lanesOf(MachineClass cpu, int64_t bytesOfNumber) {
  return vectorBytes(cpu) / bytesOfNumber;
}

inline constexpr int64_t kMostLanes = 16;

// Neighbours of a batch, 1 to lanesOf().
struct LaneGroup {
  MachineClass cpu;
  int64_t matrices;
  std::byte* scratch; // aligned to 64
};
// Of a group of lanesOf() matrices.
struct LaneNeeds {
  int64_t scratchBytes;
  double ns; // of one thread
};

// a = l l^T or u^T u, of which one triangle is read; the other one of the result is zeros. All of a
// result is NaN where a is not positive definite.
template <typename T>
void factorCholesky(const LaneGroup& group, int64_t n, bool lower, const T* a, T* result);
template <typename T> LaneNeeds choleskyNeeds(MachineClass cpu, int64_t n);

// As Lu.h has them, in `lu`, `pivots` and, one number for each matrix, `info`.
template <typename T>
void factorLu(const LaneGroup& group, int64_t rows, int64_t columns, const T* a, T* lu,
              int32_t* pivots, int32_t* info);
template <typename T> LaneNeeds luNeeds(MachineClass cpu, int64_t rows, int64_t columns);

// As Qr.h has them.
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

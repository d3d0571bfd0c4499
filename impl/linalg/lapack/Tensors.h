// Converts the tensors of a call to column-major matrices, which LAPACK needs, and back. Only for
// files of linalg/lapack.
#pragma once

#include "linalg/Element.h"
#include "linalg/MatrixShape.h"
#include "linalg/Scale.h"
#include "linalg/lapack/Runs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lz::linalg {

// Copies a row-major matrix to a column-major matrix. If the caller exchanges `rows` and `columns`,
// copies a column-major matrix to a row-major one.
template <typename E> void turn(const E* from, int64_t rows, int64_t columns, E* to) {
  for (int64_t i0 = 0; i0 < rows; i0 += kTurned)
    for (int64_t j0 = 0; j0 < columns; j0 += kTurned)
      for (int64_t j = j0; j < std::min(j0 + kTurned, columns); ++j)
        for (int64_t i = i0; i < std::min(i0 + kTurned, rows); ++i)
          to[i + j * rows] = from[i * columns + j];
}

// A column-major copy of a matrix of a tensor.
template <typename E> struct Copied {
  int rows = 0, columns = 0;
  E* data = nullptr;

  Copied() = default;
  Copied(const TensorType& type, Scratch& scratch)
      : rows(int(rowsOf(type))), columns(int(columnsOf(type))),
        data(scratch.take<E>(int64_t(rows) * columns)) {}

  int stride() const { return std::max(1, rows); }
  int64_t size() const { return int64_t(rows) * columns; }
  E& operator()(int64_t i, int64_t j) const { return data[i + j * rows]; }
  void load(const std::byte* tensor) const {
    turn(reinterpret_cast<const E*>(tensor), rows, columns, data);
  }
  void store(std::byte* tensor) const {
    turn<E>(data, columns, rows, reinterpret_cast<E*>(tensor));
  }
};

template <typename T> T* vectorAt(std::byte* tensor) {
  return reinterpret_cast<T*>(tensor);
}
template <typename T> const T* vectorAt(const std::byte* tensor) {
  return reinterpret_cast<const T*>(tensor);
}

// Multiplies numbers by a power of two, so that squares neither overflow nor underflow. The largest
// part is then near 1. Except for the scale, the bits of numbers and results stay the same. If all
// numbers are zero, or if one is not finite, the factor is 1.
template <typename R> struct Scale {
  R factor = 1;
  bool areFinite = true;

  template <typename E> void undo(E* numbers, int64_t count) const {
    if (factor != 1)
      multiplyParts(numbers, count, 1 / factor);
  }
  template <typename E> static void multiplyParts(E* numbers, int64_t count, R by) {
    R* parts = reinterpret_cast<R*>(numbers);
    for (int64_t i = 0; i < count * kParts<E>; ++i)
      parts[i] *= by;
  }
};
template <typename E> Scale<RealOf<E>> scaleOf(const E* numbers, int64_t count) {
  using R = RealOf<E>;
  const R* parts = reinterpret_cast<const R*>(numbers);
  R most = 0, none = 0; // `none` stays 0 unless a number is infinite or NaN
  for (int64_t i = 0; i < count * kParts<E>; ++i) {
    most = std::abs(parts[i]) > most ? std::abs(parts[i]) : most;
    none += parts[i] * R(0);
  }
  if (none != 0)
    return {1, false};
  return {scaleFactor(most)};
}
template <typename E> Scale<RealOf<E>> scale(E* numbers, int64_t count) {
  const Scale<RealOf<E>> found = scaleOf(numbers, count);
  if (found.factor != 1)
    found.multiplyParts(numbers, count, found.factor);
  return found;
}
// Undoes the scale of the upper triangle and of `diagonals` diagonals below the main diagonal. The
// other elements are reflectors, which do not depend on the scale.
template <typename E>
void undoAbove(const Scale<RealOf<E>>& scale, const Copied<E>& packed, int64_t diagonals) {
  for (int64_t j = 0; j < packed.columns; ++j)
    scale.undo(&packed(0, j), std::min<int64_t>(j + 1 + diagonals, packed.rows));
}

// Returns the length of a workspace. `first` is the first number of the workspace, to which the
// routine wrote the length. The result is a little more than this number, because the routine can
// have rounded the length down to an f32.
template <typename E> int64_t lengthOf(E first) {
  double length;
  if constexpr (kIsComplex<E>)
    length = double(first.re);
  else
    length = double(first);
  return std::max<int64_t>(1, int64_t(length * (1 + 1.2e-7)) + 1);
}

// The results of one matrix.
struct LapackResults {
  const LapackTypes& types;
  const LapackData& data;

  int64_t bytes(size_t result) const {
    int64_t batch = 1;
    for (int64_t dim : types.results.back().dims)
      batch *= dim;
    return types.results[result].numBytes() / batch;
  }
  void setInfo(int32_t info) const {
    *vectorAt<int32_t>(data.results[types.results.size() - 1]) = info;
  }
  void setZero(size_t result) const {
    std::fill_n(data.results[result], bytes(result), std::byte(0));
  }
  // Fills results with NaN, and s32 results with 0. Does not change the last result, which is the
  // info.
  template <typename R> void fail() const {
    for (size_t i = 0; i + 1 < types.results.size(); ++i)
      if (types.results[i].dtype == DType::S32)
        setZero(i);
      else
        std::fill_n(vectorAt<R>(data.results[i]), bytes(i) / int64_t(sizeof(R)),
                    std::numeric_limits<R>::quiet_NaN());
    setInfo(1);
  }
};

// The results of `count` matrices that were computed together.
struct GroupResults {
  const LapackTypes& types;
  const LapackData& first;
  int64_t count;

  void setZero(size_t result) const {
    std::fill_n(first.results[result], LapackResults{types, first}.bytes(result) * count,
                std::byte(0));
  }
  // Calls fail() for each matrix whose info is not 0.
  template <typename R> void failWhereToldSo() const {
    const int32_t* info = vectorAt<int32_t>(first.results[types.results.size() - 1]);
    for (int64_t i = 0; i < count; ++i)
      if (info[i] != 0)
        fail<R>(i);
  }

private:
  template <typename R> void fail(int64_t index) const {
    std::byte* results[kMostLapackTensors];
    for (size_t r = 0; r < types.results.size(); ++r)
      results[r] = first.results[r] + LapackResults{types, first}.bytes(r) * index;
    LapackResults{types, {first.operands, results}}.fail<R>();
  }
};

} // namespace lz::linalg

// Applies DEFINE to LAPACK's letter and the C++ type of each element type.
#define LZ_LAPACK_REAL(DEFINE) DEFINE(s, float) DEFINE(d, double)
#define LZ_LAPACK_COMPLEX(DEFINE) DEFINE(c, Complex<float>) DEFINE(z, Complex<double>)

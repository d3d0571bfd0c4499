// A view of a matrix in memory: element (i, j) is data[i * rowStride + j * columnStride]. Strides
// also describe transposed and reversed matrices. So each algorithm for triangles is written only
// once, for a lower triangle on the left.
#pragma once

#include <cstdint>
#include <type_traits>

namespace lz::linalg {

template <typename T> struct Matrix {
  T* data;
  int64_t rows, columns, rowStride, columnStride;

  T& operator()(int64_t i, int64_t j) const { return data[i * rowStride + j * columnStride]; }
  Matrix transposed() const { return {data, columns, rows, columnStride, rowStride}; }
  // Returns the matrix with its rows and columns in reverse order.
  Matrix reversed() const { return reversedRows().transposed().reversedRows().transposed(); }
  Matrix reversedRows() const {
    return {data + (rows > 0 ? rows - 1 : 0) * rowStride, rows, columns, -rowStride, columnStride};
  }
  Matrix block(int64_t i, int64_t j, int64_t numRows, int64_t numColumns) const {
    return {data + i * rowStride + j * columnStride, numRows, numColumns, rowStride, columnStride};
  }
  operator Matrix<const T>() const
    requires(!std::is_const_v<T>)
  {
    return {data, rows, columns, rowStride, columnStride};
  }
};

// A copy that transposes a matrix reads this many numbers of one row or column, and then as many of
// the next one. So the cache lines that are written stay in the first-level cache until they are
// full.
inline constexpr int64_t kTurned = 16;

template <typename T> Matrix<T> rowMajor(T* data, int64_t rows, int64_t columns) {
  return {data, rows, columns, columns, 1};
}

} // namespace lz::linalg

// The matrices of a literal. The last two dimensions are the rows and columns of a matrix. There is
// one matrix for each index of the other dimensions.
#pragma once

#include "base/Literal.h"
#include "linalg/MatrixShape.h"

#include <type_traits>

namespace lz::eval {

template <typename T> struct Matrix {
  T* data;
  int64_t rows, columns, rowStride, columnStride;

  T& operator()(int64_t i, int64_t j) const { return data[i * rowStride + j * columnStride]; }
  Matrix transposed() const { return {data, columns, rows, columnStride, rowStride}; }
  Matrix block(int64_t i, int64_t j, int64_t numRows, int64_t numColumns) const {
    return {data + i * rowStride + j * columnStride, numRows, numColumns, rowStride, columnStride};
  }
  operator Matrix<const T>() const
    requires(!std::is_const_v<T>)
  {
    return {data, rows, columns, rowStride, columnStride};
  }
};

template <typename T> Matrix<T> matrixAt(T* data, const TensorType& type, int64_t index) {
  const int64_t rows = linalg::rowsOf(type), columns = linalg::columnsOf(type);
  return {data + index * rows * columns, rows, columns, columns, 1};
}
template <typename T> Matrix<const T> matrixOf(const Literal& literal, int64_t index) {
  return matrixAt(literal.as<T>(), literal.type(), index);
}
template <typename T> Matrix<T> mutableMatrixOf(Literal& literal, int64_t index) {
  return matrixAt(literal.mutableAs<T>(), literal.type(), index);
}

} // namespace lz::eval

// Tensors of a call as matrices and vectors of Eigen. Only for files of this folder.
#pragma once

#include "linalg/eigen/Eigen.h"
#include "linalg/eigen/Routines.h"

namespace lz::linalg {

template <typename T> using Dense = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <typename T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename T> using Column = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <typename T> using Real = typename Eigen::NumTraits<T>::Real;
template <typename T> constexpr bool kIsReal = std::is_same_v<T, Real<T>>;

inline int64_t rowsOf(const TensorType& type) {
  return type.dims[type.dims.size() - 2];
}
inline int64_t columnsOf(const TensorType& type) {
  return type.dims.back();
}

// Copies: where a tensor lies does not decide how its sums are grouped.
template <typename T> Dense<T> matrixOf(const DenseCall& call, size_t operand) {
  const TensorType& type = call.operandTypes[operand];
  return Eigen::Map<const RowMajor<T>>(reinterpret_cast<const T*>(call.operands[operand]),
                                       rowsOf(type), columnsOf(type));
}
template <typename T> Column<T> vectorOf(const DenseCall& call, size_t operand) {
  return Eigen::Map<const Column<T>>(reinterpret_cast<const T*>(call.operands[operand]),
                                     columnsOf(call.operandTypes[operand]));
}
template <typename T> Eigen::Map<RowMajor<T>> matrixTo(const DenseCall& call, size_t result) {
  const TensorType& type = call.resultTypes[result];
  return {reinterpret_cast<T*>(call.results[result]), rowsOf(type), columnsOf(type)};
}
template <typename T> Eigen::Map<Column<T>> vectorTo(const DenseCall& call, size_t result) {
  return {reinterpret_cast<T*>(call.results[result]), columnsOf(call.resultTypes[result])};
}
inline void setInfo(const DenseCall& call, int32_t info) {
  *reinterpret_cast<int32_t*>(call.results[call.resultTypes.size() - 1]) = info;
}

// NaN in all results before the info, which is the last one.
template <typename T> void fail(const DenseCall& call) {
  constexpr auto kNan = std::numeric_limits<Real<T>>::quiet_NaN();
  int64_t batch = 1;
  for (int64_t dim : call.resultTypes.back().dims)
    batch *= dim;
  for (size_t i = 0; i + 1 < call.resultTypes.size(); ++i) {
    const TensorType& type = call.resultTypes[i];
    const int64_t numbers = type.numElements() / batch * numParts(type.dtype);
    if (type.dtype == DType::S32)
      std::fill_n(reinterpret_cast<int32_t*>(call.results[i]), numbers, 0);
    else
      std::fill_n(reinterpret_cast<Real<T>*>(call.results[i]), numbers, kNan);
  }
  setInfo(call, 1);
}

} // namespace lz::linalg

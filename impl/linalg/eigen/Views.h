// Tensors of a call as matrices and vectors of Eigen. Only for files of this folder.
#pragma once

#include "linalg/MatrixShape.h"
#include "linalg/eigen/Eigen.h"
#include "linalg/eigen/Routines.h"

namespace lz::linalg {

template <typename T> using Dense = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <typename T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename T> using Column = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <typename T> using Real = typename Eigen::NumTraits<T>::Real;
template <typename T> constexpr bool kIsReal = std::is_same_v<T, Real<T>>;

// f64 for f32, c128 for c64; others themselves.
template <typename T> struct WideOf {
  using Type = T;
};
template <> struct WideOf<float> {
  using Type = double;
};
template <> struct WideOf<std::complex<float>> {
  using Type = std::complex<double>;
};
template <typename T> using Wide = typename WideOf<T>::Type;

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

// Eigen's reflectors square numbers as they are, so that huge and tiny ones would be lost. This is
// the power of two that brings the largest part of any number near 1: multiplied and divided by it
// all others keep their bits. Of zeros, and where a number is not finite, it is 1.
template <typename T> Real<T> scaleOf(const Dense<T>& a) {
  using R = Real<T>;
  using Limits = std::numeric_limits<R>;
  if (a.size() == 0)
    return 1;
  const Eigen::Map<const Column<R>> parts(reinterpret_cast<const R*>(a.data()),
                                          a.size() * (kIsReal<T> ? 1 : 2));
  const R largest = parts.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
  if (!(largest > 0 && largest <= Limits::max()))
    return 1;
  int exponent = 0;
  std::frexp(largest, &exponent);
  // The scale and its inverse are normal numbers.
  return std::ldexp(R(1), std::clamp(-exponent, Limits::min_exponent, -Limits::min_exponent + 1));
}

// The triangle above, and so many diagonals below the main one, times a number. What is below are
// reflectors, which are the same at every scale.
template <typename M, typename R> void scaleAbove(M& packed, Eigen::Index diagonals, R factor) {
  for (Eigen::Index j = 0; j < packed.cols(); ++j) {
    auto above = packed.col(j).head(std::min(j + 1 + diagonals, packed.rows()));
    above = above * factor;
  }
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

// cholesky and triangular_solve, an element after the other; sums run from the first index on.
#include "hlo/eval/OpCall.h"
#include "hlo/eval/ops/Matrices.h"
#include "spec/OpAttrs.inc.h"

#include <cmath>
#include <limits>

namespace lz::eval {
namespace {

// result(i, j) of a(i, j) for j <= i: the lower triangle. False: the matrix is not positive
// definite.
template <typename T> bool factor(Matrix<const T> a, Matrix<T> result) {
  for (int64_t j = 0; j < a.rows; ++j)
    for (int64_t i = j; i < a.rows; ++i) {
      T sum = a(i, j);
      for (int64_t k = 0; k < j; ++k)
        sum -= result(i, k) * result(j, k);
      if (i == j && !(sum > 0))
        return false;
      result(i, j) = i == j ? std::sqrt(sum) : sum / result(j, j);
    }
  return true;
}

template <typename T> void fill(Matrix<T> matrix, T value) {
  for (int64_t i = 0; i < matrix.rows; ++i)
    for (int64_t j = 0; j < matrix.columns; ++j)
      matrix(i, j) = value;
}

template <typename T> Literal choleskyOf(const OpCall& call) {
  const bool lower = CholeskyAttrs(call.attrs).lower();
  Literal result(call.resultType());
  for (int64_t i = 0; i < numMatrices(call.resultType()); ++i) {
    Matrix<const T> a = matrixOf<T>(call.operands[0], i);
    Matrix<T> to = mutableMatrixOf<T>(result, i);
    fill(to, T(0));
    if (!factor(lower ? a : a.transposed(), lower ? to : to.transposed()))
      fill(to, std::numeric_limits<T>::quiet_NaN());
  }
  return result;
}

// a x = b with a lower triangular a, or, from the last row on, with an upper triangular one.
template <typename T> void solve(Matrix<const T> a, Matrix<T> x, bool lower, bool isUnit) {
  const int64_t n = a.rows;
  for (int64_t step = 0; step < n; ++step) {
    const int64_t i = lower ? step : n - 1 - step;
    for (int64_t j = 0; j < x.columns; ++j) {
      T sum = x(i, j);
      for (int64_t k = lower ? 0 : i + 1; k < (lower ? i : n); ++k)
        sum -= a(i, k) * x(k, j);
      x(i, j) = isUnit ? sum : sum / a(i, i);
    }
  }
}

template <typename T> Literal solutionOf(const OpCall& call) {
  const TriangularSolveAttrs attrs(call.attrs);
  const bool isTransposed = attrs.transposeA() != Transposition::NO_TRANSPOSE;
  Literal result = call.operands[1];
  for (int64_t i = 0; i < numMatrices(call.resultType()); ++i) {
    Matrix<const T> a = matrixOf<T>(call.operands[0], i);
    Matrix<T> x = mutableMatrixOf<T>(result, i);
    // x a = b is a^T x^T = b^T.
    const bool turns = isTransposed == attrs.leftSide();
    solve(turns ? a.transposed() : a, attrs.leftSide() ? x : x.transposed(),
          attrs.lower() != turns, attrs.unitDiagonal());
  }
  return result;
}

} // namespace

StatusOr<Literals> evalCholesky(const OpCall& call) {
  const bool isWide = call.resultType().dtype == DType::F64;
  return Literals{isWide ? choleskyOf<double>(call) : choleskyOf<float>(call)};
}

StatusOr<Literals> evalTriangularSolve(const OpCall& call) {
  const bool isWide = call.resultType().dtype == DType::F64;
  return Literals{isWide ? solutionOf<double>(call) : solutionOf<float>(call)};
}

} // namespace lz::eval

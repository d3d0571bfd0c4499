// cholesky and triangular_solve.
#include "hlo/eval/OpCall.h"
#include "hlo/eval/ops/Factors.h"
#include "spec/OpAttrs.inc.h"

#include <limits>

namespace lz::eval {
namespace {

template <typename T> Literal choleskyOf(const OpCall& call) {
  const bool lower = CholeskyAttrs(call.attrs).lower();
  Literal result(call.resultType());
  for (int64_t i = 0; i < numMatrices(call.resultType()); ++i) {
    const Matrix<const T> a = matrixOf<T>(call.operands[0], i);
    const Matrix<T> to = mutableMatrixOf<T>(result, i);
    std::fill_n(to.data, to.rows * to.columns, T(0));
    if (factorCholesky(lower ? a : a.transposed(), lower ? to : to.transposed()) != 0)
      std::fill_n(to.data, to.rows * to.columns, std::numeric_limits<T>::quiet_NaN());
  }
  return result;
}

template <typename T> Literal solutionOf(const OpCall& call) {
  const TriangularSolveAttrs attrs(call.attrs);
  const Side side{attrs.leftSide(), attrs.lower(),
                  attrs.transposeA() != Transposition::NO_TRANSPOSE, attrs.unitDiagonal()};
  Literal result = call.operands[1];
  for (int64_t i = 0; i < numMatrices(call.resultType()); ++i)
    solveTriangle(matrixOf<T>(call.operands[0], i), mutableMatrixOf<T>(result, i), side);
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

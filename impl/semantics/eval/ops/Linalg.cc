// cholesky and triangular_solve.
#include "semantics/eval/OpCall.h"
#include "semantics/eval/ops/Factors.h"
#include "spec/OpAttrs.inc.h"

#include <limits>

namespace lz::eval {
namespace {

// Returns the elements in the type of the computation.
template <typename T> std::vector<Accumulator<T>> numbersOf(const Literal& literal) {
  return packAs<Accumulator<T>>(literal, literal.type().dims, rowMajorStrides(literal.type().dims));
}

template <typename T>
Literal literalOf(const TensorType& type, const std::vector<Accumulator<T>>& numbers) {
  Literal literal(type);
  std::transform(numbers.begin(), numbers.end(), literal.mutableAs<T>(), fromAccumulator<T>);
  return literal;
}

// Returns NaN, or NaN + NaN i for complex numbers.
template <typename T> T notANumber() {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  if constexpr (kIsComplex<T>)
    return {decltype(T::re)(kNan), decltype(T::re)(kNan)};
  else
    return T(kNan);
}

template <typename T> Literal choleskyOf(const OpCall& call) {
  using N = Accumulator<T>;
  const TensorType& type = call.resultType();
  const bool lower = CholeskyAttrs(call.attrs).lower();
  const std::vector<N> operand = numbersOf<T>(call.operands[0]);
  std::vector<N> result(operand.size());
  for (int64_t i = 0; i < linalg::numMatrices(type); ++i) {
    const Matrix<const N> a = matrixAt(operand.data(), type, i);
    const Matrix<N> to = matrixAt(result.data(), type, i);
    if (factorCholesky(lower ? a : a.transposed(), lower ? to : to.transposed()) != 0)
      std::fill_n(to.data, to.rows * to.columns, notANumber<N>());
  }
  return literalOf<T>(type, result);
}

template <typename T> Literal solutionOf(const OpCall& call) {
  using N = Accumulator<T>;
  const TriangularSolveAttrs attrs(call.attrs);
  const Transposition transposition = attrs.transposeA();
  const Side side{attrs.leftSide(), attrs.lower(), transposition != Transposition::NO_TRANSPOSE,
                  transposition == Transposition::ADJOINT, attrs.unitDiagonal()};
  const std::vector<N> triangles = numbersOf<T>(call.operands[0]);
  std::vector<N> result = numbersOf<T>(call.operands[1]);
  for (int64_t i = 0; i < linalg::numMatrices(call.resultType()); ++i)
    solveTriangle<N>(matrixAt(triangles.data(), call.operandType(0), i),
                     matrixAt(result.data(), call.resultType(), i), side);
  return literalOf<T>(call.resultType(), result);
}

// Calls fn for each element type that shape inference accepts.
template <typename Fn> Literal visitNumbers(DType dtype, Fn fn) {
  switch (dtype) {
  case DType::F16:
    return fn(F16());
  case DType::BF16:
    return fn(BF16());
  case DType::F64:
    return fn(double());
  case DType::C64:
    return fn(Complex<float>());
  case DType::C128:
    return fn(Complex<double>());
  default:
    return fn(float());
  }
}

} // namespace

StatusOr<Literals> evalCholesky(const OpCall& call) {
  return Literals{visitNumbers(call.resultType().dtype,
                               [&](auto zero) { return choleskyOf<decltype(zero)>(call); })};
}

StatusOr<Literals> evalTriangularSolve(const OpCall& call) {
  return Literals{visitNumbers(call.resultType().dtype,
                               [&](auto zero) { return solutionOf<decltype(zero)>(call); })};
}

} // namespace lz::eval

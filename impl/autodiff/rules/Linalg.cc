// The rules of cholesky and triangular_solve. The last two dimensions are those of the matrices,
// and all others are batch dimensions.
#include "autodiff/Rule.h"
#include "autodiff/Symbolic.h"
#include "spec/OpAttrs.inc.h"

#include <numeric>

namespace lz::autodiff {
namespace {

Ints batchOf(const TensorType& type) {
  Ints batch(type.dims.size() - 2);
  std::iota(batch.begin(), batch.end(), 0);
  return batch;
}

// Computes x y, x^T y or x y^T for each batch element.
ValueId product(Builder& b, ValueId x, ValueId y, bool turnsX, bool turnsY) {
  const Ints batch = batchOf(b.type(x));
  const auto rows = int64_t(batch.size());
  return b.op(Opcode::DotGeneral, {x, y},
              {batch, batch, Ints{turnsX ? rows : rows + 1}, Ints{turnsY ? rows + 1 : rows}});
}

ValueId transposed(Builder& b, ValueId x) {
  Ints order = batchOf(b.type(x));
  const auto rows = int64_t(order.size());
  order.insert(order.end(), {rows + 1, rows});
  return b.transpose(x, order);
}

ValueId conjugate(Builder& b, ValueId x) {
  const Symbolic z{&b, x};
  return isComplex(b.type(x).dtype) ? complex(real(z), -imag(z)).id : x;
}

// Multiplies the elements above the diagonal of x by `above`, those on the diagonal by `on`, and
// those below it by `below`.
ValueId weighted(Builder& b, ValueId x, double above, double on, double below) {
  const TensorType type = b.type(x), places{DType::S32, type.dims};
  const int64_t rank = type.rank();
  ValueId row = b.op(Opcode::Iota, {}, {rank - 2}, &places),
          column = b.op(Opcode::Iota, {}, {rank - 1}, &places);
  ValueId off = b.select(b.compare(row, column, ComparisonDirection::LT), b.splat(above, type),
                         b.splat(below, type));
  ValueId factor =
      b.select(b.compare(row, column, ComparisonDirection::EQ), b.splat(on, type), off);
  ValueId zero = b.zeros(type);
  // An element may be infinite, and infinity times zero is NaN, so products with zero are replaced
  // by zero.
  return b.select(b.compare(factor, zero, ComparisonDirection::EQ), zero,
                  b.op(Opcode::Multiply, {x, factor}));
}

ValueId solve(Builder& b, ValueId a, ValueId x, bool left, bool lower, Transposition transposeA,
              bool isUnit = false) {
  return b.op(Opcode::TriangularSolve, {a, x},
              {int64_t(left), int64_t(lower), int64_t(isUnit), int64_t(transposeA)});
}

} // namespace

// The op computes L with a = L L^H. If only symmetric changes of a are considered, the cotangent of
// a is s = L^-H phi(L^H g) L^-1, where phi keeps the lower triangle and halves the diagonal. But
// the op reads only one triangle of a. So the cotangent is this triangle of s + s^H, with half of
// the diagonal. jnp.linalg.cholesky makes a symmetric before the op. In such a program, the
// gradient of the original a is the same as with the cotangent s. An upper factor is the transpose
// of a lower one. The parts of a complex cotangent are here the derivatives with respect to the
// real and imaginary parts of the value. JAX uses the conjugate of this number.
Status vjpCholesky(const RuleCall& call) {
  Builder& b = call.b;
  const bool lower = CholeskyAttrs(call.attrs()).lower();
  ValueId factor = call.op.results[0], g = conjugate(b, call.g[0]);
  if (!lower) {
    factor = transposed(b, factor);
    g = transposed(b, g);
  }
  ValueId phi = weighted(b, product(b, conjugate(b, factor), g, true, false), 0, 0.5, 1);
  ValueId left = solve(b, factor, phi, true, true, Transposition::ADJOINT);
  ValueId both = solve(b, factor, left, false, true, Transposition::NO_TRANSPOSE);
  ValueId sum = b.add(both, conjugate(b, transposed(b, both)));
  ValueId given = conjugate(b, weighted(b, sum, 0, 0.5, 1));
  call.give(0, lower ? given : transposed(b, given));
  return okStatus();
}

// If the op solves op(a) x = b, the cotangent gb of b solves op(a)^T gb = g. The cotangent of op(a)
// is then -gb x^T. If the op solves x op(a) = b, gb solves gb op(a)^T = g, and the cotangent of
// op(a) is -x^T gb. In both cases only the triangle of a that the op reads has a cotangent. An
// adjoint is the transpose of the conjugate.
Status vjpTriangularSolve(const RuleCall& call) {
  Builder& b = call.b;
  const TriangularSolveAttrs attrs(call.attrs());
  const bool isTransposed = attrs.transposeA() != Transposition::NO_TRANSPOSE;
  const bool isConjugate = attrs.transposeA() == Transposition::ADJOINT;
  const ValueId x = call.op.results[0];
  const ValueId a = isConjugate ? conjugate(b, call.operand(0)) : call.operand(0);
  const ValueId gb = solve(b, a, call.g[0], attrs.leftSide(), attrs.lower(),
                           isTransposed ? Transposition::NO_TRANSPOSE : Transposition::TRANSPOSE,
                           attrs.unitDiagonal());
  call.give(1, gb);
  if (!call.wants(0))
    return okStatus();
  const bool swaps = isTransposed == attrs.leftSide();
  const ValueId first = swaps ? x : gb, second = swaps ? gb : x;
  const ValueId outer = product(b, first, second, !attrs.leftSide(), attrs.leftSide());
  const double diagonal = attrs.unitDiagonal() ? 0 : -1;
  const ValueId ga = weighted(b, outer, attrs.lower() ? 0 : -1, diagonal, attrs.lower() ? -1 : 0);
  call.give(0, isConjugate ? conjugate(b, ga) : ga);
  return okStatus();
}

} // namespace lz::autodiff

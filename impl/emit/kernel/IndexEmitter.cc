#include "emit/kernel/IndexEmitter.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace lz::emit {

using mlir::Value;
using region::IndexExpr;
using TermKind = IndexExpr::TermKind;

LaneForm IndexEmitter::laneForm(const IndexExpr& expr, const Scope& scope) const {
  std::optional<region::LaneOffsets> offsets = laneOffsets(expr, scope.overLanes());
  if (!offsets)
    return {false, 0};
  int64_t stride = offsets->size() > 1 ? (*offsets)[1] : 0;
  for (size_t lane = 0; lane < offsets->size(); ++lane)
    if ((*offsets)[lane] != int64_t(lane) * stride)
      return {false, 0};
  return {true, stride};
}

int64_t IndexEmitter::liftOf(const IndexExpr::Term& term) const {
  int64_t lo = term.inner->range(extents_).lo;
  return lo >= 0 ? 0 : (-lo + term.divisor - 1) / term.divisor;
}

// Emits floordiv or mod. The inner expression e can be negative. But e + lift * divisor is never
// negative, so an unsigned division can be used.
Value IndexEmitter::atom(const IndexExpr::Term& term, Value inner) {
  int64_t lift = liftOf(term);
  if (lift != 0)
    inner = b_.addi(inner, b_.intLike(inner, lift * term.divisor));
  Value divisor = b_.intLike(inner, term.divisor);
  if (term.kind == TermKind::Mod)
    return b_.remui(inner, divisor);
  Value quotient = b_.divui(inner, divisor);
  return lift == 0 ? quotient : b_.subi(quotient, b_.intLike(quotient, lift));
}

Value IndexEmitter::scalar(const IndexExpr& expr, const Scope& scope) {
  Value sum;
  int64_t constant = expr.constant();
  for (const IndexExpr::Term& term : expr.terms()) {
    Value value;
    if (term.kind == TermKind::Dim) {
      const BoundDim& dim = scope.dims[size_t(term.dim)];
      if (!dim.value) {
        constant += term.coefficient * dim.constant;
        continue;
      }
      value = dim.value;
    } else {
      value = atom(term, scalar(*term.inner, scope));
    }
    if (term.coefficient != 1)
      value = b_.muli(value, b_.intLike(value, term.coefficient));
    sum = sum ? b_.addi(sum, value) : value;
  }
  if (!sum)
    return b_.intConstant(64, constant);
  return constant == 0 ? sum : b_.addi(sum, b_.intLike(sum, constant));
}

// Sums and products inside the expression may overflow as long as the value of the entire
// expression fits. Operands of divisions must not overflow.
bool IndexEmitter::fits32(const IndexExpr& expr) const {
  constexpr int64_t kLimit = int64_t(1) << 30;
  std::vector<int64_t> extents = extents_;
  for (int64_t& extent : extents)
    extent += 64; // lanes beyond the end of a row
  IndexExpr::Range range = expr.range(extents);
  if (range.lo < -kLimit || range.hi > kLimit)
    return false;
  return std::all_of(expr.terms().begin(), expr.terms().end(), [&](const IndexExpr::Term& term) {
    return term.kind == TermKind::Dim ||
           (fits32(*term.inner) && liftOf(term) <= kLimit / term.divisor);
  });
}

Value IndexEmitter::laneConstants(llvm::ArrayRef<int64_t> values, unsigned width) {
  llvm::SmallVector<llvm::APInt> constants;
  for (int64_t value : values)
    constants.push_back(llvm::APInt(64, uint64_t(value)).trunc(width));
  auto type = mlir::VectorType::get({int64_t(values.size())}, b_.builder().getIntegerType(width));
  return b_.builder().create<mlir::arith::ConstantOp>(
      b_.loc(), mlir::DenseIntElementsAttr::get(type, constants));
}

Value IndexEmitter::laneSteps(int64_t stride, int lanes, unsigned width) {
  region::LaneOffsets steps;
  for (int lane = 0; lane < lanes; ++lane)
    steps.push_back(stride * lane);
  return laneConstants(steps, width);
}

Value IndexEmitter::vector(const IndexExpr& expr, const Scope& scope, unsigned width) {
  if (width == 0)
    width = fits32(expr) ? 32 : 64;
  if (std::optional<region::LaneOffsets> offsets = laneOffsets(expr, scope.overLanes())) {
    Value base = b_.splat(b_.resizeSigned(scalar(expr, scope), width), scope.lanes);
    if (llvm::all_equal(*offsets))
      return base;
    return b_.addi(base, laneConstants(*offsets, width));
  }
  Value sum = b_.splat(b_.intConstant(width, expr.constant()), scope.lanes);
  for (const IndexExpr::Term& term : expr.terms()) {
    Value value = term.kind == TermKind::Dim ? vector(IndexExpr::dim(term.dim), scope, width)
                                             : atom(term, vector(*term.inner, scope, width));
    sum = b_.addi(sum, b_.muli(value, b_.intLike(value, term.coefficient)));
  }
  return sum;
}

} // namespace lz::emit

// Rows of a unit in memory: what one loop computes and a later one reads (KeptRows.h), and what the
// loops over a row share.
//
//   softmax of 3 x 20, 16 lanes: a unit is a row; on the stack are 32 floats
//     m = maximum of the row                                              LaneReduce.cc
//     s = sum of e = exp(x - m), and e[0..15] and e[16..31] are stored    keepRows
//     r = 1 / s                                                           once, not 20 times
//     out[0..15] = e[0..15] * r, and under a mask out[16..19]             loadKept
//
// Kept vectors are whole, the last one too: its 12 lanes that lie behind the row are never used.
// The row that follows is fetched while the exponentials of this one are computed.
#include "emit/core/KernelEmitter.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace lz::emit {

using mlir::Value;
namespace LLVM = mlir::LLVM;

void KernelEmitter::allocateRows() {
  for (const Stage& stage : schedule_.stages)
    for (NodeId made : stage.keeps) {
      if (rows_.count(made))
        continue;
      const StageLoop& loop = stage.loops.back();
      bool isAlongLanes = loop.form == LoopForm::Lanes;
      int64_t points = extent(loop.dim);
      int64_t size = isAlongLanes ? (points + lanes_ - 1) / lanes_ * lanes_ : points * lanes_;
      Value base = builder_.create<LLVM::AllocaOp>(
          b_.loc(), inputs_.empty() ? outputs_[0].getType() : inputs_[0].getType(),
          b_.registerType(node(made).dtype), b_.intConstant(64, size), /*alignment=*/64);
      rows_[made] = {base, isAlongLanes ? 1 : lanes_};
    }
}

// Whole vectors lie side by side, the last one too. `dim`: the row's, in the scope.
Value KernelEmitter::rowAddress(NodeId made, int32_t dim, Scope& scope) {
  mlir::Type element = b_.registerType(node(made).dtype);
  auto [base, step] = rows_[made];
  Value index = asValue(scope.dims[size_t(dim)]);
  if (step > 1)
    index = b_.muli(index, b_.intLike(index, step));
  return builder_.create<LLVM::GEPOp>(b_.loc(), base.getType(), element, base,
                                      mlir::ValueRange{index});
}

Status KernelEmitter::keepRows(const Stage& reduction, Scope& scope) {
  for (NodeId made : reduction.keeps) {
    LZ_ASSIGN_OR_RETURN(Value value, getWide(made, scope));
    focus(scope);
    builder_.create<LLVM::StoreOp>(b_.loc(), value,
                                   rowAddress(made, reduction.loops.back().dim, scope),
                                   /*alignment=*/4);
  }
  return okStatus();
}

StatusOr<Value> KernelEmitter::loadKept(NodeId id, Scope& scope) {
  for (const KeptRow& kept : scope.stage->reads) {
    if (kept.used != id)
      continue;
    LZ_RETURN_IF_ERROR(get(kept.reduce, scope).status());
    focus(scope);
    auto type = mlir::VectorType::get({scope.lanes}, b_.registerType(node(id).dtype));
    return Value(builder_.create<LLVM::LoadOp>(
        b_.loc(), type, rowAddress(kept.made, kept.usedOver, scope), /*alignment=*/4));
  }
  return Value();
}

// Of the row of the next unit; behind the last row a prefetch does nothing.
void KernelEmitter::prefetchNextRow(const Stage& reduction, Scope& scope) {
  if (scope.laneMask)
    return;
  focus(scope);
  for (NodeId load : reduction.fetches) {
    const PlanNode& n = node(load);
    Value toNext = b_.intConstant(64, n.expr.coefficient(gridDims_.back()));
    prefetch(n, b_.addi(index_.scalar(n.expr, scope), toNext));
  }
}

// 1 / y as a factor and a power of two that keeps it within the exponents: 1, except for y = 0 and
// where 1 / y would lose bits or overflow.
Reciprocal KernelEmitter::reciprocalOf(Value y) {
  bool isF64 = LaneBuilder::widthOf(y) == 64;
  double shift = isF64 ? 0x1p53 : 0x1p24, edge = isF64 ? 0x1p1021 : 0x1p125;
  using FCmp = LaneBuilder::FCmp;
  Value magnitude = b_.absf(y), one = b_.constantLike(y, 1);
  Value isSmall = b_.cmpf(FCmp::OLT, magnitude, b_.constantLike(y, 1 / edge));
  Value isLarge = b_.cmpf(FCmp::OGT, magnitude, b_.constantLike(y, edge));
  Value power = b_.select(isSmall, b_.constantLike(y, shift),
                          b_.select(isLarge, b_.constantLike(y, 1 / shift), one));
  return {b_.divf(one, b_.mulf(y, power)), power};
}

StatusOr<Value> KernelEmitter::emitDivisionByRowValue(const PlanNode& n, Scope& scope) {
  if (schedule_.reciprocals == Reciprocals::None || n.opcode != Opcode::Divide || !isFloat(n.dtype))
    return Value();
  NodeId divisor = n.operands[1];
  Scope& home = homeOf(divisor, scope);
  if (&home == &scope || (home.laneDim >= 0 && schedule_.reciprocals != Reciprocals::OfVectors) ||
      node(divisor).kind == NodeKind::Constant)
    return Value();
  LZ_ASSIGN_OR_RETURN(Value x, getWide(n.operands[0], scope));
  LZ_ASSIGN_OR_RETURN(Value y, get(divisor, home));
  auto [it, isNew] = home.reciprocals.try_emplace(divisor);
  if (isNew) {
    focus(home);
    it->second = reciprocalOf(y);
  }
  focus(scope);
  Reciprocal r = it->second;
  return b_.mulf(b_.mulf(x, b_.splat(r.factor, scope.lanes)), b_.splat(r.power, scope.lanes));
}

} // namespace lz::emit

#include "hlo/tiles/IndexRanges.h"

#include "hlo/rewrite/BlockOrder.h"
#include "hlo/tiles/RangeRules.h"
#include "spec/OpAttrs.inc.h"

#include "llvm/ADT/SetVector.h"

#include <algorithm>
#include <limits>

namespace lz::hlo {
namespace {

using Ranges = llvm::SmallDenseMap<mlir::Value, Range>;

bool areIntegers(mlir::Value value) {
  const DType dtype = typeOf(value).dtype;
  return isInteger(dtype) || dtype == DType::Pred;
}

// Returns the range of the indices of a dimension if the type represents all of them exactly.
Range countsTo(int64_t extent, DType dtype) {
  const bool isExact = storageBits(dtype) >= 32 && extent <= std::numeric_limits<int32_t>::max();
  return isExact ? Range{0, double(extent - 1), true, false} : Range();
}

Range both(const Range& a, const Range& b) {
  return a.isKnown && b.isKnown ? Range{std::min(a.lo, b.lo), std::max(a.hi, b.hi), true, false}
                                : Range();
}

// min(max(x, low), high) is at most high, and at least the smaller of low and high.
Range ofClamp(const Range& low, const Range& x, const Range& high) {
  if (!low.isKnown || !high.isKnown)
    return {};
  auto clamp = [&](double value, double lo, double hi) {
    return std::min(std::max(value, lo), hi);
  };
  return {clamp(x.isKnown ? x.lo : low.lo, low.lo, high.lo),
          clamp(x.isKnown ? x.hi : high.hi, low.hi, high.hi), true, false};
}

Range rangeOf(mlir::Value value, mlir::Operation* op, const Ranges& known) {
  if (const Literal splat = splatOf(value); splat.valid())
    return {splat.toDouble(0), splat.toDouble(0), true, false};
  const DType dtype = typeOf(value).dtype;
  if (is(op, Opcode::Iota)) {
    const int64_t dim = AttrsOf<IotaAttrs>(op).iotaDimension();
    return countsTo(typeOf(value).dims[size_t(dim)], dtype);
  }
  if (is(op, Opcode::TopK) && value == op->getResult(1))
    return countsTo(typeOf(op->getOperand(0)).dims.back(), dtype);
  const OpKind kind = opInfo(op)->kind;
  if (kind == OpKind::View && op->getNumOperands() == 1)
    return known.lookup(op->getOperand(0));
  if (kind != OpKind::Elementwise)
    return {};
  llvm::SmallVector<Range, 3> operands;
  for (mlir::Value operand : op->getOperands())
    operands.push_back(known.lookup(operand));
  if (is(op, Opcode::Clamp))
    return ofClamp(operands[0], operands[1], operands[2]);
  if (is(op, Opcode::Select) && !operands[0].isPoint())
    return both(operands[1], operands[2]);
  return rangeOfElementwise(op, operands);
}

} // namespace

Range rangeOfIndices(mlir::Value value) {
  constexpr size_t kMostSeen = 64;
  llvm::SetVector<mlir::Operation*> seen;
  auto add = [&](mlir::Value v) {
    mlir::Operation* op = v.getDefiningOp();
    if (op && op->getBlock() == value.getParentBlock() && hasKnownTypes(op) && areIntegers(v) &&
        seen.size() < kMostSeen)
      seen.insert(op);
  };
  add(value);
  for (size_t i = 0; i < seen.size(); ++i)
    if (!is(seen[i], Opcode::TopK))
      for (mlir::Value operand : seen[i]->getOperands())
        add(operand);
  Ranges ranges;
  for (mlir::Operation* op : inBlockOrder(seen.getArrayRef()))
    for (mlir::Value result : op->getResults())
      if (areIntegers(result))
        ranges[result] = rangeOf(result, op, ranges);
  return ranges.lookup(value);
}

} // namespace lz::hlo

#include "hlo/rules/Facts.h"

#include "spec/OpAttrs.inc.h"

#include "llvm/ADT/SetVector.h"

#include <cmath>

namespace lz::hlo {
namespace {

using Values = llvm::SmallVector<mlir::Value, 2>;

// Returns values such that the result of the op cannot be -0 if none of the values can be -0.
// Returns nullopt if there are no such values. For a sum one operand is enough, so this function
// returns only the first.
std::optional<Values> decidingValues(mlir::Operation* op) {
  const mlir::Value x = op->getNumOperands() ? op->getOperand(0) : mlir::Value();
  switch (*opcodeOf(op)) {
  case Opcode::Abs:
  case Opcode::Iota:
    return Values{};
  case Opcode::Multiply:
    return x == op->getOperand(1) ? std::optional(Values{}) : std::nullopt;
  case Opcode::Convert:
    return isFloat(typeOf(x).dtype) ? std::nullopt : std::optional(Values{});
  case Opcode::Add:      // -0 + -0 is the only sum that is -0
  case Opcode::Subtract: // -0 - 0 is the only difference that is -0
  case Opcode::BroadcastInDim:
  case Opcode::Reshape:
  case Opcode::Transpose:
  case Opcode::Slice:
  case Opcode::Reverse:
    return Values{x};
  case Opcode::Maximum:
  case Opcode::Minimum:
    return Values{x, op->getOperand(1)};
  case Opcode::Select:
    return Values{op->getOperand(1), op->getOperand(2)};
  case Opcode::Reduce: {
    const std::optional<Opcode> combiner = combinerOf(op->getRegion(0));
    if (op->getNumOperands() != 2 || !combiner)
      return std::nullopt;
    if (combiner == Opcode::Add) // the initial value is one of the terms
      return Values{op->getOperand(1)};
    return combiner == Opcode::Maximum || combiner == Opcode::Minimum
               ? std::optional(Values{x, op->getOperand(1)})
               : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

bool isNotMinusZero(const Literal& number) {
  const double value = number.toDouble(0);
  return value != 0 || !std::signbit(value);
}

// Returns the dim of a view that dim `d` of its operand becomes, or nullopt.
std::optional<int64_t> afterView(mlir::Operation* view, int64_t d) {
  const Dims from = typeOf(view->getOperand(0)).dims, to = typeOf(view->getResult(0)).dims;
  if (is(view, Opcode::BroadcastInDim)) {
    const int64_t into = AttrsOf<BroadcastInDimAttrs>(view).broadcastDimensions()[size_t(d)];
    return to[size_t(into)] == from[size_t(d)] ? std::optional(into) : std::nullopt;
  }
  int64_t before = 1, count = 1;
  for (int64_t i = 0; i < d; ++i)
    before *= from[size_t(i)];
  for (int64_t i = 0; i < int64_t(to.size()); count *= to[size_t(i)], ++i)
    if (count == before && to[size_t(i)] == from[size_t(d)])
      return i;
  return std::nullopt;
}

} // namespace

bool isNeverMinusZero(mlir::Value value) {
  constexpr size_t kMostSeen = 64;
  llvm::SetVector<mlir::Value> seen;
  seen.insert(value);
  for (size_t i = 0; i < seen.size(); ++i) {
    if (const Literal number = splatOf(seen[i]); number.valid()) {
      if (!isNotMinusZero(number))
        return false;
      continue;
    }
    mlir::Operation* op = seen[i].getDefiningOp();
    if (i == kMostSeen || !op || !opInfo(op) || !hasKnownTypes(op))
      return false;
    const std::optional<Values> values = decidingValues(op);
    if (!values)
      return false;
    seen.insert(values->begin(), values->end());
  }
  return true;
}

std::optional<int64_t> countedDim(mlir::Value value) {
  llvm::SmallVector<mlir::Operation*> views;
  mlir::Operation* op = value.getDefiningOp();
  for (; is(op, Opcode::BroadcastInDim) || is(op, Opcode::Reshape);
       op = op->getOperand(0).getDefiningOp())
    views.push_back(op);
  if (!is(op, Opcode::Iota))
    return std::nullopt;
  std::optional<int64_t> dim = AttrsOf<IotaAttrs>(op).iotaDimension();
  while (dim && !views.empty())
    dim = afterView(views.pop_back_val(), *dim);
  return dim;
}

} // namespace lz::hlo

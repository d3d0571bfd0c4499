#include "fusion/tables/ScalarFactors.h"

#include "fusion/FusionRules.h"
#include "fusion/tables/MakeOp.h"
#include "hlo/ir/TypeBridge.h"
#include "spec/OpCost.h"
#include "spec/scalar/ElementwiseLoops.h"

#include "mlir/IR/BuiltinTypes.h"

#include <cmath>

namespace lz::fusion {
namespace {

bool isOf(mlir::Operation* op, Opcode opcode) {
  return op && infoOf(op) && infoOf(op)->opcode == opcode;
}

// If all elements of `v` are equal, returns a value with this one element. Otherwise returns null.
mlir::Value scalarOf(mlir::Value v) {
  mlir::Operation* def = v.getDefiningOp();
  return isOf(def, Opcode::BroadcastInDim) && tensorOf(def->getOperand(0)).getNumElements() == 1
             ? def->getOperand(0)
             : mlir::Value();
}

// If the op multiplies its operand by a constant, returns the constant. Otherwise returns 0. The
// function computes the op for some numbers to find the constant.
double factorOf(mlir::Operation* op) {
  const OpInfo& info = *infoOf(op);
  const mlir::Type type = tensorOf(op->getResult(0)).getElementType();
  if (info.kind != OpKind::Elementwise || info.numOperands != 1 || !info.attrs.empty() ||
      isFunction(info) || !mlir::isa<mlir::FloatType>(type) ||
      tensorOf(op->getOperand(0)).getElementType() != type)
    return 0;
  auto at = [&](double x) {
    const TensorType scalar{hlo::dtypeFromIr(type), {}};
    Literal result = Literal::splat(scalar, 0);
    Status status = evalElementwise(info.opcode, {Literal::splat(scalar, x)}, {}, result);
    return status.ok() ? result.toDouble(0) : std::nan("");
  };
  const double factor = at(1);
  for (double x : {-3.0, -0.75, 0.25, 1.5, 1024.0})
    if (at(x) != factor * x)
      return 0;
  return factor;
}

} // namespace

// The recursion is as deep as the ops of pairs, whose number is limited (SumsOfPairs.cc).
ScalarFactors::Factored ScalarFactors::of(mlir::Value value) {
  if (auto it = known_.find(value); it != known_.end())
    return it->second;
  mlir::Operation* def = value.getDefiningOp();
  Factored found = def && ops_.contains(def) ? fresh(def) : Factored{value};
  known_[value] = found;
  return found;
}

ScalarFactors::Factored ScalarFactors::fresh(mlir::Operation* op) {
  switch (infoOf(op)->opcode) {
  case Opcode::Multiply:
    return ofProduct(op);
  case Opcode::Divide:
    if (mlir::Value divisor = scalarOf(op->getOperand(1))) {
      Factored dividend = of(op->getOperand(0));
      dividend.factors.push_back({divisor, /*divides=*/true});
      return dividend;
    }
    return ofOperand(op, 0);
  case Opcode::Add: {
    if (op->getOperand(0) != op->getOperand(1))
      return {op->getResult(0)};
    Factored half = of(op->getOperand(0));
    half.number *= 2;
    return half;
  }
  case Opcode::BroadcastInDim:
  case Opcode::Transpose:
    return ofOperand(op, 0);
  default:
    return ofUnary(op);
  }
}

ScalarFactors::Factored ScalarFactors::ofUnary(mlir::Operation* op) {
  const double factor = factorOf(op);
  if (factor == 0)
    return {op->getResult(0)};
  Factored operand = of(op->getOperand(0));
  operand.number *= factor;
  return operand;
}

// Takes the factors of one operand out of an op that is linear in the operand.
ScalarFactors::Factored ScalarFactors::ofOperand(mlir::Operation* op, unsigned operand) {
  Factored found = of(op->getOperand(operand));
  if (!found.hasFactors())
    return {op->getResult(0)};
  llvm::SmallVector<mlir::Value> operands(op->getOperands());
  operands[operand] = found.rest;
  found.rest = copy(op, operands);
  return found;
}

ScalarFactors::Factored ScalarFactors::ofProduct(mlir::Operation* op) {
  for (unsigned i : {0u, 1u})
    if (mlir::Value factor = scalarOf(op->getOperand(i))) {
      Factored other = of(op->getOperand(1 - i));
      other.factors.push_back({factor, /*divides=*/false});
      return other;
    }
  Factored lhs = of(op->getOperand(0)), rhs = of(op->getOperand(1));
  if (!lhs.hasFactors() && !rhs.hasFactors())
    return {op->getResult(0)};
  lhs.rest = copy(op, {lhs.rest, rhs.rest});
  lhs.number *= rhs.number;
  lhs.factors.append(rhs.factors.begin(), rhs.factors.end());
  return lhs;
}

mlir::Value ScalarFactors::copy(mlir::Operation* op, mlir::ValueRange operands) {
  mlir::OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  mlir::Operation* made = made_.emplace_back(builder.clone(*op));
  made->setOperands(operands);
  return made->getResult(0);
}

mlir::Value ScalarFactors::multiply(mlir::OpBuilder& builder, mlir::Value sum,
                                    const Factored& factored) {
  const mlir::RankedTensorType type = tensorOf(sum), scalar = type.clone(llvm::ArrayRef<int64_t>());
  const mlir::Location loc = sum.getLoc();
  auto combine = [&](Opcode opcode, mlir::Value factor) {
    if (tensorOf(factor).getRank() > 0)
      factor = makeOp(builder, loc, Opcode::Reshape, factor, scalar)->getResult(0);
    mlir::Value all = makeOp(builder, loc, Opcode::BroadcastInDim, factor, type,
                             {{"broadcast_dimensions", Ints()}})
                          ->getResult(0);
    sum = makeOp(builder, loc, opcode, {sum, all}, type)->getResult(0);
  };
  if (factored.number != 1) {
    Literal number = Literal::splat({hlo::dtypeFromIr(type.getElementType()), {}}, factored.number);
    combine(Opcode::Multiply,
            makeOp(builder, loc, Opcode::Constant, {}, scalar, {{"value", number}})->getResult(0));
  }
  for (const Factor& factor : factored.factors)
    combine(factor.divides ? Opcode::Divide : Opcode::Multiply, factor.value);
  return sum;
}

} // namespace lz::fusion

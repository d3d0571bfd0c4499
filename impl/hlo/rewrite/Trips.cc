#include "hlo/rewrite/Trips.h"

#include "absl/algorithm/container.h"
#include "hlo/ir/PlainAttrs.h"
#include "hlo/rewrite/OpMaker.h"
#include "semantics/eval/Evaluate.h"

namespace lz::hlo {
namespace {

// Computes an elementwise op of scalars. Returns an invalid literal if an operand is not known.
Literal valueOf(mlir::Operation* op, absl::Span<const Literal> operands) {
  const OpInfo* info = opInfo(op);
  const TensorType type = typeOf(op->getResult(0));
  if (!info || info->kind != OpKind::Elementwise || !type.dims.empty() ||
      !absl::c_all_of(operands, [](const Literal& literal) { return literal.valid(); }))
    return {};
  StatusOr<Attrs> attrs = plainAttrs(op, *info, Literals::Copy);
  if (!attrs.ok())
    return {};
  StatusOr<Literal> value = eval::evaluateOp(info->opcode, operands, *attrs, type);
  return value.ok() ? *std::move(value) : Literal();
}

// Returns the value of an op whose operands are the counter, which has the value `count`, and
// constants.
Literal valueAt(mlir::Operation* op, mlir::Value counter, const Literal& count) {
  std::vector<Literal> operands;
  for (mlir::Value operand : op->getOperands())
    operands.push_back(operand == counter ? count : splatOf(operand));
  return valueOf(op, operands);
}

} // namespace

std::optional<int64_t> tripsUpTo(mlir::Operation* loop, int64_t most) {
  mlir::Block &condition = loop->getRegion(0).front(), &body = loop->getRegion(1).front();
  mlir::Operation* test = condition.getTerminator()->getOperand(0).getDefiningOp();
  if (!test || test->getBlock() != &condition)
    return std::nullopt;
  for (mlir::Value operand : test->getOperands()) {
    auto tested = mlir::dyn_cast<mlir::BlockArgument>(operand);
    if (!tested || tested.getOwner() != &condition)
      continue;
    const unsigned number = tested.getArgNumber();
    mlir::Value counter = body.getArgument(number);
    mlir::Operation* step = body.getTerminator()->getOperand(number).getDefiningOp();
    Literal count = splatOf(loop->getOperand(number));
    for (int64_t trips = 0; step && count.valid(); ++trips) {
      if (trips == most)
        return most;
      Literal goesOn = valueAt(test, tested, count);
      if (!goesOn.valid())
        return std::nullopt;
      if (goesOn.toInt(0) == 0)
        return trips;
      count = valueAt(step, counter, count);
    }
  }
  return std::nullopt;
}

} // namespace lz::hlo

#include "formats/adopt/ops/WholeBody.h"

#include "hlo/rewrite/OpMaker.h"

#include "mlir/IR/IRMapping.h"

namespace lz::formats {
namespace {

bool isElementwise(mlir::Operation& op) {
  const OpInfo* info = hlo::opInfo(&op);
  return info && (info->kind == OpKind::Elementwise || info->opcode == Opcode::Constant) &&
         llvm::all_of(op.getResults(), [](mlir::Value v) { return hlo::typeOf(v).rank() == 0; });
}

// Returns whether the parameters are scalars of the tensors' element types, and the body returns
// one scalar.
bool fits(mlir::Block& body, mlir::ValueRange wholes) {
  if (wholes.empty() || body.getNumArguments() != wholes.size() || body.empty() ||
      !mlir::isa<hlo::ReturnOp>(body.back()) || body.back().getNumOperands() != 1)
    return false;
  const Dims dims = hlo::typeOf(wholes.front()).dims;
  for (auto [whole, parameter] : llvm::zip(wholes, body.getArguments())) {
    const TensorType type = hlo::typeOf(whole);
    if (!isValid(type.dtype) || type.dims != dims ||
        hlo::typeOf(parameter) != TensorType{type.dtype, {}})
      return false;
  }
  return hlo::typeOf(body.back().getOperand(0)).rank() == 0 &&
         llvm::all_of(body.without_terminator(), isElementwise);
}

} // namespace

mlir::Value applyToWholes(mlir::RewriterBase& rewriter, mlir::Location loc, mlir::Block& body,
                          mlir::ValueRange wholes) {
  if (!fits(body, wholes))
    return {};
  const Dims dims = hlo::typeOf(wholes.front()).dims;
  mlir::IRMapping whole;
  whole.map(body.getArguments(), wholes);
  hlo::OpMaker maker(rewriter, loc);
  auto spread = [&](mlir::Value scalar) {
    return dims.empty() ? scalar : maker.broadcast(scalar, dims, {});
  };
  // Values from outside of the body are scalars that must be broadcast.
  auto wholeOf = [&](mlir::Value scalar) {
    if (!whole.contains(scalar))
      whole.map(scalar, spread(scalar));
    return whole.lookup(scalar);
  };
  for (mlir::Operation& inner : body.without_terminator()) {
    for (mlir::Value operand : inner.getOperands())
      wholeOf(operand);
    if (mlir::isa<hlo::ConstantOp>(inner)) {
      whole.map(inner.getResult(0), spread(rewriter.clone(inner)->getResult(0)));
      continue;
    }
    mlir::Operation* copy = rewriter.clone(inner, whole);
    for (mlir::Value result : copy->getResults())
      result.setType(hlo::toIr(rewriter.getContext(), {hlo::typeOf(result).dtype, dims}));
  }
  return wholeOf(body.back().getOperand(0));
}

} // namespace lz::formats

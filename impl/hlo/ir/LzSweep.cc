// Defines which ops the body of lz.sweep may contain, and verifies them.
#include "hlo/ir/Dialect.h"
#include "hlo/ir/Enclose.h"

namespace lz::ir {
namespace {

bool isProduct(mlir::Operation* op) {
  return mlir::isa<ContractionOp>(op) || isContraction(op);
}

// Returns the value of which `v` is another shape.
mlir::Value withoutReshapes(mlir::Value v) {
  while (mlir::Operation* op = v.getDefiningOp()) {
    if (!renamesRows(op))
      break;
    v = op->getOperand(0);
  }
  return v;
}

mlir::LogicalResult verifyProduct(mlir::Operation* op, mlir::Operation* previous) {
  if (auto around = mlir::dyn_cast<ContractionOp>(op); around && around.getSlices())
    return op->emitOpError("runs by slices, but in lz.sweep it must run by rows");
  if (!previous)
    return mlir::success();
  if (!mlir::isa<ContractionOp>(previous))
    return previous->emitOpError("is not the last product of lz.sweep, so it must be an "
                                 "lz.contraction");
  const auto reads = [&](mlir::Value v) { return withoutReshapes(v).getDefiningOp() == previous; };
  if (llvm::count_if(op->getOperands(), reads) == 1)
    return mlir::success();
  return op->emitOpError("must read one result of the product before it, but reads ")
         << llvm::count_if(op->getOperands(), reads);
}

} // namespace

mlir::Value tableOf(mlir::Operation* product) {
  if (!mlir::isa_and_nonnull<SweepOp>(product->getParentOp()))
    return nullptr;
  for (mlir::Value v : product->getOperands())
    if (mlir::isa_and_nonnull<ContractionOp>(withoutReshapes(v).getDefiningOp()))
      return v;
  return nullptr;
}

mlir::Block* bodyOfProducts(mlir::Operation* op) {
  if (!mlir::isa_and_nonnull<ContractionOp, SweepOp>(op))
    return nullptr;
  return &op->getRegion(0).front();
}

mlir::LogicalResult SweepOp::verifyRegions() {
  mlir::Operation* previous = nullptr;
  int products = 0;
  for (mlir::Operation& op : getBody().front().without_terminator()) {
    if (renamesRows(&op))
      continue;
    if (!isProduct(&op))
      return op.emitOpError("cannot be in lz.sweep, which contains only products and reshapes");
    if (failed(verifyProduct(&op, previous)))
      return mlir::failure();
    for (mlir::Value v : op.getOperands())
      if (previous && withoutReshapes(v).getDefiningOp() == previous && !v.hasOneUse())
        return op.emitOpError("reads a result of the product before it that something else reads");
    previous = &op;
    ++products;
  }
  if (products < 2)
    return emitOpError("must contain two or more products, but has ") << products;
  return mlir::success();
}

SweepOp SweepOp::enclose(mlir::Operation* first, mlir::Operation* last) {
  return lz::ir::enclose<SweepOp>(first, last, isProduct);
}

} // namespace lz::ir

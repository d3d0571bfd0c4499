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

// Returns whether the contraction of the product reads this operand of the product.
bool contractionReads(mlir::OpOperand& operand) {
  mlir::Block* body = bodyOfProducts(operand.getOwner());
  if (!body)
    return true;
  const mlir::Value inside = body->getArgument(operand.getOperandNumber());
  return llvm::any_of(inside.getUsers(), isContraction);
}

// Returns the operands of the product that its contraction reads, and that an lz.contraction makes.
llvm::SmallVector<mlir::Value> tablesOf(mlir::Operation* product) {
  llvm::SmallVector<mlir::Value> tables;
  for (mlir::OpOperand& operand : product->getOpOperands())
    if (contractionReads(operand) &&
        mlir::isa_and_nonnull<ContractionOp>(withoutReshapes(operand.get()).getDefiningOp()))
      tables.push_back(operand.get());
  return tables;
}

mlir::LogicalResult verifyProduct(mlir::Operation* op, mlir::Operation* previous) {
  if (auto around = mlir::dyn_cast<ContractionOp>(op); around && around.getSlices())
    return op->emitOpError("runs by slices, but in lz.sweep it must run by rows");
  if (!previous)
    return mlir::success();
  if (!mlir::isa<ContractionOp>(previous))
    return previous->emitOpError("is not the last product of lz.sweep, so it must be an "
                                 "lz.contraction");
  const llvm::SmallVector<mlir::Value> tables = tablesOf(op);
  if (tables.size() != 1 || withoutReshapes(tables[0]).getDefiningOp() != previous)
    return op->emitOpError("must multiply one result of the product before it, but multiplies ")
           << tables.size();
  if (!tables[0].hasOneUse())
    return op->emitOpError(
        "multiplies a result of the product before it that something else reads");
  return mlir::success();
}

} // namespace

mlir::Value tableOf(mlir::Operation* product) {
  if (!mlir::isa_and_nonnull<SweepOp>(product->getParentOp()))
    return nullptr;
  const llvm::SmallVector<mlir::Value> tables = tablesOf(product);
  return tables.empty() ? nullptr : tables.front();
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
    if (failed(verifyKeptResults(&op)))
      return mlir::failure();
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

// Moves consecutive ops into the body of a new op. Only for files of hlo/ir.
#pragma once

#include "hlo/ir/Dialect.h"

#include "llvm/ADT/SetVector.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace lz::ir {

// Moves the ops from `first` to `last` into a new op of type OpT in their place. Values from
// outside become its operands, and values that are read outside become its results. The new op has
// the location of the first moved op for which `isMain` is true.
template <typename OpT>
OpT enclose(mlir::Operation* first, mlir::Operation* last,
            llvm::function_ref<bool(mlir::Operation*)> isMain) {
  llvm::SetVector<mlir::Operation*> ops;
  for (mlir::Operation* op = first; op != last->getNextNode(); op = op->getNextNode())
    ops.insert(op);
  auto isOutside = [&](mlir::OpOperand& use) { return !ops.contains(use.getOwner()); };
  llvm::SetVector<mlir::Value> inputs;
  llvm::SmallVector<mlir::Value> outputs;
  for (mlir::Operation* op : ops) {
    for (mlir::Value operand : op->getOperands())
      if (!ops.contains(operand.getDefiningOp()))
        inputs.insert(operand);
    for (mlir::Value result : op->getResults())
      if (llvm::any_of(result.getUses(), isOutside))
        outputs.push_back(result);
  }

  mlir::OpBuilder builder(first);
  mlir::Location loc = (*llvm::find_if(ops, isMain))->getLoc();
  mlir::OperationState state(loc, OpT::getOperationName());
  state.addOperands(inputs.getArrayRef());
  state.addTypes(llvm::to_vector(mlir::ValueRange(outputs).getTypes()));
  state.addRegion();
  auto around = mlir::cast<OpT>(builder.create(state));
  mlir::Block* body = builder.createBlock(&around.getBody());
  mlir::IRMapping params;
  for (mlir::Value input : inputs)
    params.map(input, body->addArgument(input.getType(), input.getLoc()));
  for (mlir::Operation* op : ops)
    for (mlir::OpOperand& operand : op->getOpOperands())
      operand.set(params.lookupOrDefault(operand.get()));
  for (auto [output, result] : llvm::zip(outputs, around->getResults()))
    output.replaceUsesWithIf(result, isOutside);
  for (mlir::Operation* op : ops)
    op->moveBefore(body, body->end());
  builder.create<ReturnOp>(loc, outputs);
  return around;
}

} // namespace lz::ir

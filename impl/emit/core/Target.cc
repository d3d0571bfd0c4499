#include "emit/core/Target.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"

namespace lz::emit {

KernelFrame Target::beginKernel(mlir::ModuleOp module, const std::string& name) const {
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(module.getBody());
  mlir::Type pointer = mlir::LLVM::LLVMPointerType::get(builder.getContext());
  mlir::Type i64 = builder.getI64Type();
  auto function = builder.create<mlir::func::FuncOp>(
      builder.getUnknownLoc(), name, builder.getFunctionType({pointer, i64, i64}, {}));
  mlir::Block* entry = function.addEntryBlock();
  return {entry, entry->getArgument(0), entry->getArgument(1), entry->getArgument(2)};
}

void Target::endKernel(mlir::OpBuilder& builder, mlir::Location loc) const {
  builder.create<mlir::func::ReturnOp>(loc);
}

} // namespace lz::emit

#include "emit/core/EmitKernel.h"

#include "emit/core/KernelEmitter.h"
#include "emit/memory/Memory.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"

namespace lz::emit {

Status emitKernel(mlir::ModuleOp module, const Schedule& schedule, const std::string& name) {
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(module.getBody());
  mlir::Location loc = builder.getUnknownLoc();
  mlir::Type pointer = mlir::LLVM::LLVMPointerType::get(builder.getContext());
  mlir::Type i64 = builder.getI64Type();
  auto function = builder.create<mlir::func::FuncOp>(
      loc, name, builder.getFunctionType({pointer, i64, i64}, {}));
  mlir::Block& entry = *function.addEntryBlock();
  KernelEmitter emitter(builder, loc, schedule);
  LZ_RETURN_IF_ERROR(
      emitter.emit(entry, entry.getArgument(0), entry.getArgument(1), entry.getArgument(2)));
  builder.setInsertionPointToEnd(&entry);
  if (schedule.choice.streamsAny())
    fenceStreams(builder, loc);
  builder.create<mlir::func::ReturnOp>(loc);
  return okStatus();
}

} // namespace lz::emit

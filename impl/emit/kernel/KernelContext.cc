#include "emit/kernel/KernelContext.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace lz::emit {

using mlir::Value;
namespace LLVM = mlir::LLVM;

KernelContext::KernelContext(mlir::OpBuilder& builder, mlir::Location loc,
                             const schedule::Schedule& schedule, const Target& target,
                             const KernelFrame& frame)
    : schedule(schedule), plan(schedule.plan), grid(schedule.grid), lanes(schedule.lanes),
      gridDims(schedule.gridDims), target(target), builder(builder), b(builder, loc, target, lanes),
      index(b, plan.extents()), frame(frame) {}

void KernelContext::loadBuffers() {
  auto loadPointer = [&](size_t ordinal) -> Value {
    Value address = builder.create<LLVM::GEPOp>(b.loc(), pointer(), pointer(), frame.buffers,
                                                llvm::ArrayRef<LLVM::GEPArg>{int32_t(ordinal)});
    return builder.create<LLVM::LoadOp>(b.loc(), pointer(), address, /*alignment=*/8);
  };
  for (size_t i = 0; i < plan.inputs.size(); ++i)
    inputs.push_back(loadPointer(i));
  for (size_t i = 0; i < plan.outputTypes.size(); ++i)
    outputs.push_back(loadPointer(plan.inputs.size() + i));
  scratch = Memory::makeScratch(b, pointer());
}

void KernelContext::focus(Scope& scope) {
  const InsertState& at = scope.at;
  if (at.before)
    builder.setInsertionPoint(at.before);
  else if (!at.block->empty() && at.block->back().hasTrait<mlir::OpTrait::IsTerminator>())
    builder.setInsertionPoint(&at.block->back());
  else
    builder.setInsertionPointToEnd(at.block);
}

Value KernelContext::allocate(mlir::Type element, int64_t count) {
  return builder.create<LLVM::AllocaOp>(b.loc(), pointer(), element, b.intConstant(64, count),
                                        /*alignment=*/64);
}

Status KernelContext::emitPoint(Scope& scope) {
  for (size_t child : scope.stage->children)
    if (schedule.stages[child].reduction < 0)
      LZ_RETURN_IF_ERROR(stages->run(schedule.stages[child], scope));
  return okStatus();
}

Status KernelContext::emitReductionAt(int32_t reduction, Scope& scope) {
  for (size_t child : scope.stage->children)
    if (schedule.stages[child].reduction == reduction)
      return stages->run(schedule.stages[child], scope);
  return internalError("[emit] reduction", reduction, " is needed at a point of stage ",
                       scope.stage - schedule.stages.data(), ", where the schedule has ",
                       "no stage for it\n", print(schedule));
}

mlir::Location KernelContext::locOfLoop() const {
  if (!running)
    return b.loc();
  std::string name = "stage " + std::to_string(running - schedule.stages.data());
  return mlir::NameLoc::get(mlir::StringAttr::get(builder.getContext(), name));
}

} // namespace lz::emit

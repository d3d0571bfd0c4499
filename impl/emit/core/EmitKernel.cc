#include "emit/core/EmitKernel.h"

#include "emit/core/KernelEmitter.h"

namespace lz::emit {

Status emitKernel(mlir::ModuleOp module, const Schedule& schedule, const Target& target,
                  const std::string& name) {
  KernelFrame frame = target.beginKernel(module, name);
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(frame.entry);
  mlir::Location loc = builder.getUnknownLoc();
  KernelEmitter emitter(builder, loc, schedule, target);
  LZ_RETURN_IF_ERROR(emitter.emit(frame));
  builder.setInsertionPointToEnd(frame.entry);
  if (schedule.passesCaches())
    target.fenceStreams(builder, loc);
  target.endKernel(builder, loc);
  return okStatus();
}

} // namespace lz::emit

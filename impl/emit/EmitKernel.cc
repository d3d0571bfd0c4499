#include "emit/EmitKernel.h"

#include "emit/stages/Stages.h"

namespace lz::emit {

Status emitKernel(mlir::ModuleOp module, const schedule::Schedule& schedule, const Target& target,
                  const std::string& name) {
  KernelFrame frame = target.beginKernel(module, name);
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(frame.entry);
  mlir::Location loc = builder.getUnknownLoc();
  KernelContext k(builder, loc, schedule, target, frame);
  InsertState start{frame.entry};
  Scope root(start, schedule.plan.dims.size());
  root.stage = &schedule.stages.front();
  k.focus(root);
  k.loadBuffers();
  Stages stages(k);
  LZ_RETURN_IF_ERROR(stages.run(*root.stage, root));
  builder.setInsertionPointToEnd(frame.entry);
  if (schedule.passesCaches())
    target.fenceStreams(builder, loc);
  target.endKernel(builder, loc);
  return okStatus();
}

} // namespace lz::emit

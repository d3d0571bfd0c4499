// The one place that says which function emits a stage. A kernel is written by going down the tree
// (schedule/Stage.h): a stage opens its loops, and at their innermost point emitPoint runs the
// stages inside that write. These ask for values, and a value that a reduction makes runs the stage
// of this reduction, once, at the point of the tree that has it as a child:
//
//   softmax: units -> stores over d1 -> %11 = divide %5, %10 at d1 -> %10 at d0, a point of the
//   units -> lane reduction 1, whose code stands before the loop of the stores
//
// So the tree says what runs and where, and nothing else can run: a reduction that is no child is
// an internal error. Each loop says as its MLIR location whose it is, "stage 3", which
// tests/ops/StageLoopsTest.cc compares with the printed tree.
#include "emit/core/KernelEmitter.h"

namespace lz::emit {

Status KernelEmitter::emitStage(const Stage& stage, Scope& scope) {
  const Stage* around = std::exchange(running_, &stage);
  auto emit = [&]() -> Status {
    switch (stage.kind) {
    case StageKind::Kernel:
      return emitPoint(scope);
    case StageKind::Units:
      return emitUnits(stage, scope);
    case StageKind::Map:
      return emitMap(stage, scope);
    case StageKind::Ranges:
      return emitRanges(stage, scope);
    case StageKind::Columns:
      return emitColumns(stage, scope);
    case StageKind::Tiles:
      return emitTiles(stage, scope);
    case StageKind::ShortRows:
      return emitGroups(stage, scope);
    case StageKind::Reduction:
      return emitReduction(stage, scope);
    case StageKind::LaneReduction:
      return emitLaneReduction(stage, scope);
    case StageKind::SideBySide:
      return emitSideBySide(stage, scope, {&scope});
    case StageKind::Sums:
      return emitSums(stage, scope);
    case StageKind::SumStores:
      return emitSumStores(stage, scope);
    case StageKind::Stores:
      return emitStores(stage, scope);
    case StageKind::Scatter:
      return emitScatter(stage, scope);
    }
    return internalError("[emit] a stage of no kind");
  };
  Status status = emit();
  running_ = around;
  return status;
}

Status KernelEmitter::emitPoint(Scope& scope) {
  for (size_t child : scope.stage->children)
    if (schedule_.stages[child].reduction < 0)
      LZ_RETURN_IF_ERROR(emitStage(schedule_.stages[child], scope));
  return okStatus();
}

StatusOr<const Stage*> KernelEmitter::stageOf(int32_t reduction, const Scope& scope) const {
  for (size_t child : scope.stage->children)
    if (schedule_.stages[child].reduction == reduction)
      return &schedule_.stages[child];
  return internalError("[emit] reduction", reduction, " is asked for at a point of stage ",
                       scope.stage - schedule_.stages.data(), ", inside of which the schedule has ",
                       "no stage for it\n", print(schedule_));
}

mlir::Location KernelEmitter::locOfLoop() const {
  if (!running_)
    return b_.loc();
  std::string name = "stage " + std::to_string(running_ - schedule_.stages.data());
  return mlir::NameLoc::get(mlir::StringAttr::get(builder_.getContext(), name));
}

} // namespace lz::emit

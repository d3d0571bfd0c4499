// Emits the stages of one kernel, and holds the data that stages keep for other stages. The emitter
// goes down the loop tree (schedule/Stage.h). A stage opens its loops. Inside of its innermost
// loop, KernelContext::emitPoint runs the child stages that write outputs. These ask for the values
// that they need. If a value is the result of a reduction, the stage of the reduction runs once, in
// the stage whose child it is:
//
//   softmax: units -> stores over d1 -> %11 = divide %5, %10 at d1 -> %10 at d0, a point of the
//   units -> lane reduction 1, whose code is before the loop of the stores
//
// If a value needs a reduction that is no child of a surrounding stage, this is an internal error.
// The MLIR location of each loop names its stage, "stage 3", and tests/ops/StageLoopsTest.cc
// compares these names with the printed tree.
#pragma once

#include "emit/stages/Columns.h"
#include "emit/stages/KeptRows.h"
#include "emit/stages/ShortRows.h"
#include "emit/stages/Unit.h"
#include "emit/stages/UpdateList.h"

namespace lz::emit {

class Stages final : public StageRunner {
public:
  // Must be constructed at the beginning of the kernel, because it allocates the memory of all
  // stages on the kernel's stack.
  explicit Stages(KernelContext& k);

  Status run(const schedule::Stage& stage, Scope& scope) override;

  KernelContext& k;
  Unit unit; // the unit that is emitted
  KeptRows rows;
  ColumnSums sums;
  ShortRows shortRows;
  UpdateList updates;
};

// Declares emitMap, emitStores and so on, one function for each kind of stage. Each is in its own
// file, whose comment shows an example. `scope` is a point of the parent stage.
#define LZ_STAGE_KIND(kind, name)                                                                  \
  Status emit##kind(Stages& s, const schedule::Stage& stage, Scope& scope);
#include "schedule/StageKinds.def"

} // namespace lz::emit

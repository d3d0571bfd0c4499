// Emits the stages of one kernel, and holds the data that stages keep for other stages. The emitter
// goes down the loop tree (schedule/Stage.h). A stage opens its loops. Inside of its innermost
// loop, KernelContext::emitPoint runs the child stages that write outputs. The child stages ask for
// the values that they need. If a value is the result of a reduction, the stage of the reduction is
// emitted once, in its parent stage:
//
//   softmax: units -> stores over d1 -> %11 = divide %5, %10 at d1 -> %10 at d0, a point of the
//   units -> lane reduction 1, whose code is before the loop of the stores
//
// The MLIR location of each loop names its stage, "stage 3", and tests/ops/StageLoopsTest.cc
// compares these names with the printed tree.
#pragma once

#include "emit/stages/Columns.h"
#include "emit/stages/KeptRows.h"
#include "emit/stages/ShortRows.h"
#include "emit/stages/Table.h"
#include "emit/stages/Unit.h"
#include "emit/stages/UpdateList.h"

namespace lz::emit {

class Stages final : public StageRunner {
public:
  // Allocates the memory of all stages on the kernel's stack. Must be called at the beginning of
  // the kernel.
  explicit Stages(KernelContext& k);

  Status run(const schedule::Stage& stage, Scope& scope) override;

  KernelContext& k;
  Unit unit; // the unit that is emitted
  KeptRows rows;
  ColumnSums sums;
  TableMemory table;
  ShortRows shortRows;
  UpdateList updates;
};

// Declares a function for each kind of stage: emitMap, emitStores and so on. Each function has its
// own file, which begins with an example. `scope` is a point of the parent stage.
#define LZ_STAGE_KIND(kind, name)                                                                  \
  Status emit##kind(Stages& s, const schedule::Stage& stage, Scope& scope);
#include "schedule/StageKinds.def"

} // namespace lz::emit

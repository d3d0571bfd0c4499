// Emits the stages of one kernel, and holds the data that they keep for each other. The emitter
// goes down the tree (schedule/Stage.h). A stage opens its loops, and at their innermost point
// KernelContext::emitPoint runs the inner stages that write. These ask for values. If a reduction
// computes a value, its stage runs once, at the point of the tree that has it as a child:
//
//   softmax: units -> stores over d1 -> %11 = divide %5, %10 at d1 -> %10 at d0, a point of the
//   units -> lane reduction 1, whose code is before the loop of the stores
//
// Only stages of the tree can run: needing a reduction that is not a child is an internal error.
// The MLIR location of each loop names its stage, "stage 3", and tests/ops/StageLoopsTest.cc
// compares them with the printed tree.
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
// file, whose comment shows an example. The scope is a point of the stage around it.
#define LZ_STAGE_KIND(kind, name)                                                                  \
  Status emit##kind(Stages& s, const schedule::Stage& stage, Scope& scope);
#include "schedule/StageKinds.def"

} // namespace lz::emit

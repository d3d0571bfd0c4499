// The tree of stages that a kernel runs. A stage is one loop nest. A child of a stage runs inside
// of all loops of the stage, or only inside of its outer loops. BuildStages.cc builds the tree,
// PrintSchedule.cc prints it, and emit/stages emits code for it. Each kind of stage
// (StageKinds.def) has its own emitter:
//
//   softmax of 3072 x 4096        kernel
//                                 `- units, 3072 of them, d0
//                                    |- lane reduction 0 over d2
//                                    |- lane reduction 1 over d3, keeps %9
//                                    `- stores of out0 over d1, reads %9 as %5
//
//   sum over d1 of f(sum over d2  kernel
//   of |x[d0,d2] - y[d1,d2]|)     `- units of d0
//                                    `- map over vectors of d0
//                                       |- reduction 1 over d1, four points at a time
//                                       |  `- side by side 0 over d2
//                                       `- stores of out0
//
// Children are in the order in which their code runs. The loop over whole vectors and the masked
// vector after it are one stage. All copies of an unrolled loop are one stage.
#pragma once

#include "region/Monoid.h"
#include "schedule/KeptRows.h"

namespace lz::schedule {

enum class StageKind : uint8_t {
#define LZ_STAGE_KIND(kind, name) kind,
#include "schedule/StageKinds.def"
};

enum class LoopForm : uint8_t {
  Points,   // a loop over the points; no loop for a single point
  Copies,   // unrolled: a copy of the code for each point
  Lanes,    // vectors of `count` points, and a masked one for the rest
  Together, // `count` points at once, then the remaining points
};

struct StageLoop {
  int32_t dim;
  LoopForm form = LoopForm::Points;
  int64_t count = 1;
};

// Which stores to an output bypass the caches.
enum class Streaming : uint8_t {
  None,
  Vectors, // all parts that are multiples of 16 bytes
  Lines,   // only whole cache lines, because the next store is in another row
};

struct Stage {
  StageKind kind;
  size_t parent = 0;
  size_t depth = 0; // number of the parent's loops around this stage
  std::vector<size_t> children{};
  std::vector<StageLoop> loops{}; // outermost first

  int32_t reduction = -1;             // the reduction that the stage computes
  std::vector<size_t> outputs{};      // the outputs of the plan that the stage writes
  std::vector<Streaming> streaming{}; // one for each of these outputs

  // `keeps` are values that the stage stores in memory for a later stage. `reads` are values that
  // the stage does not compute again. Instead of computing the value `used`, the stage reads the
  // kept value `made` at the same point of the row.
  std::vector<region::NodeId> keeps{};
  std::vector<KeptRow> reads{};

  // For a lane reduction: how the lanes hold partial results. For rows that are reduced together:
  // the values from which the reduction starts.
  std::optional<region::Partials> partials = std::nullopt;
  int chains = 1; // partial sums of a lane reduction that do not wait for each other
  // Whether points are added one after the other, as in the interpreter. The field is set at the
  // numerics level strict, so that a sum has the same bits in every region. Lanes then hold the
  // values of points instead of partial sums.
  bool isInOrder = false;
  // Whether the result can differ between the lanes of the loop around the stage.
  bool isVector = false;
  // Loads whose data is prefetched for a later point. A map prefetches half a page ahead. Tiles
  // prefetch the next tile. A reduction down columns prefetches the next row. A reduction along a
  // row prefetches the row of the next unit.
  std::vector<region::NodeId> fetches{};
  // For a map that follows a Columns stage: whether the map computes only the last, incomplete
  // vector of a row.
  bool isRest = false;
  // For a stage with a loop of the form Together: the index of the SideBySide stage that the stage
  // needs. In each iteration of the loop, the SideBySide stage computes results for all `count`
  // points.
  std::optional<size_t> together = std::nullopt;
  // For rows that are reduced together: the number of rows in registers. `rowsOfPoint` is the
  // number if one point is computed at a time. `rowsOfPoints` is the number if several points are
  // computed together.
  int rowsOfPoint = 1, rowsOfPoints = 1;
};

// Returns a name for texts, such as "map".
const char* nameOf(StageKind kind);

inline bool hasLanes(const Stage& stage) {
  return !stage.loops.empty() && stage.loops.back().form == LoopForm::Lanes;
}

} // namespace lz::schedule

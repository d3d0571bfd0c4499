// The tree of stages that a kernel runs. A stage is one loop nest. Its children run inside it, at
// each point of all its loops or only of its outer loops. The tree is built once for a target
// (BuildStages.cc). PrintSchedule.cc prints it, and emit/stages emits code for it, with one
// function for each kind (StageKinds.def):
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
// Children are in the order in which their code runs. The tree has one stage for whole vectors and
// the masked rest, and one for all copies of an unrolled loop.
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

// Which parts of an output are stored past the caches.
enum class Streaming : uint8_t {
  None,
  Vectors, // all parts that are multiples of 16 bytes
  Lines,   // only whole cache lines, since the next store is in another row
};

struct Stage {
  StageKind kind;
  size_t parent = 0;
  size_t depth = 0; // number of the parent's loops around this stage
  std::vector<size_t> children{};
  std::vector<StageLoop> loops{}; // outermost first

  int32_t reduction = -1;             // the reduction that the stage computes
  std::vector<size_t> outputs{};      // the outputs of the plan that the stage writes
  std::vector<Streaming> streaming{}; // for each of these outputs

  // `keeps` are values of the stage's points that stay in memory for a later stage. `reads` are
  // kept values that the stage reads instead of computing them. It reads `made` at the same point
  // of the row in place of `used`.
  std::vector<region::NodeId> keeps{};
  std::vector<KeptRow> reads{};

  // For a lane reduction: how the lanes hold partial results. For rows that are reduced together:
  // the values from which the reduction starts.
  std::optional<region::Partials> partials = std::nullopt;
  int chains = 1; // partial sums of a lane reduction that do not wait for each other
  // Set at the numerics level strict. Points are added one after the other, as in the interpreter,
  // so a sum has the same bits in every region. Lanes then compute the points that are added, and
  // hold no partial sums.
  bool isInOrder = false;
  // Whether the result can differ between the lanes of the loop around the stage.
  bool isVector = false;
  // Loads that are prefetched for a later point while this point is computed. A map prefetches half
  // a page ahead, tiles prefetch the next tile, a reduction down columns prefetches the next row,
  // and rows prefetch the rows of the next unit.
  std::vector<region::NodeId> fetches{};
  // For a map that follows a Columns stage: whether it computes only the last vector of a row,
  // which is incomplete.
  bool isRest = false;
  // For a reduction with a loop of the form Together: the SideBySide stage that it needs. That
  // stage computes its results for all points of one iteration at once.
  std::optional<size_t> together = std::nullopt;
  // For rows that are reduced together: the number of rows in registers if one point is computed,
  // and if several points are computed.
  int rowsOfPoint = 1, rowsOfPoints = 1;
};

// Returns a name for texts, such as "map".
const char* nameOf(StageKind kind);

inline bool hasLanes(const Stage& stage) {
  return !stage.loops.empty() && stage.loops.back().form == LoopForm::Lanes;
}

} // namespace lz::schedule

// The tree of stages that a kernel runs. A stage is one loop nest. Its children run inside it, at
// each point of its loops or only of its outer loops. The tree is built once for a target
// (BuildStages.cc), printed (PrintSchedule.cc), and written by emit/stages, with one function for
// each kind (StageKinds.def):
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
// Children are in the order in which their code runs. The tree does not distinguish whole vectors
// from the masked rest, or the copies of an unrolled loop.
#pragma once

#include "region/Monoid.h"
#include "schedule/KeptRows.h"

namespace lz::schedule {

enum class StageKind : uint8_t {
#define LZ_STAGE_KIND(kind, name) kind,
#include "schedule/StageKinds.def"
};

enum class LoopForm : uint8_t {
  Points,   // a loop, point after point; no loop for a single point
  Copies,   // unrolled: the code of each point, one after the other
  Lanes,    // whole vectors of `count` points, and a masked one for the rest
  Together, // `count` points at a time, then the remaining points
};

struct StageLoop {
  int32_t dim;
  LoopForm form = LoopForm::Points;
  int64_t count = 1;
};

// Says which stores bypass the caches.
enum class Streaming : uint8_t {
  None,
  Vectors, // all parts that are multiples of 16 bytes
  Lines,   // only whole cache lines, since the next store goes to another row
};

struct Stage {
  StageKind kind;
  size_t parent = 0;
  size_t depth = 0; // how many of the parent's loops are around it
  std::vector<size_t> children{};
  std::vector<StageLoop> loops{}; // outermost first

  int32_t reduction = -1;             // the reduction that it computes
  std::vector<size_t> outputs{};      // the outputs of the plan that it writes
  std::vector<Streaming> streaming{}; // for each of these outputs

  // `keeps` are values of the stage's points that stay in memory for a later stage. `reads` are
  // values that the stage reads from there instead of computing them: instead of `used` it reads
  // `made` at the same point of the row.
  std::vector<region::NodeId> keeps{};
  std::vector<KeptRow> reads{};

  // For a lane reduction: how the lanes hold partial results. For rows side by side: the values
  // from which they start.
  std::optional<region::Partials> partials = std::nullopt;
  int chains = 1; // partial results of a lane reduction, added up side by side
  // Set at numerics level strict: points are added one after the other, as in the interpreter, so a
  // sum has the same bits in every region. Lanes then compute the points that are added, not
  // partial sums.
  bool isInOrder = false;
  // Whether the result differs between the lanes of the loop around the stage.
  bool isVector = false;
  // Loads whose elements for a later point are prefetched while this point is computed. A map
  // prefetches half a page ahead, tiles prefetch the next tile, a reduction down columns prefetches
  // the next row, and rows prefetch the rows of the next unit.
  std::vector<region::NodeId> fetches{};
  // For a map next to a Columns stage: whether it computes only the last vector of a row, which is
  // not whole.
  bool isRest = false;
  // For a reduction with a loop of the form Together: the side-by-side stage that it needs. That
  // stage computes its results for all of these points at once.
  std::optional<size_t> together = std::nullopt;
  // For rows side by side: the number of rows that are in registers at a time, if one point is
  // computed, and if several points are.
  int rowsOfPoint = 1, rowsOfPoints = 1;
};

// Returns a name for texts, such as "map".
const char* nameOf(StageKind kind);

inline bool hasLanes(const Stage& stage) {
  return !stage.loops.empty() && stage.loops.back().form == LoopForm::Lanes;
}

} // namespace lz::schedule

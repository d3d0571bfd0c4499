// What a kernel runs, as a tree. A stage is one loop nest. Its children run inside of it, at each
// point of its loops or of its outer loops only. The tree is built once for a target
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
// Children stand in the order in which their code runs. A stage is the same in whole vectors and in
// the masked rest, and in all copies of the loop around it.
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
  Copies,   // the code of each point, one after the other
  Lanes,    // whole vectors of `count` points, and a masked one for the rest
  Together, // `count` points at a time, then the points that are left
};

struct StageLoop {
  int32_t dim;
  LoopForm form = LoopForm::Points;
  int64_t count = 1;
};

// Says which stores pass the caches.
enum class Streaming : uint8_t {
  None,
  Vectors, // all parts that are multiples of 16 bytes
  Lines,   // whole lines only, since the next store goes to another row
};

struct Stage {
  StageKind kind;
  size_t parent = 0;
  size_t depth = 0; // the number of the parent's loops around it
  std::vector<size_t> children{};
  std::vector<StageLoop> loops{}; // outermost first

  int32_t reduction = -1;             // the reduction that it computes
  std::vector<size_t> outputs{};      // the outputs of the plan that it writes
  std::vector<Streaming> streaming{}; // for each of these outputs

  // Values of its points that stay in memory for a later stage, and values that it reads from there
  // instead of computing them: `used` here is `made` at this point of the row.
  std::vector<region::NodeId> keeps{};
  std::vector<KeptRow> reads{};

  // For a lane reduction: how lanes hold parts of it. For rows side by side: the values that they
  // start from.
  std::optional<region::Partials> partials = std::nullopt;
  int chains = 1; // partial results of a lane reduction, added up side by side
  // Numerics level strict: points are added one after the other, as in the interpreter. A sum then
  // has the same bits in every region. Lanes compute its points, not parts of it.
  bool isInOrder = false;
  // The result differs between the lanes of the loop around it.
  bool isVector = false;
  // Loads whose elements for a later point are fetched while this point is computed. A map fetches
  // half a page ahead, tiles the next tile, a reduction down columns the next row, and rows those
  // of the next unit.
  std::vector<region::NodeId> fetches{};
  // For a map beside Columns: it computes only the last vector of a row, which is not whole.
  bool isRest = false;
  // For a reduction that takes some points Together: the side-by-side stage that it needs, which
  // computes its result for all of these points at once.
  std::optional<size_t> together = std::nullopt;
  // For rows side by side: the number of rows that have registers at a time, if one point is
  // computed and if several are.
  int rowsOfPoint = 1, rowsOfPoints = 1;
};

// "map", for texts.
const char* nameOf(StageKind kind);

inline bool hasLanes(const Stage& stage) {
  return !stage.loops.empty() && stage.loops.back().form == LoopForm::Lanes;
}

} // namespace lz::schedule

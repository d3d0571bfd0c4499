// What a kernel runs, as a tree. A stage is one loop nest; its children run inside of it, at each
// point of its loops or of the outer ones of these. The tree is built once for a target
// (BuildStages.cc), printed whole (PrintSchedule.cc), and written by emit/stages, a function for
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

namespace lz {

enum class StageKind : uint8_t {
#define LZ_STAGE_KIND(kind, name) kind,
#include "schedule/StageKinds.def"
};

enum class LoopForm : uint8_t {
  Points,   // a loop, point after point; a single point has none
  Copies,   // the code of each point, one after the other
  Lanes,    // whole vectors of `count` points, and a masked one for the rest
  Together, // `count` points at a time, and then what is left
};

struct StageLoop {
  int32_t dim;
  LoopForm form = LoopForm::Points;
  int64_t count = 1;
};

// How far stores pass the caches.
enum class Streaming : uint8_t {
  None,
  Vectors, // whatever is a multiple of 16 bytes
  Lines,   // whole lines only, as the store after one goes to another row
};

struct Stage {
  StageKind kind;
  size_t parent = 0;
  size_t depth = 0; // so many of the parent's loops are around it
  std::vector<size_t> children{};
  std::vector<StageLoop> loops{}; // outermost first

  int32_t reduction = -1;             // that it computes
  std::vector<size_t> outputs{};      // of the plan, that it writes
  std::vector<Streaming> streaming{}; // by these outputs

  // Values of its points that stay in memory for a later stage, and those that it has from there
  // instead of computing them: `used` is what `made` was at this point of the row.
  std::vector<NodeId> keeps{};
  std::vector<KeptRow> reads{};

  // Of a lane reduction: how lanes hold parts of it. Of rows side by side: what these start from.
  std::optional<Partials> partials = std::nullopt;
  int chains = 1; // partial results of a lane reduction that are added up side by side
  // Numerics level strict: points are added one after the other, as alone and in the interpreter. A
  // sum then has the same bits in every region; lanes compute its points, not parts of it.
  bool isInOrder = false;
  // The result differs from lane to lane of the loop around.
  bool isVector = false;
  // Loads whose elements for a later point are fetched while this one computes: of a map half a
  // page later, of tiles the next one, of a reduction down columns a row, of rows that of the next
  // unit.
  std::vector<NodeId> fetches{};
  // Of a map beside Columns: only the last vector of a row, which is not whole.
  bool isRest = false;
  // Of a reduction that takes some points Together: the stage side by side that computes its result
  // for all of them at once.
  std::optional<size_t> together = std::nullopt;
  // Of rows side by side: so many at a time have registers, where it computes one point and where
  // some.
  int rowsOfPoint = 1, rowsOfPoints = 1;
};

// "map", for texts.
const char* nameOf(StageKind kind);

inline bool hasLanes(const Stage& stage) {
  return !stage.loops.empty() && stage.loops.back().form == LoopForm::Lanes;
}

} // namespace lz

// What is chosen for a plan, by its cost and, of stores past the caches, by the sizes of the
// caches. The plan, its choice and a target determine the schedule.
#pragma once

#include "base/Status.h"
#include "region/RegionPlan.h"

#include <string>
#include <vector>

namespace lz {

// Which dimension runs over the vector lanes of a loop nest (ChooseLanes.cc).
enum class LaneMode : uint8_t {
  Scalar,    // none
  GridLanes, // the last grid dim
  RowLanes,  // in each reduction and each nest of inner dims its own last dim
};

struct Choice {
  LaneMode lanes = LaneMode::Scalar;
  // The lanes are over rows of a few elements that follow each other in memory: those of the last
  // grid dim with GridLanes, of the outermost reduction with RowLanes. The rows of all lanes are
  // turned as they are read and written (emit/stages/ShortRows.cc).
  bool shortRows = false;
  // With GridLanes: the other grid dim of square tiles, along which the transposed loads are
  // contiguous (ChooseTiles.cc); -1: none is transposed.
  int32_t tileDim = -1;
  // By output buffer, or empty: stores pass the caches, since the output is larger than these and
  // nobody reads it soon.
  std::vector<bool> streams{};

  bool streamsAny() const;
  bool streamsTo(const PlanOutput& output) const;
};

struct ChosenPlan {
  RegionPlan plan;
  Choice choice{};
};

// What shapes the loops, for names and explanations: "loop", "reduce", "row" (a reduction and what
// is made of it), "column" (reductions with the lanes over the columns), "transpose", "scatter".
const char* familyOf(const RegionPlan& plan, const Choice& choice);

// "row, row lanes, out0 past the caches"
std::string print(const RegionPlan& plan, const Choice& choice);

// Internal error where lanes, tiles or short rows are over dims that may not have them.
Status verify(const RegionPlan& plan, const Choice& choice);

} // namespace lz

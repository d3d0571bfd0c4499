// The choices made for a plan. Its cost decides them, except that the sizes of the caches decide
// about stores past the caches. The plan, its choice and a target determine the schedule.
#pragma once

#include "base/Status.h"
#include "region/RegionPlan.h"

#include <string>
#include <vector>

namespace lz::schedule {

// Which dimension runs over the vector lanes of a loop nest (ChooseLanes.cc).
enum class LaneMode : uint8_t {
  Scalar,    // none
  GridLanes, // the last grid dim
  RowLanes,  // in each reduction, and each nest of inner dims, its last dim
};

struct Choice {
  LaneMode lanes = LaneMode::Scalar;
  // Lanes run over short rows that follow each other in memory. With GridLanes the rows are those
  // of the last grid dim, with RowLanes those of the outermost reduction. The rows of all lanes are
  // transposed as they are read and written (emit/stages/ShortRows.cc).
  bool shortRows = false;
  // With GridLanes: the other grid dim of square tiles. Transposed loads are contiguous along it
  // (ChooseTiles.cc). -1 if no load is transposed.
  int32_t tileDim = -1;
  // For each output buffer, or empty: stores pass the caches, since the output is larger than these
  // and is not read soon.
  std::vector<bool> streams{};

  bool streamsAny() const;
  bool streamsTo(const region::PlanOutput& output) const;
};

struct ChosenPlan {
  region::RegionPlan plan;
  Choice choice{};
};

// The word for the shape of the loops, in names and explanations: "loop", "reduce", "row" (a
// reduction and values made from it), "column" (reductions with the lanes over the columns),
// "transpose", "scatter".
const char* familyOf(const region::RegionPlan& plan, const Choice& choice);

// "row, row lanes, out0 past the caches"
std::string print(const region::RegionPlan& plan, const Choice& choice);

// Internal error: lanes, tiles or short rows are over dims that may not have them.
Status verify(const region::RegionPlan& plan, const Choice& choice);

} // namespace lz::schedule

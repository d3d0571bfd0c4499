// The choices made for a plan. They are made by predicted cost, except for stores past the caches,
// which depend on the sizes of the caches. The plan, its choice and a target determine the
// schedule.
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
  RowLanes,  // the last dim of each reduction and of each nest of inner dims
};

struct Choice {
  LaneMode lanes = LaneMode::Scalar;
  // The lanes hold short rows that follow each other in memory, one row per lane. With GridLanes
  // there is a row for each point of the last grid dim, with RowLanes for each point of the
  // outermost reduction. The rows of all lanes are transposed as they are read and written
  // (emit/stages/ShortRows.cc).
  bool shortRows = false;
  // With GridLanes: the other grid dim of square tiles. Transposed loads are contiguous along it
  // (ChooseTiles.cc). -1 if no load is transposed.
  int32_t tileDim = -1;
  // For each output buffer: whether stores bypass the caches, because the output is larger than
  // these and is not read soon. Empty if none do.
  std::vector<bool> streams{};

  bool streamsAny() const;
  bool streamsTo(const region::PlanOutput& output) const;
};

struct ChosenPlan {
  region::RegionPlan plan;
  Choice choice{};
};

// Returns a word for the shape of the loops, for names and explanations: "loop", "reduce", "row" (a
// reduction and values made from it), "column" (reductions with the lanes over the columns),
// "transpose" or "scatter".
const char* familyOf(const region::RegionPlan& plan, const Choice& choice);

// Prints the choice: "row, row lanes, out0 past the caches".
std::string print(const region::RegionPlan& plan, const Choice& choice);

// Returns an internal error if lanes, tiles or short rows are over dims that may not have them.
Status verify(const region::RegionPlan& plan, const Choice& choice);

} // namespace lz::schedule

// The choices that are made for a plan. The sizes of the caches decide which outputs are stored
// past the caches. Predicted cost decides all other choices. The plan, its choice and a target
// determine the schedule.
#pragma once

#include "base/Status.h"
#include "region/RegionPlan.h"

#include <string>
#include <vector>

namespace lz::schedule {

// Which dimension of a loop nest is computed in the lanes of vectors (ChooseLanes.cc).
enum class LaneMode : uint8_t {
  Scalar,    // no dim
  GridLanes, // the last grid dim
  RowLanes,  // the last dim of each reduction and of each nest of inner dims
};

struct Choice {
  LaneMode lanes = LaneMode::Scalar;
  // Whether each lane holds a short row. These rows follow each other in memory. With GridLanes,
  // each point of the last grid dim has a row. With RowLanes, each point of the outermost reduction
  // has a row. The rows are transposed when they are read and written (emit/stages/ShortRows.cc).
  bool shortRows = false;
  // With GridLanes: the grid dim that forms square tiles with the lanes, or -1 if no load is
  // transposed. Loads that are transposed are contiguous along this dim (ChooseTiles.cc).
  int32_t tileDim = -1;
  // For each output buffer: whether its stores bypass the caches. They do if the output is larger
  // than the caches and is not read soon. If the list is empty, no store bypasses the caches.
  std::vector<bool> streams{};

  bool streamsAny() const;
  bool streamsTo(const region::PlanOutput& output) const;
};

struct ChosenPlan {
  region::RegionPlan plan;
  Choice choice{};
};

// Returns a word for the form of the loops, for names and explanations: "loop", "reduce", "row",
// "column", "transpose" or "scatter". "row" means a reduction, and values of the same row that are
// computed from its result. "column" means a reduction with the lanes over the columns.
const char* familyOf(const region::RegionPlan& plan, const Choice& choice);

// Prints the choice, for example as "row, row lanes, out0 past the caches".
std::string print(const region::RegionPlan& plan, const Choice& choice);

// Returns an internal error if the choice has lanes, tiles or short rows over dims that do not
// allow them.
Status verify(const region::RegionPlan& plan, const Choice& choice);

} // namespace lz::schedule

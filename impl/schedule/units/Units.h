// Decides about the lanes of the vectors of a kernel, and about the units of its grid.
#pragma once

#include "schedule/LoopForms.h"
#include "schedule/VectorTarget.h"
#include "schedule/units/ScatterUnits.h"

namespace lz::schedule {

struct GridInfo {
  int64_t units = 0;     // the number of units in the grid
  int64_t tileLanes = 1; // points of the last grid dim in one unit
  int64_t tileRows = 0;  // points of tileDim in one unit; 0 if loads are not transposed
  // The number of rows that are added at once to sums in memory (emit/stages/Columns.cc). The
  // number is 0 if the sums of a unit's columns are in registers.
  int64_t rowsOfSums = 0;
  // For sums over blocks (PlanOutput::block): the number of columns of the table whose sums are in
  // memory at a time (emit/stages/Table.cc).
  int64_t columnsOfTable = 0;
  ScatterUnits scatter;
  double nsPerUnit = 0; // on one thread; decides how many units a thread takes
  // Whether loops inside a unit check if the run is cancelled. The field is set if a unit takes
  // more than 10 ms, or if the target has no tiles. Otherwise only the pool checks, between units.
  bool looksInside = false;
};

std::vector<int32_t> gridDimsOf(const region::RegionPlan& plan); // outermost first

int lanesOfRegister(const region::RegionPlan& plan, const VectorTarget& target);
// Returns the number of lanes of the kernel's vectors. A vector can be several registers, if that
// is faster.
int lanesOfVector(const region::RegionPlan& plan, const Choice& choice, const LoopForms& forms,
                  const VectorTarget& target);

// Returns whether two conditions hold: the plan only reduces down columns, and one of its inputs is
// too large to be in a cache when the kernel begins.
bool readsWideRows(const region::RegionPlan& plan, const Choice& choice, const LoopForms& forms);

GridInfo gridOf(const region::RegionPlan& plan, const Choice& choice, const LoopForms& forms,
                const VectorTarget& target);

} // namespace lz::schedule

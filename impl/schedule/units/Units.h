// The lanes of a kernel's vectors, and the units of its grid.
#pragma once

#include "schedule/LoopForms.h"
#include "schedule/VectorTarget.h"
#include "schedule/units/ScatterUnits.h"

namespace lz {

struct GridInfo {
  int64_t units = 0;     // gridSize of the kernel
  int64_t tileLanes = 1; // points of the last grid dim in one unit
  int64_t tileRows = 0;  // points of tileDim in one unit; 0: loads are not transposed
  // The sums of a unit's columns are in memory, and of so many rows are added to them at a time
  // (emit/stages/Columns.cc); 0: they are in registers.
  int64_t rowsOfSums = 0;
  ScatterUnits scatter;
  double nsPerUnit = 0; // of one thread, for the grain of the pool
  // A unit takes more than 10 ms, so its loops look whether the run is cancelled; else only the
  // pool does, between units.
  bool looksInside = false;
};

std::vector<int32_t> gridDimsOf(const RegionPlan& plan); // outermost first

int lanesOfRegister(const RegionPlan& plan, const VectorTarget& target);
// Of the vectors of the kernel, which are some registers side by side where that pays.
int lanesOfVector(const RegionPlan& plan, const Choice& choice, const LoopForms& forms,
                  const VectorTarget& target);

// Does the plan reduce down the columns of inputs that are larger than what is in a cache anyway,
// and nothing else?
bool readsWideRows(const RegionPlan& plan, const Choice& choice, const LoopForms& forms);

GridInfo gridOf(const RegionPlan& plan, const Choice& choice, const LoopForms& forms,
                const VectorTarget& target);

} // namespace lz

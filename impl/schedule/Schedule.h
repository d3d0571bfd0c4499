// How a plan runs, decided before any code is written: lanes, units of the grid, tiles, stages. It
// follows from the plan and the CPU class; the emitters do what stands here. Printed, the softmax
// of RegionPlan.h with AVX-512 is
//
//   schedule: 16 lanes, 3072 units of a point of d0
//     reduction0 over d2: 256 vectors in 4 chains
//     reduction1 over d3: 256 vectors, keeps %9
//     out0 over d1: 256 vectors, reads %9 as %5
//
// and each line a stage of a unit: a sweep of one loop nest (or, indented further, of one inside of
// the one before). 20 columns are "1 vector and 4 lanes", 10 are "10 lanes": one masked step, no
// loop.
#pragma once

#include "absl/types/span.h"
#include "region/Monoid.h"
#include "region/RegionPlan.h"
#include "schedule/Ranges.h"
#include "schedule/VectorTarget.h"

#include <string>

namespace lz {

struct GridInfo {
  int64_t units = 0;     // gridSize of the kernel
  int64_t tileLanes = 1; // points of the last grid dim in one unit
  int64_t tileRows = 0;  // points of the plan's tileDim in one unit; 0: loads are not transposed
  // The sums of a unit's columns are in memory, and of so many rows are added to them at a time
  // (Columns.cc); 0: they are in registers.
  int64_t rowsOfSums = 0;
  double nsPerUnit = 0; // of one thread, for the grain of the pool
};

// Pure: the emitter and who calls the kernel use the same function.
GridInfo gridOf(const RegionPlan& plan, const VectorTarget& target);

struct Schedule {
  Schedule(const RegionPlan& plan, const VectorTarget& target);

  // In row plans: do the lanes go along the last dim of the reduction, or of these inner dims? Of
  // nested loops the innermost has them; the outermost where short rows are inside.
  bool vectorizes(const PlanReduction& reduction) const;
  bool vectorizesInner(absl::Span<const int32_t> dims) const;
  // Are the few points of these inner dims copies instead of a loop?
  bool isWrittenOut(absl::Span<const int32_t> inner) const;
  // Numerics level strict: are points added one after the other, as alone and in the interpreter?
  // A sum then has the same bits in every region; lanes compute its points, not parts of it.
  bool isInOrder(const PlanReduction& reduction) const;
  // Partial sums of such a reduction that are added up side by side.
  int chainsOf(const PlanReduction& reduction) const;
  // Does a point of the reduction take so long that it hides the latency of a chain, and of memory?
  bool computesFunctions(const PlanReduction& reduction) const;
  // Are rows, one for each lane of the grid, reduced together (SideBySide.cc)?
  bool sideBySide(const PlanReduction& reduction) const;
  // Such a reduction that the operands of `outer` need at every point; -1: none.
  int32_t sideBySideIn(const PlanReduction& outer) const;
  // Is nearly every line of the outputs written by whole vectors? A line of which a masked store
  // writes a part, and stores past the caches another, goes to memory twice.
  bool writesLines() const;
  // Does the store after one go to another row? Parts of a line past the caches then go to memory
  // one by one: 50,000 pairs of half lines down the columns of 1000 x 800 f32 take 1.3 ms (AVX2).
  bool jumps(const PlanOutput& output) const;
  // A tile has a vector of the last grid dim by so many points of the plan's tileDim.
  int tileColumns() const;

  const RegionPlan& plan;
  int registerLanes; // of one register
  int lanes;         // of the vectors of the kernel: registerLanes, or those of some side by side
  GridInfo grid;
  std::vector<uint64_t> deps;                    // by node
  std::vector<int32_t> gridDims;                 // outermost first
  std::vector<std::optional<Partials>> partials; // by reduction
  Ranges ranges;                                 // of the grid, each with a loop of its own

private:
  bool hasLaneReductionOver(uint64_t dims) const;
  bool isInside(const PlanReduction& reduction) const;

  int f32Lanes_;
  bool strict_;
};

std::string printSchedule(const RegionPlan& plan, const VectorTarget& target);

// The least number of columns of elements of `width` bits that are worth a read of their rows, as
// vectors of `lanes` lanes (a power of two).
int fewestColumns(int lanes, unsigned width);

// Does an output go past the caches?
bool streams(const RegionPlan& plan);

// Is the input larger than what is in a cache anyway?
bool comesFromFar(const RegionPlan& plan, const PlanNode& load);

// Does the plan reduce down the columns of such an input, and nothing else?
bool readsWideRows(const RegionPlan& plan);

} // namespace lz

// How a plan runs on a target, decided before any code is written: lanes, units of the grid, tiles,
// stages. It follows from the plan, the choice and the target, is made once, and the emitters do
// what stands here. Printed, the softmax of RegionPlan.h with AVX-512 is
//
//   schedule: row, row lanes
//     16 lanes, 3072 units of a point of d0; a thread takes 9 or more at a time, of 1.2 us each
//     reduction0 over d2: 256 vectors in 4 chains
//     reduction1 over d3: 256 vectors, keeps %9
//     out0 over d1: 256 vectors, reads %9 as %5
//
// and each line a stage of a unit: a sweep of one loop nest (or, indented further, of one inside of
// the one before). 20 columns are "1 vector and 4 lanes", 10 are "10 lanes": one masked step, no
// loop.
#pragma once

#include "region/Monoid.h"
#include "schedule/Ranges.h"
#include "schedule/Units.h"

#include <string>

namespace lz {

// The loops of a reduction.
struct ReductionLoop {
  std::optional<Partials> partials; // how lanes may hold parts of it; none: they may not
  // The lanes go along its last dim: in row plans, of nested loops the innermost, or the outermost
  // where short rows are inside (emit/stages/LaneReduce.cc).
  bool hasLanes = false;
  int chains = 1; // partial sums of such a reduction that are added up side by side
  // Numerics level strict: points are added one after the other, as alone and in the interpreter. A
  // sum then has the same bits in every region; lanes compute its points, not parts of it.
  bool isInOrder = false;
  // Rows, one for each lane of the grid, are reduced together (emit/stages/SideBySide.cc).
  bool isSideBySide = false;
  int32_t rowsInside = -1; // such a reduction that its operands need at every point; -1: none
  size_t writtenOut = 0;   // so many of its last dims are copies instead of loops
  // A point takes so long that it hides the latency of a chain, and of memory.
  bool computesFunctions = false;
};

// The loops over the inner dims of some outputs, which share them.
struct OutputLoop {
  std::vector<int32_t> dims;   // outermost first
  std::vector<size_t> outputs; // of the plan
  bool hasLanes = false;       // along the last dim
  bool isWrittenOut = false;   // the few points are copies instead
};

struct Schedule {
  // Keeps references to the plan and the choice.
  Schedule(const RegionPlan& plan, const Choice& choice, const VectorTarget& target);

  const RegionPlan& plan;
  const Choice& choice;
  const VectorTarget target;
  const LoopForms forms;
  int registerLanes; // of one register
  int lanes;         // of the vectors of the kernel: registerLanes, or those of some side by side
  GridInfo grid;
  std::vector<int32_t> gridDims;         // outermost first
  std::vector<ReductionLoop> reductions; // by reduction of the plan
  std::vector<OutputLoop> outputLoops;   // in the order of their first outputs
  Ranges ranges;                         // of the grid, each with a loop of its own
  std::vector<bool> isTransposed;        // by node: a load that is turned in registers
  bool readsWideRows;                    // rows that are read later are fetched (Units.h)
  // A tile has a vector of the last grid dim by so many points of tileDim.
  int tileColumns = 0;
  // Nearly every line of the outputs is written by whole vectors. A line of which a masked store
  // writes a part, and stores past the caches another, goes to memory twice.
  bool writesLines = true;
  // By output: the store after one goes to another row. Parts of a line past the caches then go to
  // memory one by one: 50,000 pairs of half lines down the columns of 1000 x 800 f32 take 1.3 ms
  // (AVX2).
  std::vector<bool> jumps;
};

std::string print(const Schedule& schedule);

// The least number of columns of elements of `width` bits that are worth a read of their rows, as
// vectors of `lanes` lanes (a power of two).
int fewestColumns(int lanes, unsigned width);

// Is the input larger than what is in a cache anyway?
bool comesFromFar(const RegionPlan& plan, const PlanNode& load);

} // namespace lz

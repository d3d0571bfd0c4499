// Describes how a plan runs on a target: lanes, units of the grid, and the tree of stages
// (Stage.h). A schedule follows from the plan, the choice and the target. It is made before any
// code is generated, and the emitters follow it. The softmax of RegionPlan.h with AVX-512 is
// printed as
//
//   schedule: row, row lanes; 16 lanes; divisions by a value of the row are products
//     units: 3072 of a point of d0; a thread takes 9 or more at a time, of 1.2 us each
//       lane reduction0 over d2: 256 vectors in 4 chains
//       lane reduction1 over d3: 256 vectors, keeps %9, fetches %7 ahead
//       stores out0 over d1: 256 vectors, reads %9 as %5
//
// Each line is a stage. Stages run in the order of the lines. A stage runs at each point of the
// stage under which it is indented. A row of 20 columns is printed as "1 vector and 4 lanes". A row
// of 10 columns is "10 lanes", which is one masked step without a loop.
#pragma once

#include "schedule/Ranges.h"
#include "schedule/ShortRows.h"
#include "schedule/Stage.h"
#include "schedule/units/Units.h"

#include <string>

namespace lz::schedule {

// Says which divisions become multiplications with a reciprocal. In each case, the divisor must be
// known outside of the loop that contains the division. OfScalars: only divisions whose divisors
// are equal in all lanes. OfVectors: also divisions whose divisors differ between lanes.
enum class Reciprocals : uint8_t { None, OfScalars, OfVectors };

struct Schedule {
  // Keeps references to the plan and the choice.
  Schedule(const region::RegionPlan& plan, const Choice& choice, const VectorTarget& target);

  bool passesCaches() const; // whether a stage has stores past the caches

  const region::RegionPlan& plan;
  const Choice& choice;
  const VectorTarget target;
  std::vector<uint64_t> deps; // for each node: dependencies(plan)
  int registerLanes;          // lanes of one register
  int lanes;                  // lanes of the kernel's vectors: a multiple of registerLanes
  GridInfo grid;
  std::vector<int32_t> gridDims;  // outermost first
  Ranges ranges;                  // ranges of the grid; each range has its own loop
  std::vector<bool> isTransposed; // for each node: it is a load that is transposed in registers
  Reciprocals reciprocals;
  Turning turning;           // short rows that are transposed
  std::vector<Stage> stages; // the tree: the kernel first, each stage before its children
};

std::string print(const Schedule& schedule);

// Returns the smallest number of columns for which reading rows as vectors is faster. Elements have
// `width` bits. Vectors have `lanes` lanes, a power of two.
int fewestColumns(int lanes, unsigned width);

// Returns whether the input of the load is too large to be in a cache when the kernel begins.
bool comesFromFar(const region::RegionPlan& plan, const region::PlanNode& load);

} // namespace lz::schedule

// Counts the steps (CostTable.h) that a plan takes if the lanes of vectors run over certain dims.
//
// A node is computed once per point of its loops (PlanFacts.h). The loop over the dim of the lanes
// has one trip for every 16 elements. An instruction on 16 elements is one step. An instruction on
// a single element is one step, too. 64-bit numbers take two steps. An elementwise op takes its
// `cost`. A load is one step if its address moves by 0 or 1 from lane to lane. If its address moves
// by -1, or by at most 4, it costs loads of vectors and shuffles. Otherwise it costs a gather. A
// division in an index counts once, even if several loads use it. A reduction combines the lanes at
// the end of a row. If a row of an output ends within a register, the store of only some lanes
// counts, too. Values that only some ranges of the grid need (Ranges.h), such as the pieces of a
// concatenation, count only for their share of the points. An update of a scatter loads the element
// at its place, combines it with the new value, and stores the result. Each thread computes the
// place of each update. The number of these threads is at most the number of vectors.
//
// With registers of 16 lanes:
//
//   sum over d1 of x[1000*d0 + d1], 64 rows
//     lanes over d0: 4 * 1000 * (gather + add)                  = 84000
//     lanes over d1: 64 * (63 * (load + add) + fold)            =  8576, row lanes
//
//   sum over d1 of e^(sum over d2 of (x[10*d0 + d2] - y[10*d1 + d2])^2),
//   d0 and d1 up to 1000, d2 up to 10
//     lanes over d0: 63 * 1000 * (10 * (load y, subtract, multiply, add) + e^ + add), and 63 * 10
//                    gathers of x outside the loop over d1: 3.7e6, grid lanes
//     lanes over d2: 1000 * 1000 * (2 loads, subtract, multiply, add, fold, e^, add) = 31e6
//
//   softmax of 1000 rows of 10: maximum over d2, sum over d3, quotient over d1
//     lanes over d0: 63 * 10 * (2 loads of 4, maximum, subtract, e^, add, load of kept e^,
//                    divide, store of 4) = 25e3, grid lanes over short rows
//     lanes over d1, d2, d3: 1000 * (2 loads, ..., 2 folds) = 55e3
#pragma once

#include "base/machine/CostTable.h"
#include "schedule/PlanFacts.h"

#include <optional>

namespace lz::schedule {

class StepCount {
public:
  // Keeps references to its arguments.
  StepCount(const region::RegionPlan& plan, const Choice& choice, const LoopForms& forms,
            const PlanFacts& facts, const CostTable& table);

  // Describes the addresses of the lanes of a load or store. If `inOrder` is set, the addresses
  // follow each other or are all the same. Otherwise they span `vectors` vectors. For example,
  // `vectors` is three if lanes are 3 elements apart.
  struct Reach {
    bool inOrder = true;
    double vectors = 0;
  };

  double total() const;
  // Returns the number of trips of the loops over `dims`. Along a dim of the lanes, 16 points are
  // one trip. The last register counts as full. For example, 20 f32 fill 3 registers of 8 lanes,
  // which are 1.5 trips. Along other dims, each point is a trip.
  double trips(uint64_t dims) const;

private:
  uint64_t lanesIn(uint64_t dims) const;
  double shareOf(size_t id) const { return share_.empty() ? 1 : share_[id]; }
  double ofNode(size_t id) const;
  double threadsOf(size_t id) const;
  double ofLoad(size_t id) const;
  double sharesOf(size_t load) const;
  double ofReduction(const region::PlanReduction& reduction) const;
  double ofWaiting(const region::PlanReduction& reduction) const;
  double ofOutput(const region::PlanOutput& output) const;
  double ofStore(const region::PlanOutput& output) const;
  double ofBlocks(const region::PlanOutput& output) const;
  double ofLoadBefore(const region::PlanOutput& output) const;
  double ofRounds() const;
  double ofCombiner() const;
  double ofRowEnds(const region::PlanOutput& output) const;
  double ofDivisions() const;
  std::vector<const region::IndexExpr*> dividingIndices() const; // indices with a floordiv or mod
  std::optional<Reach> reachOf(const region::IndexExpr& expr,
                               absl::Span<const region::DynamicTerm> dynamic, uint64_t lanes) const;
  uint64_t dimsOf(const region::IndexExpr& expr) const;
  bool isTurned(const region::IndexExpr& expr, int64_t size, uint64_t lanes) const;

  const region::RegionPlan& plan_;
  const Choice& choice_;
  const PlanFacts& facts_;
  const CostTable& table_;
  uint64_t lanes_;
  uint64_t rowDims_ = 0;      // dims over the lanes inside rows that are reduced together, as bits
  uint64_t pointDims_ = 0;    // last dims of other reductions and of the loops of outputs, as bits
  uint64_t perUpdate_;        // LoopForms::perUpdate
  std::vector<double> share_; // for each node: Ranges::share; empty if all are 1
  double register_;           // lanes of one register
  int cutVectors_ = 0;        // vectors that ranges add to a row by beginning inside a vector
};

// Returns whether `expr` addresses elements of short rows, with one row in each lane. `lanes` are
// the dims of the lanes, as bits.
bool goesThroughShortRows(const region::RegionPlan& plan, const region::IndexExpr& expr,
                          int64_t size, uint64_t lanes);

} // namespace lz::schedule

// The loops of each kind of contraction, and code that they share. Only for files of
// contraction/run.
#pragma once

#include "contraction/run/RowAddress.h"
#include "contraction/run/RunContraction.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace lz::contraction {

// The plan and the addresses of one run.
struct ContractionData {
  const ContractionPlan& plan;
  const void *lhs, *rhs; // the operands of the spec, which can have swapped them
  void* out;
  std::byte* scratch;
  int64_t scratchBytes;
  const RowWork* rows; // may be nullptr; else `finish` is called once for each row
  ThreadPool& pool;

  const TiledContraction& spec() const { return plan.spec; }
  // Returns the number of threads that have their own scratch.
  int workers() const {
    int64_t enough = (scratchBytes - plan.sharedBytes()) / plan.threadBytes();
    return int(std::min<int64_t>(pool.threads(), enough));
  }
  std::byte* scratchOf(int worker) const {
    return scratch + plan.sharedBytes() + worker * plan.threadBytes();
  }
  // Returns the predicted time of one of `parts` equal parts. The packing before these parts is not
  // included.
  double nsOfPart(int64_t parts) const { return (plan.ns - plan.packingNs) / double(parts); }
  // The shared packing consists of `parts` parts, which together are the fraction `share` of all
  // packing. Returns the predicted time of one part, in ns, as it is passed to the pool. If several
  // threads multiply afterwards, a longer time is passed, so that the pool wakes these threads
  // before the packing. On two threads of a Zen 5, 300 x 300 x 300 takes 165 us this way, and 205
  // us if one thread packs alone.
  double nsOfPackedPart(double share, int64_t parts) const {
    const double enough = 2 * ThreadPool::kGrainNs;
    const double least = nsOfPart(spec().batch) < enough ? 0 : enough * workers();
    return std::max(plan.packingNs * share, least) / double(parts);
  }
};

void run(const PackedPlan& plan, const ContractionData& data);
void run(const DotsPlan& plan, const ContractionData& data);
void run(const ThinPlan& plan, const ContractionData& data);
void run(const FilterGradientPlan& plan, const ContractionData& data);
void run(const StreamedPlan& plan, const ContractionData& data);

// Calls rows->finish for the rows [row, end), which are complete. The threads divide these rows
// among themselves. Loops that do not complete rows one after another call this function at their
// end. Does nothing without `rows`.
void finishRows(const ContractionData& data, int64_t row, int64_t end);

// Makes rows of the private operand in scratch. Returns the address at which the operand would
// begin (addressOfRows).
const void* makeRows(const ContractionData& data, int64_t row, int64_t count, std::byte* ownRows);

} // namespace lz::contraction

// The loops of each kind of contraction, and code that they share. Only for files of
// contraction/run.
#pragma once

#include "contraction/run/RunContraction.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace lz::contraction {

// The plan and the addresses of one run.
struct ContractionData {
  const ContractionPlan& plan;
  const void *lhs, *rhs; // the operands as in the spec
  void* out;
  std::byte* scratch;
  int64_t scratchBytes;
  const RowWork* rows; // optional; calls `finish` once for each completed row
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
  // Returns the time of one of `parts` equal parts, without the packing before them.
  double nsOfPart(int64_t parts) const { return (plan.ns - plan.packingNs) / double(parts); }
  // Returns the time for the pool of one of `parts` of the shared packing, which is the fraction
  // `share` of all packing. If threads multiply afterwards, the time is raised so that they are
  // woken for the packing already, since a sleeping thread joins only 40 us later. 300 x 300 x 300
  // takes two threads 165 us, or 205 us if one thread packs alone (Zen 5).
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

// Calls rows->finish for the complete rows [row, end), split between threads. Loops that complete
// columns use it. Does nothing without `rows`.
void finishRows(const ContractionData& data, int64_t row, int64_t end);

// Returns the address that an array would have if its bytes from `offset` on were in scratch, with
// the usual alignment.
inline void* addressOfRows(std::byte* scratch, int64_t offset) {
  return reinterpret_cast<void*>(uintptr_t(scratch) - uintptr_t(offset / 64 * 64));
}

// Makes rows of the private operand in scratch. Returns the address that the operand would have.
const void* makeRows(const ContractionData& data, int64_t row, int64_t count, std::byte* ownRows);

} // namespace lz::contraction

// The loops of each kind of contraction, and code that they share. Only run uses it.
#pragma once

#include "contraction/run/RunContraction.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace lz::contraction {

// The plan and the addresses of one run.
struct ContractionData {
  const ContractionPlan& plan;
  const void *lhs, *rhs; // those of the spec
  void* out;
  std::byte* scratch;
  int64_t scratchBytes;
  const RowWork* rows; // optional; `finish` is called once for each completed row
  ThreadPool& pool;

  const TiledContraction& spec() const { return plan.spec; }
  // Threads that have scratch of their own.
  int workers() const {
    int64_t enough = (scratchBytes - plan.sharedBytes()) / plan.threadBytes();
    return int(std::min<int64_t>(pool.threads(), enough));
  }
  std::byte* scratchOf(int worker) const {
    return scratch + plan.sharedBytes() + worker * plan.threadBytes();
  }
  // Of one of so many parts, without the packing that comes before.
  double nsOfPart(int64_t parts) const { return (plan.ns - plan.packingNs) / double(parts); }
  // Of one of `parts` that are packed for all threads, `share` of what is packed. If threads
  // multiply afterwards, they are woken for that already: a sleeping one joins 40 us later. 300 x
  // 300 x 300 take two threads 165 us, and 205 if one packs alone (Zen 5).
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

// For loops that complete columns: calls rows->finish for rows `row` to `end`, which are complete,
// split between threads. Does nothing without `rows`.
void finishRows(const ContractionData& data, int64_t row, int64_t end);

// The address that an array would have if its bytes from `offset` on are in scratch, with the usual
// alignment.
inline void* addressOfRows(std::byte* scratch, int64_t offset) {
  return reinterpret_cast<void*>(uintptr_t(scratch) - uintptr_t(offset / 64 * 64));
}

// Makes rows of the private operand in scratch. Returns the address that the operand would have.
const void* makeRows(const ContractionData& data, int64_t row, int64_t count, std::byte* ownRows);

} // namespace lz::contraction

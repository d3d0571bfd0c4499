#include "schedule/units/ScatterUnits.h"

#include "base/Integers.h"
#include "base/machine/CostTable.h"
#include "base/machine/ThreadPool.h"

#include <algorithm>
#include <cmath>

namespace lz {
namespace {

// Can this node tell updates apart, such that those with different values have no place in common?
// The dims that a unit goes through must stay below one step of the index: 64*i + d0 with d0 below
// 64, but not windows of three rows at 64*(i + d2) + d0.
bool tellsPlaces(const RegionPlan& plan, const LoopForms& forms, const PlanOutput& output,
                 const DynamicTerm& term) {
  constexpr int64_t kNoClamp = std::numeric_limits<int64_t>::max();
  if (term.maxIndex != kNoClamp || (forms.deps[size_t(term.index)] & forms.swept) != 0 ||
      !output.expr.isAffine())
    return false;
  uint64_t inUnit = plan.dimsOf(DimKind::Ordered) | forms.swept;
  int64_t span = 0;
  for (int32_t d = 0; d < int32_t(plan.dims.size()); ++d) {
    if ((inUnit >> d & 1) == 0)
      continue;
    int64_t step = output.expr.coefficient(d);
    if (step < 0 || step >= term.stride)
      return false;
    span += step * std::max<int64_t>(0, plan.dims[size_t(d)].extent - 1);
  }
  return span < term.stride;
}

const DynamicTerm* termOfPlaces(const RegionPlan& plan, const LoopForms& forms) {
  const PlanOutput& output = plan.outputs.front();
  for (const DynamicTerm& term : output.dynamic)
    if (tellsPlaces(plan, forms, output, term))
      return &term;
  return nullptr;
}

// Two pages: where a core writes, its cache fetches the lines around, and takes them from the core
// that has the next block. 20,000 rows of 64 columns take 171 us on two threads with blocks of one
// row and 121 with those of 8 KB; with two units instead of four, 297 and 149.
unsigned blockShiftOf(const RegionPlan& plan, const DynamicTerm& term) {
  constexpr int64_t kBlock = 8192;
  int64_t bytes = term.stride * int64_t(byteSize(plan.outputTypes.front()));
  unsigned shift = 0;
  while ((bytes << shift) < kBlock)
    ++shift;
  return shift;
}

// A unit's vectors fill whole lines, so that threads rarely write to one.
int64_t vectorsOfPart(const RegionPlan& plan, int64_t parts, int64_t vectors, int64_t lanes) {
  constexpr int64_t kLine = 64;
  int64_t count = (vectors + parts - 1) / parts;
  for (DType dtype : plan.outputTypes) {
    int64_t whole = std::max<int64_t>(1, kLine / (lanes * int64_t(byteSize(dtype))));
    count = roundUp(count, whole);
  }
  return std::min(count, vectors);
}

} // namespace

// By place a thread reads whole rows, which come from a cache faster than parts of rows, but cannot
// foresee which updates are its own: 20,000 rows to 1,000 places on two threads (Xeon 207, AVX-512,
// arrays that were just used), in us:
//
//   columns                 16   32   64  128  256
//   one thread              42   92  215  491 1150
//   4 units by columns      42  152  329  409  935
//   4 quarters of places   121  134  169  278  566
//
// In blocks of 8 KB the 169 are 121.
ScatterUnits unitsOfScatter(const RegionPlan& plan, const LoopForms& forms, double ns,
                            int64_t vectors, int64_t lanes, int64_t rows) {
  constexpr double kSkipNs = 3; // of an update that is another unit's
  double threads = std::min(kThreads, ns / ThreadPool::kGrainNs) / double(rows);
  int64_t parts = std::max<int64_t>(1, int64_t(std::ceil(threads)));
  const DynamicTerm* term = parts > 1 ? termOfPlaces(plan, forms) : nullptr;
  if (term == nullptr)
    return {.vectors = vectorsOfPart(plan, std::min(parts, vectors), vectors, lanes)};
  double updates = 1;
  for (const PlanDim& dim : plan.dims)
    updates *= dim.kind == DimKind::Ordered ? double(dim.extent) : 1;
  if (ns / (updates * double(rows)) < 2 * kSkipNs)
    return {.vectors = vectors};
  return {.shares = parts,
          .index = term->index,
          .blockShift = blockShiftOf(plan, *term),
          .vectors = vectors};
}

} // namespace lz

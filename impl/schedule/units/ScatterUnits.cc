#include "schedule/units/ScatterUnits.h"

#include "base/Integers.h"
#include "base/machine/CacheSets.h"
#include "base/machine/CostTable.h"
#include "base/machine/ThreadPool.h"

#include <algorithm>
#include <cmath>

namespace lz::schedule {
namespace {

// Returns whether updates with different values of the node always have different places. They do
// if all other dims together move the place by less than it moves when the value of the node grows
// by 1. For example, the result is true for 64*i + d0 with d0 below 64. It is false for windows of
// three rows at 64*(i + d2) + d0.
bool tellsPlaces(const region::RegionPlan& plan, const LoopForms& forms,
                 const region::PlanOutput& output, const region::DynamicTerm& term) {
  constexpr int64_t kNoClamp = std::numeric_limits<int64_t>::max();
  if (term.maxIndex != kNoClamp || (forms.deps[size_t(term.index)] & forms.perUpdate) != 0 ||
      !output.expr.isAffine())
    return false;
  uint64_t inUnit = plan.dimsOf(region::DimKind::Ordered) | forms.perUpdate;
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

int64_t placesOf(const region::RegionPlan& plan, const region::DynamicTerm& term) {
  return plan.outputSizes[size_t(plan.outputs.front().buffer)] / term.stride;
}

const region::DynamicTerm* termOfPlaces(const region::RegionPlan& plan, const LoopForms& forms) {
  const region::PlanOutput& output = plan.outputs.front();
  for (const region::DynamicTerm& term : output.dynamic)
    if (tellsPlaces(plan, forms, output, term))
      return &term;
  return nullptr;
}

// Returns the size of blocks as a power of two. Blocks are usually two pages. If there are few
// places, blocks are smaller, so that each unit gets some places. A core that writes a line also
// fetches neighbouring lines, and so takes them from the core that works on the next block. 20,000
// rows of 64 columns take 171 us on two threads with blocks of one row, and 121 us with blocks of 8
// KB. With two units instead of four, these times are 297 and 149 us.
unsigned blockShiftOf(const region::RegionPlan& plan, const region::DynamicTerm& term,
                      int64_t parts) {
  // With a value of 4 KB, segment-sum of the bench takes 1.2 times as long (Zen 5).
  constexpr int64_t kBlock = 8192;
  int64_t bytes = term.stride * int64_t(byteSize(plan.outputTypes.front()));
  int64_t places = placesOf(plan, term);
  unsigned shift = 0;
  while ((bytes << shift) < kBlock && places >> (shift + 1) >= parts)
    ++shift;
  return shift;
}

// Returns the number of vectors of a row in one unit. These vectors fill whole cache lines, so that
// threads rarely write to the same line.
int64_t vectorsOfPart(const region::RegionPlan& plan, int64_t parts, int64_t vectors,
                      int64_t lanes) {
  int64_t count = (vectors + parts - 1) / parts;
  for (DType dtype : plan.outputTypes) {
    int64_t whole = std::max<int64_t>(1, kCacheLineBytes / (lanes * int64_t(byteSize(dtype))));
    count = roundUp(count, whole);
  }
  return std::min(count, vectors);
}

// Returns the time if each unit takes some columns of every row. A core also fetches the neighbours
// of the lines that it reads and writes, although another core uses these neighbours. So a part of
// a row takes longer than its share of the time of the row: three times as long if the part is one
// cache line, and one and a half times as long if it is four cache lines.
double nsByColumns(const region::RegionPlan& plan, double ns, int64_t vectors, int64_t lanes,
                   int64_t inPart) {
  // With half or twice this value, all plans of the bench's 258 programs stay the same.
  constexpr double kLinesAround = 2;
  double lines =
      double(inPart * lanes) * double(byteSize(plan.outputTypes.front())) / double(kCacheLineBytes);
  int64_t units = (vectors + inPart - 1) / inPart;
  return units == 1 ? ns : ns / double(units) * (1 + kLinesAround / std::max(1.0, lines));
}

} // namespace

// If the places are divided among threads, a thread reads whole rows. Reading whole rows is faster
// than reading parts of rows. But the thread must find the updates of its places among all updates.
// The table has the times in us to add 20,000 rows at 1,000 places, on two threads (Xeon of model
// 207, AVX-512, arrays in the caches):
//
//   columns                          16   32   64  128  256
//   one thread                       66  108  217  429 1073
//   2 units by columns              201  191  335  560  622
//   4 shares of the places           65   70  156  316  594
//   4 shares, 16 listed at a time    37   50  140  350  620
ScatterUnits unitsOfScatter(const region::RegionPlan& plan, const LoopForms& forms,
                            const VectorTarget& target, double ns, int64_t vectors, int64_t lanes,
                            int64_t rows) {
  const int listLanes = target.f32Lanes == 16 ? 16 : 1;
  const double listNs = listLanes > 1 ? 0.2 : 0.8; // ns per update
  // A list of 256 updates takes 2 KiB, half a page of memory. With lists of 128 or 512, the program
  // segment-sum of the bench takes the same time (Zen 5).
  constexpr int64_t kListed = 256;
  double nsOfRow = ns / double(rows);
  double threads = std::min(kThreads, ns / ThreadPool::kGrainNs) / double(rows);
  int64_t parts = std::max<int64_t>(1, int64_t(std::ceil(threads)));
  if (parts == 1)
    return {.vectors = vectors};
  ScatterUnits columns{.vectors = vectorsOfPart(plan, std::min(parts, vectors), vectors, lanes)};
  double byColumns = nsByColumns(plan, nsOfRow, vectors, lanes, columns.vectors);
  double byPlace = nsOfRow;
  const region::DynamicTerm* term = termOfPlaces(plan, forms);
  if (term != nullptr) {
    double updates = 1;
    for (const region::PlanDim& dim : plan.dims)
      updates *= dim.kind == region::DimKind::Ordered ? double(dim.extent) : 1;
    // If the number of places or of updates is hardly larger than the number of parts, some parts
    // get no work.
    double few = std::min(double(placesOf(plan, *term)), updates) / 2;
    byPlace = updates * listNs + nsOfRow / std::clamp(few, 1.0, double(parts));
  }
  if (byPlace < std::min(byColumns, nsOfRow))
    return {.shares = parts,
            .index = term->index,
            .blockShift = blockShiftOf(plan, *term, parts),
            .listed = kListed,
            .listLanes = listLanes,
            .vectors = vectors};
  return byColumns < nsOfRow ? columns : ScatterUnits{.vectors = vectors};
}

} // namespace lz::schedule

#include "fusion/ScatterPlan.h"

#include "fusion/BuildPlan.h"
#include "schedule/Choose.h"
#include "schedule/cost/Cost.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace lz::fusion {
namespace {

region::NodeId inBounds(PlanExpander& e, region::NodeId start, DType dtype, int64_t limit) {
  region::NodeId wide =
      dtype == DType::S64 ? start : e.compute(Opcode::Convert, DType::S64, {start});
  return e.both(e.compare(wide, ComparisonDirection::GE, 0),
                e.compare(wide, ComparisonDirection::LE, limit));
}

// The place of update (u0, u1, ...) in the operand. The scatter indices are the start of the
// window, and the window dims are the offset from this start. As in XLA, all of a window is dropped
// if a part of it is out of bounds.
struct ScatterTarget {
  Indices window; // the offset from the start, for each operand dim
  std::vector<region::DynamicTerm> dynamic;
  region::NodeId mask = -1;
};

StatusOr<ScatterTarget> scatterTarget(PlanExpander& e, const Op& op, const Indices& at) {
  const Dims& dims = e.type(op.operands[0]).dims;
  Dims strides = rowMajorStrides(dims);
  ScatterAttrs attrs(op.attrs);
  absl::Span<const int64_t> windowDims = attrs.updateWindowDims();
  absl::Span<const int64_t> inserted = attrs.insertedWindowDims();
  absl::Span<const int64_t> inputBatching = attrs.inputBatchingDims();
  absl::Span<const int64_t> indicesBatching = attrs.scatterIndicesBatchingDims();
  absl::Span<const int64_t> startMap = attrs.scatterDimsToOperandDims();
  int64_t vectorDim = attrs.indexVectorDim();
  ValueId scatterIndices = op.operands[op.operands.size() / 2];
  const Dims& updateDims = e.type(op.operands.back()).dims;

  Indices batch, window;
  std::vector<int64_t> windowSizes;
  for (size_t d = 0; d < at.size(); ++d) {
    if (!contains(windowDims, int64_t(d))) {
      batch.push_back(at[d]);
      continue;
    }
    window.push_back(at[d]);
    windowSizes.push_back(updateDims[d]);
  }
  LZ_ASSIGN_OR_RETURN(std::vector<region::NodeId> starts,
                      expandStarts(e, scatterIndices, vectorDim, startMap.size(), batch, -1));
  ScatterTarget target;
  target.window.resize(dims.size());
  std::vector<int64_t> sizes(dims.size(), 1);
  size_t next = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (contains(inserted, int64_t(d)) || contains(inputBatching, int64_t(d)))
      continue;
    target.window[d] = window[next];
    sizes[d] = windowSizes[next++];
  }
  for (size_t i = 0; i < inputBatching.size(); ++i) {
    int64_t position = indicesBatching[i] - (vectorDim < indicesBatching[i]);
    target.window[size_t(inputBatching[i])] = batch[size_t(position)];
  }
  for (size_t k = 0; k < startMap.size(); ++k) {
    size_t d = size_t(startMap[k]);
    DType dtype = e.type(scatterIndices).dtype;
    target.mask = e.both(target.mask, inBounds(e, starts[k], dtype, dims[d] - sizes[d]));
    target.dynamic.push_back({starts[k], std::numeric_limits<int64_t>::max(), strides[d]});
  }
  // If the operand is empty, nothing may be written. The bounds above do not prevent a write,
  // because the empty dim may be one that no index moves.
  if (e.type(op.operands[0]).numElements() == 0)
    target.mask = e.both(target.mask, e.constantInt(DType::Pred, 0));
  return target;
}

// Whether different points of a dim of the updates can have the same place in the operand.
enum class UpdateDim : uint8_t {
  // The points have different places. The dim is a window dim that no index moves, or a batch dim
  // of the operand.
  Apart,
  Meeting,     // index vectors of different points may be equal
  Overlapping, // windows may overlap, so that different points of this dim have the same place
};

std::vector<UpdateDim> updateDims(PlanExpander& e, const Op& op) {
  ScatterAttrs attrs(op.attrs);
  absl::Span<const int64_t> windowDims = attrs.updateWindowDims();
  const Dims& extents = e.type(op.operands.back()).dims;
  std::vector<UpdateDim> dims(extents.size(), UpdateDim::Apart);
  size_t next = 0;
  bool overlap = false;
  for (int64_t d = 0; d < e.type(op.operands[0]).rank(); ++d) {
    if (contains(attrs.insertedWindowDims(), d) || contains(attrs.inputBatchingDims(), d))
      continue;
    size_t dim = size_t(windowDims[next++]);
    // If the window has one element along a dim, the index alone decides the place along this dim,
    // as for an inserted dim.
    if (contains(attrs.scatterDimsToOperandDims(), d) && extents[dim] > 1) {
      dims[dim] = UpdateDim::Overlapping;
      overlap = true;
    }
  }
  // With unique_indices, all index vectors are different. According to the specification, windows
  // then do not overlap. According to the documentation of XLA they may overlap. It is safe to
  // assume that windows overlap, because then the loop is ordered.
  if (attrs.uniqueIndices() && !overlap)
    return dims;
  int64_t position = 0; // position of dim d in the scatter indices
  for (size_t d = 0; d < dims.size(); ++d) {
    if (contains(windowDims, int64_t(d)))
      continue;
    position += position == attrs.indexVectorDim();
    if (!contains(attrs.scatterIndicesBatchingDims(), position))
      dims[d] = UpdateDim::Meeting;
    ++position;
  }
  return dims;
}

// Adds the dims of the updates. Updates of the same element must run in the row-major order of the
// index vectors, so the loops over overlapping dims are the inner loops.
Indices openUpdate(PlanExpander& e, const Op& op) {
  const Dims& dims = e.type(op.operands.back()).dims;
  std::vector<UpdateDim> kinds = updateDims(e, op);
  Indices at(dims.size());
  for (bool overlapping : {false, true})
    for (size_t d = 0; d < dims.size(); ++d)
      if ((kinds[d] == UpdateDim::Overlapping) == overlapping)
        at[d] = region::IndexExpr::dim(e.addDim(dims[d], kinds[d] == UpdateDim::Apart
                                                             ? region::DimKind::Grid
                                                             : region::DimKind::Ordered));
  return at;
}

} // namespace

// The op has n operands, the indices, and n updates. One call of the combiner computes the n
// results at a place.
Status expandScatter(PlanExpander& e, const Op& op) {
  region::RegionPlan& plan = e.plan();
  Indices at = openUpdate(e, op);
  std::vector<int32_t> dims;
  for (size_t d = 0; d < at.size(); ++d)
    dims.push_back(int32_t(d));
  LZ_ASSIGN_OR_RETURN(ScatterTarget target, scatterTarget(e, op, at));
  size_t n = op.results.size();
  for (size_t i = 0; i < n; ++i) {
    const TensorType& type = e.type(op.operands[i]);
    LZ_ASSIGN_OR_RETURN(region::NodeId update, e.expand(op.operands[n + 1 + i], at, -1));
    region::PlanOutput output{update, rowMajorOffset(target.window, type.dims)};
    output.dims = dims;
    output.dynamic = target.dynamic;
    output.mask = target.mask;
    output.buffer = int32_t(i);
    output.initial = e.paramOf(op.operands[i]);
    e.declareOutput(type);
    plan.outputs.push_back(std::move(output));
  }
  LZ_ASSIGN_OR_RETURN(plan.combiner, e.scalarBody(op.regions[0]));
  // If a dim does not change the place in the operand, the loop over the dim must be ordered, even
  // if the program claims that indices are unique.
  std::vector<uint64_t> deps = dependencies(plan);
  for (int32_t d : dims)
    if (!isMovedBy(plan.outputs[0], deps, d))
      plan.dims[size_t(d)].kind = region::DimKind::Ordered;
  return okStatus();
}

// If the points of a dim have different places, the dim can be a grid dim or a loop inside of each
// update. Threads divide the points of grid dims among themselves, and the last grid dim can have
// lanes. A loop is better for rows of a few elements. The first of these dims become grid dims. The
// cost decides how many.
//
//   out[i[d0], d1] += u[d0, d1], d0 below 20000
//     d1 below 64:  a grid dim of four vectors, each with a loop over all d0
//     d1 below 3:   a loop over three points for each d0
schedule::ChosenPlan chosenScatter(const region::RegionPlan& plan, const CostTable& costs) {
  std::vector<size_t> apart;
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (plan.dims[d].kind == region::DimKind::Grid)
      apart.push_back(d);
  std::optional<schedule::ChosenPlan> best;
  for (size_t kept = apart.size() + 1; kept-- > 0;) {
    schedule::ChosenPlan chosen{plan};
    for (size_t i = kept; i < apart.size(); ++i)
      chosen.plan.dims[apart[i]].kind = region::DimKind::Ordered;
    collapseDims(chosen.plan);
    chosen.choice = schedule::chooseLanes(chosen.plan, costs);
    if (kept > 0 && shareLines(chosen.plan, chosen.choice))
      continue; // because threads could not divide the units
    if (!best || isCheaper(costOf(chosen, costs), costOf(*best, costs)))
      best = std::move(chosen);
  }
  return std::move(*best);
}

} // namespace lz::fusion

#include "fusion/BuildPlan.h"

#include "fusion/PlanExpander.h"
#include "schedule/Choose.h"
#include "schedule/cost/Cost.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <limits>

namespace lz::fusion {
namespace {

void declareOutput(RegionPlan& plan, const TensorType& type) {
  plan.outputTypes.push_back(type.dtype);
  plan.outputSizes.push_back(type.numElements());
}

IndexExpr rowMajor(const Indices& at, const Dims& dims) {
  Dims strides = rowMajorStrides(dims);
  IndexExpr offset;
  for (size_t d = 0; d < at.size(); ++d)
    offset = offset + at[d] * strides[d];
  return offset;
}

// The number of the region's parameter that the value is; -1: none.
int32_t paramOf(PlanExpander& e, ValueId value) {
  const std::vector<ValueId>& params = e.region().body.params;
  auto it = std::find(params.begin(), params.end(), value);
  return it == params.end() ? -1 : int32_t(it - params.begin());
}

Indices openDims(PlanExpander& e, const Dims& dims) {
  Indices at;
  for (int64_t extent : dims)
    at.push_back(IndexExpr::dim(e.addDim(extent, DimKind::Grid)));
  return at;
}

// Every result at the same indices of one shared iteration space, which is that of the first one. A
// statistic of rows has the first dims only: f32[4096] beside f32[4096,1000].
Status addStores(PlanExpander& e, const Program& region) {
  RegionPlan& plan = e.plan();
  const Dims& space = region.type(region.body.results[0]).dims;
  Indices all = openDims(e, space);
  for (ValueId result : region.body.results) {
    const TensorType& type = region.type(result);
    if (type.dims.size() > space.size() ||
        !std::equal(type.dims.begin(), type.dims.end(), space.begin()))
      return internalError("[fusion] the results of a region differ in shape");
    Indices at(all.begin(), all.begin() + int64_t(type.dims.size()));
    LZ_ASSIGN_OR_RETURN(NodeId value, e.expand(result, at, -1));
    PlanOutput output{value, rowMajor(at, type.dims)};
    for (size_t d = 0; d < at.size(); ++d)
      output.dims.push_back(int32_t(d));
    output.buffer = int32_t(plan.outputTypes.size());
    declareOutput(plan, type);
    plan.outputs.push_back(std::move(output));
  }
  return okStatus();
}

// The only result, with the points of the dims `together`, the fastest one first, as outputs of
// each point of the others.
Status addTaps(PlanExpander& e, const Program& region, const std::vector<int64_t>& together) {
  ValueId result = region.body.results[0];
  const TensorType& type = region.type(result);
  declareOutput(e.plan(), type);
  e.putSumsTogether();
  Indices at(type.dims.size());
  std::vector<int32_t> dims;
  int64_t taps = 1;
  for (size_t d = 0; d < at.size(); ++d) {
    if (contains(together, int64_t(d))) {
      taps *= type.dims[d];
      continue;
    }
    dims.push_back(e.addDim(type.dims[d], DimKind::Grid));
    at[d] = IndexExpr::dim(dims.back());
  }
  for (int64_t tap = 0, rest; tap < taps; ++tap) {
    rest = tap;
    for (int64_t d : together) {
      at[size_t(d)] = IndexExpr(rest % type.dims[size_t(d)]);
      rest /= type.dims[size_t(d)];
    }
    LZ_ASSIGN_OR_RETURN(NodeId value, e.expand(result, at, -1));
    PlanOutput output{value, rowMajor(at, type.dims)};
    output.dims = dims;
    e.plan().outputs.push_back(std::move(output));
  }
  mergeReductions(e.plan());
  return okStatus();
}

NodeId inBounds(PlanExpander& e, NodeId start, DType dtype, int64_t limit) {
  NodeId wide = dtype == DType::S64 ? start : e.compute(Opcode::Convert, DType::S64, {start});
  return e.both(e.compare(wide, ComparisonDirection::GE, 0),
                e.compare(wide, ComparisonDirection::LE, limit));
}

// Where update (u0, u1, ...) goes: the scatter indices give the start, the window dims the offset.
// A window that is partly out of bounds is dropped as a whole, as XLA does.
struct ScatterTarget {
  Indices window; // per operand dim
  std::vector<DynamicTerm> dynamic;
  NodeId mask = -1;
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
  LZ_ASSIGN_OR_RETURN(std::vector<NodeId> starts,
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
  // A dim that no index moves along may have no element, either.
  if (e.type(op.operands[0]).numElements() == 0)
    target.mask = e.both(target.mask, e.constantInt(DType::Pred, 0));
  return target;
}

// The dims of the updates along which a window may reach into another one.
std::vector<int64_t> overlappingDims(PlanExpander& e, const Op& op) {
  ScatterAttrs attrs(op.attrs);
  std::vector<int64_t> dims;
  size_t next = 0;
  for (int64_t d = 0; d < e.type(op.operands[0]).rank(); ++d) {
    if (contains(attrs.insertedWindowDims(), d) || contains(attrs.inputBatchingDims(), d))
      continue;
    if (contains(attrs.scatterDimsToOperandDims(), d))
      dims.push_back(attrs.updateWindowDims()[next]);
    ++next;
  }
  return dims;
}

// Updates of one element come in the row-major order of the index vectors, so that the loops over
// overlapping windows are the inner ones.
Indices openUpdate(PlanExpander& e, const Op& op) {
  const Dims& dims = e.type(op.operands.back()).dims;
  std::vector<int64_t> overlapping = overlappingDims(e, op);
  Indices at(dims.size());
  for (bool inside : {false, true})
    for (size_t d = 0; d < dims.size(); ++d)
      if (contains(overlapping, int64_t(d)) == inside)
        at[d] = IndexExpr::dim(e.addDim(dims[d], DimKind::Grid));
  return at;
}

// n operands, the indices and n updates; the combiner makes the n results of a place together.
Status addScatter(PlanExpander& e, const Op& op) {
  RegionPlan& plan = e.plan();
  Indices at = openUpdate(e, op);
  LZ_ASSIGN_OR_RETURN(ScatterTarget target, scatterTarget(e, op, at));
  size_t n = op.results.size();
  for (size_t i = 0; i < n; ++i) {
    const TensorType& type = e.type(op.operands[i]);
    LZ_ASSIGN_OR_RETURN(NodeId update, e.expand(op.operands[n + 1 + i], at, -1));
    PlanOutput output{update, rowMajor(target.window, type.dims)};
    for (size_t d = 0; d < at.size(); ++d)
      output.dims.push_back(int32_t(d));
    output.dynamic = target.dynamic;
    output.mask = target.mask;
    output.buffer = int32_t(i);
    output.initial = paramOf(e, op.operands[i]);
    declareOutput(plan, type);
    plan.outputs.push_back(std::move(output));
  }
  LZ_ASSIGN_OR_RETURN(plan.combiner, e.scalarBody(op.regions[0]));
  plan.sequential = true;
  return okStatus();
}

// Only the window: element (i, j) of the update goes to (clamp(start0) + i, clamp(start1) + j).
Status addUpdate(PlanExpander& e, const Op& op) {
  RegionPlan& plan = e.plan();
  const TensorType &type = e.type(op.operands[0]), &update = e.type(op.operands[1]);
  Dims strides = rowMajorStrides(type.dims);
  Indices at = openDims(e, update.dims);
  LZ_ASSIGN_OR_RETURN(NodeId value, e.expand(op.operands[1], at, -1));
  PlanOutput output{value, rowMajor(at, type.dims)};
  for (size_t d = 0; d < at.size(); ++d) {
    output.dims.push_back(int32_t(d));
    int64_t limit = type.dims[d] - update.dims[d];
    if (limit == 0)
      continue;
    LZ_ASSIGN_OR_RETURN(NodeId start, e.expand(op.operands[2 + d], {}, -1));
    output.dynamic.push_back({start, limit, strides[d]});
  }
  output.initial = paramOf(e, op.operands[0]);
  declareOutput(plan, type);
  plan.outputs.push_back(std::move(output));
  return okStatus();
}

// An update of what lies in memory, and nothing else.
bool updatesMemory(PlanExpander& e, const Program& region, const Op& root) {
  return root.opcode == Opcode::DynamicUpdateSlice && region.body.results.size() == 1 &&
         paramOf(e, root.operands[0]) >= 0;
}

// By rows or not, the lanes are the same, and so are the bits: rows may keep two dims of the grid
// apart, of which the count of steps must not know.
Choice chooseLanesOfWhole(RegionPlan plan, const CostTable& costs) {
  collapseDims(plan);
  return chooseLanes(plan, costs);
}

// From the values of a region to the plan that runs: its grid, lanes and tiles.
ChosenPlan chosenFor(RegionPlan plan, const CostTable& costs, int64_t rows) {
  collapseDims(plan, rows);
  ChosenPlan chosen{std::move(plan)};
  if (rows > 0) {
    chosen.choice = chooseLanesOfWhole(chosen.plan, costs);
  } else {
    chosen.choice = chooseLanes(chosen.plan, costs);
    chooseNarrowRows(chosen, costs);
  }
  chooseTiles(chosen.plan, chosen.choice);
  return chosen;
}

ChosenPlan cheaperOf(ChosenPlan one, ChosenPlan other, const CostTable& costs) {
  return isCheaper(costOf(one, costs), costOf(other, costs)) ? std::move(one) : std::move(other);
}

// With the points of the dims `together` at one place.
StatusOr<ChosenPlan> planOf(const Program& region, const CostTable& costs, int64_t rows,
                            const std::vector<int64_t>& together) {
  RegionPlan plan;
  PlanExpander expander(region, plan);
  PlanExpander::Producer root = expander.producer(region.body.results[0]);
  bool scatters = root.op != nullptr && opInfo(root.op->opcode).kind == OpKind::Scatter;
  if (scatters)
    LZ_RETURN_IF_ERROR(addScatter(expander, *root.op));
  else if (root.op != nullptr && updatesMemory(expander, region, *root.op))
    LZ_RETURN_IF_ERROR(addUpdate(expander, *root.op));
  else if (!together.empty())
    LZ_RETURN_IF_ERROR(addTaps(expander, region, together));
  else
    LZ_RETURN_IF_ERROR(addStores(expander, region));
  if (plan.dims.size() > kMaxPlanDims)
    return unimplemented("[fusion] a region of more than ", kMaxPlanDims, " loop dimensions");
  if (scatters)
    return chosenFor(std::move(plan), costs, rows);
  splitGrid(plan);
  RegionPlan split = plan;
  if (!splitDims(split))
    return chosenFor(std::move(plan), costs, rows);
  return cheaperOf(chosenFor(std::move(split), costs, rows),
                   chosenFor(std::move(plan), costs, rows), costs);
}

} // namespace

StatusOr<ChosenPlan> buildPlan(const Program& region, const CostTable& costs, int64_t rows) {
  if (region.body.results.empty())
    return internalError("[fusion] a region without results");
  if (rows > 0)
    return planOf(region, costs, rows, {});
  std::vector<int64_t> taps = dimsOfTapsTogether(region);
  LZ_ASSIGN_OR_RETURN(ChosenPlan chosen, planOf(region, costs, 0, taps));
  if (!taps.empty() || !hasSumsOfColumns(region, chosen.plan))
    return chosen;
  auto last = int64_t(region.type(region.body.results[0]).dims.size()) - 1;
  LZ_ASSIGN_OR_RETURN(ChosenPlan together, planOf(region, costs, 0, {last}));
  return cheaperOf(std::move(together), std::move(chosen), costs);
}

} // namespace lz::fusion

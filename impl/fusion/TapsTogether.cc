// In the gradient of a depthwise filter with channels last, each element is a sum over images and
// pixels. There is one element for each tap and channel. If nine taps were nine points of the grid,
// both operands would be read nine times. Instead, one point computes all taps, as sums of one
// reduction:
//
//   dw[i, j, c] = sum over n, h, w of x[n, h + i - 1, w + j - 1, c] * g[n, h, w, c], 3 x 3 taps
//     grid: c; one loop over n, h, w with nine sums, one load of g and nine loads of x from the
//     first-level cache; nine outputs
//
// If a window has more than kMostCopies taps, only the taps of its last dims are computed together.
// For 8 x 56 x 56 x 64 numbers and 5 x 5 taps, computing all 25 taps together takes 0.72 times as
// long as computing 5 taps at a time (Zen 5).
#include "fusion/BuildPlan.h"
#include "fusion/expand/PlanExpander.h"
#include "schedule/LoopForms.h"
#include "schedule/ShortRows.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <map>
#include <set>

namespace lz::fusion {
using region::NodeId;

namespace {

// Even with a value of 1, all 258 programs of the bench get the same plans.
constexpr int64_t kLeastPixels = 64;

// Returns whether the last dims of both operands and of the result are the channels, and each
// channel is a group.
bool isChannelsLast(const Program& region, const Op& op) {
  ConvolutionAttrs attrs(op.attrs);
  auto isLast = [&](ValueId v, int64_t dim) { return dim == region.type(v).rank() - 1; };
  int64_t groups = attrs.batchGroupCount();
  return groups > 1 && region.type(op.operands[0]).dims.back() == groups &&
         region.type(op.results[0]).dims.back() == groups &&
         isLast(op.operands[0], attrs.inputBatchDimension()) &&
         isLast(op.operands[1], attrs.kernelOutputFeatureDimension()) &&
         isLast(op.results[0], attrs.outputFeatureDimension());
}

// Merges several reductions, each of which has one operand, into one reduction: { s0 + x0, s1 + x1,
// ... }.
region::PlanReduction together(const std::vector<region::PlanReduction>& parts) {
  std::vector<DType> types;
  for (int copy : {0, 1})
    for (const region::PlanReduction& part : parts)
      types.push_back(part.body.nodes[size_t(copy)].dtype);
  region::PlanReduction all;
  all.dims = parts[0].dims;
  all.body = PlanExpander::bodyOver(types);
  for (size_t i = 0; i < parts.size(); ++i) {
    all.operands.push_back(parts[i].operands[0]);
    all.inits.push_back(parts[i].inits[0]);
    std::vector<NodeId> nodeOf = {NodeId(i), NodeId(parts.size() + i)};
    for (size_t n = nodeOf.size(); n < parts[i].body.nodes.size(); ++n) {
      region::PlanNode node = parts[i].body.nodes[n];
      for (NodeId& operand : node.operands)
        operand = nodeOf[size_t(operand)];
      nodeOf.push_back(NodeId(all.body.nodes.size()));
      all.body.nodes.push_back(std::move(node));
    }
    all.body.results.push_back(nodeOf[size_t(parts[i].body.results[0])]);
  }
  return all;
}

// Renumbers the nodes so that operands come before users. Otherwise the order of nodes does not
// change.
class NodeOrder {
public:
  explicit NodeOrder(region::RegionPlan& plan) : plan_(plan), numbers_(plan.nodes.size(), -1) {}

  void apply() {
    for (size_t i = 0; i < plan_.nodes.size(); ++i)
      place(NodeId(i));
    auto rename = [&](NodeId& id) { id = numbers_[size_t(id)]; };
    for (region::PlanNode& n : ordered_)
      forEachUse(n, rename);
    for (region::PlanReduction& r : plan_.reductions)
      for (auto* list : {&r.operands, &r.inits})
        std::for_each(list->begin(), list->end(), rename);
    for (region::PlanOutput& o : plan_.outputs) {
      rename(o.value);
      if (o.mask >= 0)
        rename(o.mask);
      for (region::DynamicTerm& t : o.dynamic)
        rename(t.index);
    }
    plan_.nodes = std::move(ordered_);
  }

private:
  template <typename Fn> static void forEachUse(region::PlanNode& n, Fn fn) {
    std::for_each(n.operands.begin(), n.operands.end(), fn);
    for (region::DynamicTerm& t : n.dynamic)
      fn(t.index);
    if (n.mask >= 0)
      fn(n.mask);
  }

  // Gives numbers to the nodes that the node uses, and then to the node itself. The recursion is as
  // deep as the plan, which is as deep as its region.
  void place(NodeId id) {
    if (numbers_[size_t(id)] >= 0)
      return;
    region::PlanNode& n = plan_.nodes[size_t(id)];
    forEachUse(n, [&](NodeId used) { place(used); });
    if (n.kind == region::NodeKind::Reduce)
      for (auto* list : {&plan_.reductions[size_t(n.reduction)].operands,
                         &plan_.reductions[size_t(n.reduction)].inits})
        std::for_each(list->begin(), list->end(), [&](NodeId used) { place(used); });
    numbers_[size_t(id)] = NodeId(ordered_.size());
    ordered_.push_back(std::move(n));
  }

  region::RegionPlan& plan_;
  std::vector<NodeId> numbers_; // for each old number of a node: the new number
  std::vector<region::PlanNode> ordered_;
};

} // namespace

// The fastest dim comes first in the list.
std::vector<int64_t> dimsOfTapsTogether(const Program& region) {
  if (region.body.results.size() != 1)
    return {};
  const Dims& space = region.type(region.body.results[0]).dims;
  for (const Op& op : region.body.ops) {
    if (op.opcode != Opcode::Convolution || region.type(op.results[0]).dims != space ||
        !isChannelsLast(region, op))
      continue;
    if (region.type(op.results[0]).numElements() == 0 ||
        region.type(op.operands[1]).numElements() < kLeastPixels * space.back())
      return {};
    absl::Span<const int64_t> taps = ConvolutionAttrs(op.attrs).outputSpatialDimensions();
    std::vector<int64_t> found;
    int64_t count = 1;
    for (size_t i = taps.size(); i-- > 0; found.push_back(taps[i]))
      if ((count *= space[size_t(taps[i])]) > schedule::kMostCopies)
        break;
    return found;
  }
  return {};
}

// Returns whether the region computes a sum for each column, and most of the work for these sums is
// the same for all columns:
//   dx[i, k] = sum over j of (x[i, k] - y[j, k]) * e^(-|x[i] - y[j]|^2), k below 3
//     a loop over j inside of a loop over k: e^ three times for each i and j
//     together: grid i; one loop over j with three sums and one e^; three outputs
//
// If rows have more columns than short rows have, the columns can be the lanes. With 2,000 x 2,000
// pairs, 12 columns take 4.2 ms if they are computed together, and 17.7 ms if they are computed
// apart (Zen 5).
bool hasSumsOfColumns(const Program& region, const region::RegionPlan& plan) {
  const Dims& space = region.type(region.body.results[0]).dims;
  if (region.body.results.size() != 1 || plan.scatters() || space.empty() || space.back() < 2 ||
      space.back() > schedule::kLongestShortRow)
    return false;
  for (int32_t column : plan.outputs[0].dims) {
    // If the grid has no other dim than the columns, lanes and units run over the columns.
    const region::DimKind kind = plan.dims[size_t(column)].kind;
    if (kind == region::DimKind::Reduction || (kind == region::DimKind::Grid && space.size() < 2) ||
        plan.dims[size_t(column)].extent != space.back())
      continue;
    std::vector<uint64_t> deps = dependencies(plan);
    for (size_t i = 0; i < plan.nodes.size(); ++i)
      if (plan.nodes[i].kind == region::NodeKind::Reduce && (deps[i] >> column & 1))
        return true;
  }
  return false;
}

// Example: sums over j of w_ij, and sums over j of w_ij z_j. Computing w_ij takes most of the time.
bool hasIndependentSums(const Program& region) {
  if (region.body.results.size() < 2)
    return false;
  std::map<ValueId, std::set<Dims>> needed; // for each value: the extents of sums that it needs
  std::set<Dims> extents;
  bool isRepeated = false;
  for (const Op& op : region.body.ops) {
    std::set<Dims> ofOp;
    for (ValueId operand : op.operands)
      ofOp.insert(needed[operand].begin(), needed[operand].end());
    if (op.opcode == Opcode::Reduce) {
      Dims own;
      for (int64_t d : ReduceAttrs(op.attrs).dimensions())
        own.push_back(region.type(op.operands[0]).dims[size_t(d)]);
      if (op.results.size() != 1 || !ofOp.insert(own).second)
        return false;
      isRepeated |= !extents.insert(own).second;
    }
    for (ValueId result : op.results)
      needed[result] = ofOp;
  }
  return isRepeated;
}

void mergeReductions(region::RegionPlan& plan, absl::Span<const int> parts) {
  std::vector<std::vector<region::PlanReduction>> groups;
  std::vector<int> partOf;                         // of each group
  std::vector<std::pair<int32_t, int32_t>> places; // for each reduction: its group and index
  for (size_t i = 0; i < plan.reductions.size(); ++i) {
    region::PlanReduction& r = plan.reductions[i];
    const int part = parts.empty() ? 0 : parts[i];
    size_t g = 0;
    while (g < groups.size() &&
           (r.dims.empty() || groups[g][0].dims != r.dims || partOf[g] != part))
      ++g;
    if (g == groups.size()) {
      groups.emplace_back();
      partOf.push_back(part);
    }
    places.emplace_back(int32_t(g), int32_t(groups[g].size()));
    groups[g].push_back(std::move(r));
  }
  plan.reductions.clear();
  for (std::vector<region::PlanReduction>& group : groups)
    plan.reductions.push_back(group.size() == 1 ? std::move(group[0]) : together(group));
  for (region::PlanNode& n : plan.nodes)
    if (n.kind == region::NodeKind::Reduce) {
      n.component += places[size_t(n.reduction)].second;
      n.reduction = places[size_t(n.reduction)].first;
    }
  // A merged reduction comes after the operands of all its sums, so nodes must be ordered again.
  NodeOrder(plan).apply();
}

} // namespace lz::fusion

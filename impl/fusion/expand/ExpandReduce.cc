// Expands reduce and reduce_window. They add dims to the plan, and an element of the result is a
// reduction over these dims.
#include "absl/strings/str_cat.h"
#include "base/Checked.h"
#include "fusion/expand/PlanExpander.h"
#include "spec/OpAttrs.inc.h"

namespace lz::fusion {
namespace {

// The new reduction dims, and the indices of the operand at each point of these dims. `inside` is
// the condition that the indices are inside of the operand. It is -1 if they always are.
struct Window {
  std::vector<int32_t> dims;
  Indices source;
  region::NodeId inside = -1;
};

// Makes the window of a reduce. Sums with the same `key` get the same dims.
Window reducedDims(PlanExpander& e, const Op& op, const Indices& at, const std::string& key) {
  const Dims& dims = e.type(op.operands[0]).dims;
  absl::Span<const int64_t> reduced = ReduceAttrs(op.attrs).dimensions();
  Window w;
  size_t kept = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (std::find(reduced.begin(), reduced.end(), int64_t(d)) == reduced.end()) {
      w.source.push_back(at[kept++]);
      continue;
    }
    w.dims.push_back(e.sumDim(key, w.dims.size(), dims[d]));
    w.source.push_back(region::IndexExpr::dim(w.dims.back()));
  }
  return w;
}

// Makes the window of a reduce_window. The position of a point of the window in the dilated operand
// is out * stride + point * dilation - low.
Window windowDims(PlanExpander& e, const Op& op, const Indices& at) {
  const Dims& dims = e.type(op.operands[0]).dims;
  ReduceWindowAttrs attrs(op.attrs);
  absl::Span<const int64_t> sizes = attrs.windowDimensions();
  Window w;
  for (size_t d = 0; d < dims.size(); ++d) {
    int64_t base = attrs.baseDilations()[d];
    region::IndexExpr position =
        at[d] * attrs.windowStrides()[d] + region::IndexExpr(-attrs.padding()[2 * d]);
    if (sizes[d] != 1) {
      w.dims.push_back(e.addDim(sizes[d], region::DimKind::Reduction));
      position = position + region::IndexExpr::dim(w.dims.back()) * attrs.windowDilations()[d];
    }
    w.inside = e.both(w.inside, e.inRange(position, 0, (dims[d] - 1) * base));
    w.inside = e.both(w.inside, e.inRange(position.mod(base, e.extents()), 0, 0));
    w.source.push_back(position.floorDiv(base, e.extents()));
  }
  return w;
}

// Returns the key of a sum (PlanExpander::sumDim). A tap is a constant in the indices. The key does
// not contain these constants, so that the sums of the same op at different taps have the same key.
std::string keyOfDims(const PlanExpander& e, const Op& op, Indices at, region::NodeId mask) {
  for (region::IndexExpr& index : at)
    if (index.isConstant())
      index = region::IndexExpr();
  std::string own = absl::StrCat(op.results[0]);
  if (e.sumsOfOpsTogether()) {
    own = "sums of";
    for (int64_t d : ReduceAttrs(op.attrs).dimensions())
      absl::StrAppend(&own, " ", e.type(op.operands[0]).dims[size_t(d)]);
  }
  return absl::StrCat(own, "@", mask, ":", keyOf(at));
}

// Returns the number of points over which the op reduces, or `most` + 1 if there are more.
int64_t pointsOf(const PlanExpander& e, const Op& op, int64_t most) {
  int64_t points = 1;
  for (int64_t d : ReduceAttrs(op.attrs).dimensions())
    points = productUpTo(points, e.type(op.operands[0]).dims[size_t(d)], most + 1);
  return points;
}

// Adds a copy of the combiner to the plan. `args` are the accumulators and the new values.
std::vector<region::NodeId> combine(PlanExpander& e, const region::PlanBody& body,
                                    std::vector<region::NodeId> args) {
  std::vector<region::NodeId> nodeOf;
  for (const region::PlanNode& n : body.nodes) {
    if (n.kind == region::NodeKind::Arg) {
      nodeOf.push_back(args[size_t(n.component)]);
      continue;
    }
    region::PlanNode node = n;
    for (region::NodeId& operand : node.operands)
      operand = nodeOf[size_t(operand)];
    nodeOf.push_back(e.addNode(std::move(node)));
  }
  std::vector<region::NodeId> results;
  for (region::NodeId result : body.results)
    results.push_back(nodeOf[size_t(result)]);
  return results;
}

// Expands a reduction point by point, in row-major order.
StatusOr<region::NodeId> writeOut(PlanExpander& e, const Op& op, int32_t result, const Indices& at,
                                  region::NodeId mask, int64_t points) {
  const size_t n = op.operands.size() / 2;
  const Dims& dims = e.type(op.operands[0]).dims;
  absl::Span<const int64_t> reduced = ReduceAttrs(op.attrs).dimensions();
  LZ_ASSIGN_OR_RETURN(region::PlanBody body, e.scalarBody(op.regions[0]));
  std::vector<region::NodeId> sums;
  for (size_t i = 0; i < n; ++i) {
    LZ_ASSIGN_OR_RETURN(region::NodeId init, e.expand(op.operands[n + i], {}, mask));
    sums.push_back(init);
  }
  if (points == 0)
    return sums[size_t(result)];
  if (!e.beginPoints(points))
    return unimplemented("[fusion] nested reductions of too many points");
  for (int64_t point = 0; point < points; ++point) {
    Indices source(dims.size());
    int64_t rest = point;
    for (size_t d = dims.size(), kept = at.size(); d-- > 0;)
      if (contains(reduced, int64_t(d))) {
        source[d] = region::IndexExpr(rest % dims[d]);
        rest /= dims[d];
      } else {
        source[d] = at[--kept];
      }
    std::vector<region::NodeId> args = sums;
    for (size_t i = 0; i < n; ++i) {
      LZ_ASSIGN_OR_RETURN(region::NodeId value, e.expand(op.operands[i], source, mask));
      args.push_back(value);
    }
    sums = combine(e, body, std::move(args));
  }
  e.endPoints(points);
  return sums[size_t(result)];
}

} // namespace

StatusOr<region::NodeId> expandReduction(PlanExpander& e, const Op& op, int32_t result,
                                         const Indices& at, region::NodeId mask) {
  if (op.opcode == Opcode::Reduce && e.mostWrittenOut() > 0)
    if (int64_t points = pointsOf(e, op, e.mostWrittenOut()); points <= e.mostWrittenOut())
      return writeOut(e, op, result, at, mask, points);
  std::string key = absl::StrCat(op.results[0], "@", mask, ":", keyOf(at));
  auto it = e.reductions_.find(key);
  if (it == e.reductions_.end()) {
    size_t n = op.operands.size() / 2; // there are n operands, followed by their n initial values
    bool together = e.sumsTogether() && n == 1;
    Window w = op.opcode == Opcode::Reduce
                   ? reducedDims(e, op, at, together ? keyOfDims(e, op, at, mask) : key)
                   : windowDims(e, op, at);
    region::PlanReduction reduction;
    reduction.dims = w.dims;
    for (size_t i = 0; i < n; ++i) {
      LZ_ASSIGN_OR_RETURN(region::NodeId init, e.expand(op.operands[n + i], {}, mask));
      LZ_ASSIGN_OR_RETURN(region::NodeId value,
                          e.expand(op.operands[i], w.source, e.both(mask, w.inside)));
      // Outside of the operand, a window reads the initial value.
      if (w.inside >= 0)
        value = e.compute(Opcode::Select, e.type(op.operands[i]).dtype, {w.inside, value, init});
      reduction.inits.push_back(init);
      reduction.operands.push_back(value);
    }
    LZ_ASSIGN_OR_RETURN(reduction.body, e.scalarBody(op.regions[0]));
    e.plan().reductions.push_back(std::move(reduction));
    it = e.reductions_.emplace(key, int32_t(e.plan().reductions.size()) - 1).first;
  }
  region::PlanNode node{region::NodeKind::Reduce, e.type(op.results[size_t(result)]).dtype};
  node.reduction = it->second;
  node.component = result;
  return e.addNode(std::move(node));
}

} // namespace lz::fusion

#include "region/VerifyPlan.h"

#include "region/PlanRules.h"

#include <algorithm>
#include <limits>

namespace lz::region {
namespace {

constexpr int64_t kNoClamp = std::numeric_limits<int64_t>::max();

// The address of a load or of an output.
struct Access {
  const IndexExpr& expr;
  absl::Span<const DynamicTerm> dynamic;
  NodeId mask;
};

class Verifier {
public:
  explicit Verifier(const RegionPlan& plan) : plan_(plan) {}

  Status run() {
    LZ_RETURN_IF_ERROR(verifyParts(plan_));
    deps_ = dependencies(plan_);
    for (size_t i = 0; i < plan_.nodes.size(); ++i)
      LZ_RETURN_IF_ERROR(node(plan_.nodes[i], absl::StrCat("%", i)));
    for (size_t i = 0; i < plan_.reductions.size(); ++i)
      LZ_RETURN_IF_ERROR(reduction(plan_.reductions[i], absl::StrCat("reduction", i)));
    for (const PlanOutput& o : plan_.outputs)
      LZ_RETURN_IF_ERROR(output(o, absl::StrCat("out", o.buffer)));
    LZ_RETURN_IF_ERROR(combiner());
    return coverage();
  }

private:
  Status node(const PlanNode& n, const std::string& who) const;
  Status computeTypes(const PlanNode& n, absl::Span<const PlanNode> nodes,
                      const std::string& who) const;
  Status access(const Access& a, int64_t size, const std::string& who) const;
  Status reduction(const PlanReduction& r, const std::string& who) const;
  Status body(const PlanBody& body, absl::Span<const DType> accumulators,
              absl::Span<const DType> values, const std::string& who) const;
  Status output(const PlanOutput& o, const std::string& who) const;
  Status blocks(const PlanOutput& o, const std::string& who) const;
  Status placesOfGrid() const;
  Status combiner() const;
  Status coverage() const;

  DType typeOf(NodeId id) const { return plan_.nodes[size_t(id)].dtype; }
  bool isEmpty() const {
    return std::any_of(plan_.dims.begin(), plan_.dims.end(),
                       [](const PlanDim& d) { return d.extent == 0; });
  }

  const RegionPlan& plan_;
  std::vector<uint64_t> deps_;
};

// Checks that all operands and the result have the same type, unless the op requires other types.
Status Verifier::computeTypes(const PlanNode& n, absl::Span<const PlanNode> nodes,
                              const std::string& who) const {
  const OpInfo& info = opInfo(n.opcode);
  std::string name(info.name);
  if (info.kind != OpKind::Elementwise)
    return brokenRule(who, "kinds", name, " is not elementwise");
  if (info.numOperands >= 0 && size_t(info.numOperands) != n.operands.size())
    return brokenRule(who, "kinds", name, " has ", n.operands.size(), " operands");
  auto type = [&](size_t i) { return nodes[size_t(n.operands[i])].dtype; };
  bool selects = n.opcode == Opcode::Select;
  if (selects && type(0) != DType::Pred)
    return brokenRule(who, "types", "the predicate is of ", std::string(dtypeName(type(0))));
  size_t first = selects ? 1 : 0;
  if (!accepts(info, type(first)))
    return brokenRule(who, "types", name, " of ", std::string(dtypeName(type(first))));
  for (size_t i = first + 1; i < n.operands.size(); ++i)
    if (type(i) != type(first))
      return brokenRule(who, "types", name, " of ", std::string(dtypeName(type(first))), " and ",
                        std::string(dtypeName(type(i))));
  DType expected = info.givesPredicate                       ? DType::Pred
                   : info.resultSpec == ResultSpec::Inferred ? type(first)
                                                             : n.dtype;
  if (n.dtype != expected)
    return brokenRule(who, "types", name, " gives ", std::string(dtypeName(expected)), ", not ",
                      std::string(dtypeName(n.dtype)));
  return okStatus();
}

// Looks for a point of the dims at which `expr` is outside of [0, limit]. If there is one, returns
// true and sets `point`. If `expr` contains floordiv or mod, its computed range may be too wide. In
// this case, only the corners and a few other points are tested.
bool isOutside(const IndexExpr& expr, int64_t limit, absl::Span<const int64_t> extents,
               std::vector<int64_t>& point) {
  IndexExpr::Range r = expr.range(extents);
  if (r.lo >= 0 && r.hi <= limit)
    return false;
  constexpr size_t kMostCornerDims = 10;
  constexpr uint64_t kOtherPoints = 256;
  size_t corners = size_t(1) << std::min(extents.size(), kMostCornerDims);
  uint64_t state = 1;
  point.assign(extents.size(), 0);
  for (size_t i = 0; i < corners + kOtherPoints; ++i) {
    for (size_t d = 0; d < extents.size(); ++d) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      int64_t inside = int64_t((state >> 33) % uint64_t(extents[d]));
      point[d] = i >= corners ? inside : (i >> (d % kMostCornerDims) & 1) ? extents[d] - 1 : 0;
    }
    int64_t at = expr.evaluate(point);
    if (at < 0 || at > limit)
      return true;
  }
  return false;
}

Status Verifier::access(const Access& a, int64_t size, const std::string& who) const {
  if (a.mask != -1 && typeOf(a.mask) != DType::Pred)
    return brokenRule(who, "types", "the mask is of ", std::string(dtypeName(typeOf(a.mask))));
  int64_t reach = 0;
  for (const DynamicTerm& t : a.dynamic) {
    if (!isInteger(typeOf(t.index)))
      return brokenRule(who, "types", "an index is of ", std::string(dtypeName(typeOf(t.index))));
    // A term with a negative stride needs a mask. An example is the update of a
    // dynamic_update_slice, which is read at i - start.
    if (t.maxIndex < 0 || (t.stride < 0 && t.maxIndex != kNoClamp))
      return brokenRule(who, "bounds", "an index goes to ", t.maxIndex, " by ", t.stride);
    if (t.maxIndex == kNoClamp && a.mask == -1)
      return brokenRule(who, "bounds", "%", t.index, " is neither clamped nor masked");
    if (t.maxIndex != kNoClamp)
      reach += t.maxIndex * t.stride;
  }
  if (a.mask != -1 || isEmpty())
    return okStatus();
  std::vector<int64_t> point;
  if (isOutside(a.expr, size - 1 - reach, plan_.extents(), point))
    return brokenRule(who, "bounds", "at ", dimsStr(point), " it is at ", a.expr.evaluate(point),
                      reach ? absl::StrCat(" to ", a.expr.evaluate(point) + reach) : "", " of ",
                      size, " elements");
  return okStatus();
}

Status Verifier::node(const PlanNode& n, const std::string& who) const {
  std::string type(dtypeName(n.dtype));
  switch (n.kind) {
  case NodeKind::Load:
    if (n.dtype != plan_.inputs[size_t(n.input)])
      return brokenRule(who, "types", "it loads ", type, " from a buffer of ",
                        std::string(dtypeName(plan_.inputs[size_t(n.input)])));
    return access({n.expr, n.dynamic, n.mask}, plan_.inputSizes[size_t(n.input)], who);
  case NodeKind::Constant:
    if (!n.literal.valid() || n.literal.type() != TensorType{n.dtype, {}})
      return brokenRule(who, "types", "its literal is not a scalar of ", type);
    return okStatus();
  case NodeKind::Index:
    return okStatus();
  case NodeKind::InRange:
    return n.dtype == DType::Pred ? okStatus() : brokenRule(who, "types", "a range is of ", type);
  case NodeKind::Compute:
    return computeTypes(n, plan_.nodes, who);
  case NodeKind::Reduce:
  case NodeKind::Arg:
    break;
  }
  const PlanReduction& r = plan_.reductions[size_t(n.reduction)];
  DType init = typeOf(r.inits[size_t(n.component)]);
  return n.dtype == init ? okStatus()
                         : brokenRule(who, "types", "it is ", type, " and begins as ",
                                      std::string(dtypeName(init)));
}

Status Verifier::body(const PlanBody& body, absl::Span<const DType> accumulators,
                      absl::Span<const DType> values, const std::string& who) const {
  size_t n = accumulators.size();
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    const PlanNode& node = body.nodes[i];
    std::string here = absl::StrCat(who, " %", i);
    if (node.kind == NodeKind::Arg) {
      if (!isIn(node.component, 2 * n))
        return brokenRule(here, "bodies", "there is no argument ", node.component);
      size_t c = size_t(node.component);
      DType expected = c < n ? accumulators[c] : values[c - n];
      if (node.dtype != expected)
        return brokenRule(here, "types", "the argument is ", std::string(dtypeName(node.dtype)),
                          ", the value ", std::string(dtypeName(expected)));
      continue;
    }
    if (node.kind == NodeKind::Constant)
      continue;
    if (node.kind != NodeKind::Compute)
      return brokenRule(here, "bodies", "a combiner can only compute values");
    for (NodeId operand : node.operands)
      if (!isIn(operand, i))
        return brokenRule(here, "order", "it uses %", operand);
    LZ_RETURN_IF_ERROR(computeTypes(node, body.nodes, here));
  }
  for (size_t i = 0; i < n; ++i) {
    NodeId result = body.results[i];
    if (!isIn(result, body.nodes.size()))
      return brokenRule(who, "bodies", "there is no %", result);
    if (body.nodes[size_t(result)].dtype != accumulators[i])
      return brokenRule(who, "types", "the combiner makes ",
                        std::string(dtypeName(body.nodes[size_t(result)].dtype)), " of ",
                        std::string(dtypeName(accumulators[i])));
  }
  return okStatus();
}

Status Verifier::reduction(const PlanReduction& r, const std::string& who) const {
  for (int32_t d : r.dims)
    if (plan_.dims[size_t(d)].kind != DimKind::Reduction)
      return brokenRule(who, "reductions", "d", d, " is not a reduction dim");
  std::vector<DType> accumulators, values;
  for (size_t i = 0; i < r.operands.size(); ++i) {
    if ((deps_[size_t(r.inits[i])] & bitsOf(r.dims)) != 0)
      return brokenRule(who, "reductions", "the init %", r.inits[i], " depends on its dims");
    accumulators.push_back(typeOf(r.inits[i]));
    values.push_back(typeOf(r.operands[i]));
  }
  return body(r.body, accumulators, values, who);
}

Status Verifier::output(const PlanOutput& o, const std::string& who) const {
  size_t buffer = size_t(o.buffer);
  for (int32_t d : o.dims)
    if (plan_.dims[size_t(d)].kind == DimKind::Reduction && o.block == 0)
      return brokenRule(who, "scopes", "d", d, " is a reduction dim");
  if (plan_.block() > 0)
    LZ_RETURN_IF_ERROR(blocks(o, who));
  for (NodeId id : usedBy(o))
    if ((deps_[size_t(id)] & ~bitsOf(o.dims)) != 0)
      return brokenRule(who, "scopes", "%", id,
                        " depends on dims that the output does not run over");
  for (size_t d = 0; d < plan_.dims.size(); ++d)
    if (o.expr.dependsOn(int32_t(d)) && !(bitsOf(o.dims) >> d & 1))
      return brokenRule(who, "scopes", "its place depends on d", d);
  if (typeOf(o.value) != plan_.outputTypes[buffer])
    return brokenRule(who, "types", "%", o.value, " is ", std::string(dtypeName(typeOf(o.value))),
                      ", the buffer ", std::string(dtypeName(plan_.outputTypes[buffer])));
  if (o.initial >= 0 && (plan_.inputs[size_t(o.initial)] != plan_.outputTypes[buffer] ||
                         plan_.inputSizes[size_t(o.initial)] != plan_.outputSizes[buffer]))
    return brokenRule(who, "types", "it starts as in", o.initial, ", which is of another type");
  return access({o.expr, o.dynamic, o.mask}, plan_.outputSizes[buffer], who);
}

// Checks an output of a plan with sums over blocks.
Status Verifier::blocks(const PlanOutput& o, const std::string& who) const {
  auto isOf = [&](size_t i, DimKind kind) {
    return i < o.dims.size() && plan_.dims[size_t(o.dims[i])].kind == kind;
  };
  if (!isOf(0, DimKind::Grid) || o.dims[0] != 0 || isOf(1, DimKind::Grid) || plan_.scatters())
    return brokenRule(who, "blocks", "a plan with sums over blocks has one grid dim");
  if (o.block == 0)
    return o.dims.size() == 1 ? okStatus()
                              : brokenRule(who, "blocks", "it is over more than the grid");
  if (o.block != plan_.block() || o.dims.size() != 2 || !isOf(1, DimKind::Reduction))
    return brokenRule(who, "blocks", "it is not summed over blocks of a table");
  if (!isFloat(typeOf(o.value)) || o.mask != -1 || !o.dynamic.empty() || o.initial != -1)
    return brokenRule(who, "blocks", "its sums are not floats, or have no fixed places");
  return okStatus();
}

// Checks that the place to which a scatter writes an update depends on each dim of the grid.
Status Verifier::placesOfGrid() const {
  for (const PlanOutput& o : plan_.outputs)
    for (size_t d = 0; d < plan_.dims.size(); ++d)
      if (plan_.dims[d].kind == DimKind::Grid && plan_.dims[d].extent > 1 &&
          !isMovedBy(o, deps_, int32_t(d)))
        return brokenRule("combiner", "order", "points of grid dim d", d, " have the same place");
  return okStatus();
}

// Checks the combiner of a scatter.
Status Verifier::combiner() const {
  const PlanBody& scatter = plan_.combiner;
  if (!plan_.scatters())
    return plan_.dimsOf(DimKind::Ordered) == 0
               ? okStatus()
               : brokenRule("plan", "order", "it has ordered dims and no combiner");
  LZ_RETURN_IF_ERROR(placesOfGrid());
  if (scatter.results.size() != plan_.outputs.size())
    return brokenRule("combiner", "bodies", "it has ", scatter.results.size(), " results for ",
                      plan_.outputs.size(), " outputs");
  std::vector<DType> accumulators, values;
  for (const PlanOutput& o : plan_.outputs) {
    accumulators.push_back(plan_.outputTypes[size_t(o.buffer)]);
    values.push_back(typeOf(o.value));
  }
  return body(scatter, accumulators, values, "combiner");
}

Status Verifier::coverage() const {
  std::vector<int64_t> points(plan_.outputSizes.size());
  std::vector<bool> isPart(plan_.outputSizes.size());
  for (const PlanOutput& o : plan_.outputs) {
    int64_t written = 1;
    for (int32_t d : o.dims) {
      int64_t extent = plan_.dims[size_t(d)].extent;
      bool hasBlocks = o.block > 0 && plan_.dims[size_t(d)].kind == DimKind::Grid;
      written *= hasBlocks ? (extent + o.block - 1) / o.block : extent;
    }
    points[size_t(o.buffer)] += written;
    isPart[size_t(o.buffer)] = isPart[size_t(o.buffer)] || o.initial >= 0 || plan_.scatters();
  }
  for (size_t i = 0; i < points.size(); ++i)
    if (!isPart[i] && points[i] != plan_.outputSizes[i])
      return brokenRule(absl::StrCat("out", i), "coverage", points[i], " points are written to ",
                        plan_.outputSizes[i], " elements");
  return okStatus();
}

} // namespace

Status verify(const RegionPlan& plan) {
  return Verifier(plan).run();
}

} // namespace lz::region

#include "schedule/Ranges.h"

#include "spec/OpCost.h"

#include <algorithm>
#include <set>

namespace lz::schedule {
namespace {

// Returns the dim d if the index is d or -d plus a constant, otherwise -1.
int32_t dimOf(const region::IndexExpr& expr) {
  if (!expr.isAffine() || expr.terms().size() != 1 || std::abs(expr.terms()[0].coefficient) != 1)
    return -1;
  return expr.terms()[0].dim;
}

// Returns, for each dim, the points at which a range can begin, because the outcome of a condition
// changes there.
std::vector<std::set<int64_t>> startsOf(const region::RegionPlan& plan) {
  std::vector<std::set<int64_t>> starts(plan.dims.size(), {0});
  for (const region::PlanNode& n : plan.nodes) {
    int32_t d = n.kind == region::NodeKind::InRange ? dimOf(n.expr) : -1;
    if (d < 0 || plan.dims[size_t(d)].kind != region::DimKind::Grid)
      continue;
    int64_t sign = n.expr.coefficient(d), constant = n.expr.constant();
    int64_t first = (n.lo - constant) * sign, last = (n.hi - constant) * sign;
    for (int64_t start : {std::min(first, last), std::max(first, last) + 1})
      if (start > 0 && start < plan.dims[size_t(d)].extent)
        starts[size_t(d)].insert(start);
  }
  return starts;
}

// Marks the nodes that the outputs need at the points of `range`.
std::vector<bool> neededIn(const region::RegionPlan& plan, const GridRange& range) {
  std::vector<bool> needed(plan.nodes.size());
  auto need = [&](region::NodeId id) {
    if (id >= 0)
      needed[size_t(id)] = true;
  };
  for (const region::PlanOutput& o : plan.outputs) {
    need(o.value);
    need(o.mask);
    for (const region::DynamicTerm& t : o.dynamic)
      need(t.index);
  }
  for (size_t i = plan.nodes.size(); i-- > 0;) {
    const region::PlanNode& n = plan.nodes[i];
    bool isMaskedAway = n.mask >= 0 && outcomeOf(plan, n.mask, range) == false;
    if (!needed[i] || isMaskedAway || outcomeOf(plan, region::NodeId(i), range)) {
      needed[i] = false;
      continue;
    }
    bool isSelect = n.kind == region::NodeKind::Compute && n.opcode == Opcode::Select;
    if (std::optional<bool> taken =
            isSelect ? outcomeOf(plan, n.operands[0], range) : std::nullopt) {
      needed[i] = false;
      need(n.operands[*taken ? 1 : 2]);
      continue;
    }
    for (region::NodeId operand : n.operands)
      need(operand);
    for (const region::DynamicTerm& t : n.dynamic)
      need(t.index);
    need(n.mask);
  }
  return needed;
}

std::vector<DimRange> rangesOf(const std::set<int64_t>& starts, int64_t extent) {
  std::vector<DimRange> ranges;
  for (auto it = starts.begin(); it != starts.end(); ++it)
    ranges.push_back({*it, (std::next(it) == starts.end() ? extent : *std::next(it)) - 1});
  return ranges;
}

// Returns only those of the starts at which the set of needed nodes changes.
std::set<int64_t> startsThatMatter(const region::RegionPlan& plan, const GridRange& whole,
                                   size_t dim, const std::set<int64_t>& starts) {
  std::set<int64_t> kept;
  std::vector<bool> before;
  for (DimRange part : rangesOf(starts, plan.dims[dim].extent)) {
    GridRange range = whole;
    range[dim] = part;
    std::vector<bool> needed = neededIn(plan, range);
    if (part.first == 0 || needed != before)
      kept.insert(part.first);
    before = std::move(needed);
  }
  return kept;
}

// Returns an estimate of the node's steps for one vector.
double stepsOf(const region::PlanNode& n, int32_t laneDim) {
  if (n.kind == region::NodeKind::Compute)
    return costOf(n.opcode, n.dtype);
  if (n.kind != region::NodeKind::Load)
    return n.kind == region::NodeKind::InRange ? 2 : 0;
  int64_t apart = std::abs(n.expr.coefficient(laneDim));
  bool isGathered = !n.dynamic.empty() || !isLinearIn(n.expr, laneDim) || apart > 4;
  return (isGathered ? 20 : n.expr.coefficient(laneDim) == 1 ? 1 : 2.0 * double(apart)) + 1;
}

double stepsOf(const region::RegionPlan& plan, const std::vector<bool>& needed) {
  double steps = 1;
  for (size_t i = 0; i < needed.size(); ++i)
    steps += needed[i] ? stepsOf(plan.nodes[i], lastGridDim(plan)) : 0;
  return steps;
}

bool isMap(const region::RegionPlan& plan, const Choice& choice) {
  return choice.lanes == LaneMode::GridLanes && !choice.shortRows && choice.tileDim < 0 &&
         plan.reductions.empty() && !plan.scatters() &&
         std::all_of(
             plan.dims.begin(), plan.dims.end(),
             [](const region::PlanDim& dim) { return dim.extent > 0; });
}

} // namespace

std::optional<bool> outcomeOf(const region::RegionPlan& plan, region::NodeId id,
                              const GridRange& range) {
  const region::PlanNode& n = plan.nodes[size_t(id)];
  if (n.kind == region::NodeKind::Compute && n.opcode == Opcode::And && n.dtype == DType::Pred) {
    std::optional<bool> x = outcomeOf(plan, n.operands[0], range),
                        y = outcomeOf(plan, n.operands[1], range);
    if ((x && !*x) || (y && !*y))
      return false;
    return x && y ? std::optional<bool>(true) : std::nullopt;
  }
  if (n.kind != region::NodeKind::InRange || !n.expr.isAffine())
    return std::nullopt;
  int64_t lo = n.expr.constant(), hi = lo;
  for (const region::IndexExpr::Term& t : n.expr.terms()) {
    int64_t first = t.coefficient * range[size_t(t.dim)].first,
            last = t.coefficient * range[size_t(t.dim)].last;
    lo += std::min(first, last);
    hi += std::max(first, last);
  }
  if (lo > n.hi || hi < n.lo)
    return false;
  return lo >= n.lo && hi <= n.hi ? std::optional<bool>(true) : std::nullopt;
}

bool Ranges::areSplit() const {
  return std::any_of(ofDim.begin(), ofDim.end(), [](const auto& r) { return r.size() > 1; });
}

Ranges::Ranges(const region::RegionPlan& plan, const Choice& choice, int lanes)
    : share(plan.nodes.size(), 1) {
  GridRange whole;
  for (const region::PlanDim& dim : plan.dims) {
    whole.push_back({0, dim.extent - 1});
    ofDim.push_back({whole.back()});
  }
  bool hasConditions =
      std::any_of(plan.nodes.begin(), plan.nodes.end(),
                  [](const region::PlanNode& n) { return n.kind == region::NodeKind::InRange; });
  if (lanes > 1 && hasConditions && isMap(plan, choice))
    split(plan, whole, lanes);
}

void Ranges::split(const region::RegionPlan& plan, const GridRange& whole, int lanes) {
  // Each range has its own copy of the loop. kMostCopies is so large that each operand of a
  // concatenation in a region can have a range. With half or twice these values, all plans of the
  // bench's 258 programs stay the same.
  constexpr size_t kMostCopies = 64, kMostStarts = 4 * kMostCopies;
  const size_t laneDim = size_t(lastGridDim(plan));
  std::vector<std::set<int64_t>> starts = startsOf(plan);
  std::vector<std::vector<DimRange>> parts = ofDim;
  size_t copies = 1;
  // The dim of the lanes comes first, since conditions on it would need masks.
  for (size_t d = laneDim + 1; d-- > 0;) {
    if (starts[d].size() > kMostStarts)
      continue;
    std::set<int64_t> kept = startsThatMatter(plan, whole, d, starts[d]);
    if (copies * kept.size() > kMostCopies)
      continue;
    copies *= kept.size();
    parts[d] = rangesOf(kept, plan.dims[d].extent);
  }
  if (copies == 1)
    return;
  // Returns the number of points of a range. Along the dim of the lanes, counts vectors instead of
  // points. The masked vector at the end counts, too.
  auto pointsIn = [&](const GridRange& range) {
    double points = 1;
    for (size_t d = 0; d < range.size(); ++d) {
      double extent = double(range[d].last - range[d].first + 1);
      points *= d == laneDim ? extent / lanes + 1 : extent;
    }
    return points;
  };
  double all = pointsIn(whole), after = 0;
  std::vector<double> needs(plan.nodes.size(), 0);
  for (size_t copy = 0; copy < copies; ++copy) {
    GridRange range;
    for (size_t d = 0, rest = copy; d < parts.size(); rest /= parts[d++].size())
      range.push_back(parts[d][rest % parts[d].size()]);
    std::vector<bool> needed = neededIn(plan, range);
    double points = pointsIn(range);
    after += points * stepsOf(plan, needed);
    for (size_t i = 0; i < needed.size(); ++i)
      needs[i] += needed[i] ? points / all : 0;
  }
  if (after > 0.75 * all * stepsOf(plan, neededIn(plan, whole)))
    return;
  ofDim = std::move(parts);
  share = std::move(needs);
}

} // namespace lz::schedule

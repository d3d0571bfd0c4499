// Splits a dim that indices divide into two loops: one over rows, and one over the points of a row.
// Without the split, quotients and remainders would be computed at each point. With the split, the
// loop counters are the quotients and remainders.
//
//   out0[d0] = in0[d0 floordiv 3] if d0 mod 3 = 1, d0 below 900000
//   out0[3*d0 + d1] = in0[d0] if d1 = 1,           d0 below 300000, d1 below 3
#include "fusion/BuildPlan.h"

#include <algorithm>

namespace lz::fusion {
namespace {

// Finds the length of a row of dim d. The length is the smallest number by which indices divide d.
// All other numbers by which indices divide d must be multiples of the smallest number. If they are
// not, or if no index divides d, the length is 1.
class RowOfDim {
public:
  explicit RowOfDim(int32_t d) : dim_(d) {}

  void look(const region::IndexExpr& expr) {
    for (const region::IndexExpr::Term& t : expr.terms()) {
      if (t.kind == region::IndexExpr::TermKind::Dim || !t.inner->dependsOn(dim_))
        continue;
      divisors_.push_back(t.divisor);
      isWhole_ &= *t.inner == region::IndexExpr::dim(dim_);
    }
  }

  int64_t row(int64_t extent) const {
    if (divisors_.empty() || !isWhole_)
      return 1;
    int64_t row = *std::min_element(divisors_.begin(), divisors_.end());
    bool fits = extent % row == 0 && std::all_of(divisors_.begin(), divisors_.end(),
                                                 [&](int64_t n) { return n % row == 0; });
    return fits ? row : 1;
  }

private:
  int32_t dim_;
  bool isWhole_ = true;
  std::vector<int64_t> divisors_;
};

} // namespace

void splitDim(region::RegionPlan& plan, int32_t d, int64_t row) {
  std::vector<region::IndexExpr> map;
  for (int32_t i = 0; i < int32_t(plan.dims.size()); ++i)
    map.push_back(region::IndexExpr::dim(i > d ? i + 1 : i));
  map[size_t(d)] = region::IndexExpr::dim(d) * row + region::IndexExpr::dim(d + 1);
  plan.dims[size_t(d)].extent /= row;
  plan.dims.insert(plan.dims.begin() + d + 1, {row, plan.dims[size_t(d)].kind});
  auto renumber = [d](std::vector<int32_t>& dims) {
    for (int32_t& other : dims)
      other += other > d ? 1 : 0;
  };
  std::vector<int64_t> extents = plan.extents();
  for (region::PlanNode& n : plan.nodes)
    n.expr = n.expr.substitute(map, extents);
  for (region::PlanReduction& r : plan.reductions)
    renumber(r.dims);
  for (region::PlanOutput& o : plan.outputs) {
    o.expr = o.expr.substitute(map, extents);
    renumber(o.dims);
    if (auto at = std::find(o.dims.begin(), o.dims.end(), d); at != o.dims.end())
      o.dims.insert(at + 1, d + 1);
  }
}

bool splitDims(region::RegionPlan& plan) {
  const size_t before = plan.dims.size();
  for (int32_t d = 0; d < int32_t(plan.dims.size()) && plan.dims.size() < region::kMaxPlanDims;) {
    RowOfDim rows(d);
    for (const region::PlanNode& n : plan.nodes)
      rows.look(n.expr);
    for (const region::PlanOutput& o : plan.outputs)
      rows.look(o.expr);
    region::PlanDim dim = plan.dims[size_t(d)];
    int64_t row = dim.kind == region::DimKind::Grid ? rows.row(dim.extent) : 1;
    if (row > 1)
      splitDim(plan, d, row);
    else
      ++d;
  }
  return plan.dims.size() > before;
}

} // namespace lz::fusion

// Merges two neighbouring loops if every address and index uses them as one linear index. For
// example, elementwise work on [6,512,4096] becomes one loop over 12582912 elements. Dims of extent
// 1 are removed. Afterwards the dims are renumbered, with grid dims first.
#include "base/Checked.h"
#include "fusion/BuildPlan.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace lz::fusion {
using region::IndexExpr;

namespace {

void forEachExpr(region::RegionPlan& plan, const std::function<void(IndexExpr&)>& fn) {
  for (region::PlanNode& n : plan.nodes)
    fn(n.expr);
  for (region::PlanOutput& o : plan.outputs)
    fn(o.expr);
}

// Returns whether `outer` and `inner` occur only as outer * extent + inner, even inside floordiv
// and mod.
bool linear(const IndexExpr& e, int32_t outer, int32_t inner, int64_t extent) {
  if (e.coefficient(outer) != e.coefficient(inner) * extent)
    return false;
  return std::all_of(e.terms().begin(), e.terms().end(), [&](const IndexExpr::Term& t) {
    return t.kind == IndexExpr::TermKind::Dim || linear(*t.inner, outer, inner, extent);
  });
}

// Returns whether each list of dims has either none of the two dims, or `inner` directly after
// `outer`.
bool adjacentEverywhere(const region::RegionPlan& plan, int32_t outer, int32_t inner) {
  auto fits = [&](const std::vector<int32_t>& dims) {
    auto it = std::find(dims.begin(), dims.end(), outer);
    bool hasInner = std::find(dims.begin(), dims.end(), inner) != dims.end();
    if (it == dims.end())
      return !hasInner;
    return it + 1 != dims.end() && *(it + 1) == inner;
  };
  return std::all_of(plan.reductions.begin(), plan.reductions.end(),
                     [&](const region::PlanReduction& r) { return fits(r.dims); }) &&
         std::all_of(plan.outputs.begin(), plan.outputs.end(),
                     [&](const region::PlanOutput& o) { return fits(o.dims); });
}

// Returns whether the dims of the first output, up to and including `outer`, have `rows` points in
// total.
bool endsRows(const region::RegionPlan& plan, int32_t outer, int64_t rows) {
  int64_t points = 1;
  for (int32_t d : plan.outputs[0].dims) {
    points *= plan.dims[size_t(d)].extent;
    if (d == outer)
      return points == rows;
  }
  return false;
}

bool canMerge(region::RegionPlan& plan, int32_t outer, int32_t inner, int64_t rows) {
  if (plan.dims[size_t(outer)].kind != plan.dims[size_t(inner)].kind ||
      !checkedMultiply(plan.dims[size_t(outer)].extent, plan.dims[size_t(inner)].extent) ||
      !adjacentEverywhere(plan, outer, inner) || endsRows(plan, outer, rows))
    return false;
  bool ok = true;
  int64_t extent = plan.dims[size_t(inner)].extent;
  forEachExpr(plan, [&](IndexExpr& e) { ok = ok && linear(e, outer, inner, extent); });
  return ok;
}

// Removes dim `dead` from all lists and replaces it by 0 in all expressions. Its points must
// already be part of another dim, or it must have extent 1.
void dropDim(region::RegionPlan& plan, int32_t dead) {
  std::vector<IndexExpr> map;
  for (size_t d = 0; d < plan.dims.size(); ++d)
    map.push_back(int32_t(d) == dead ? IndexExpr(0) : IndexExpr::dim(int32_t(d)));
  std::vector<int64_t> extents = plan.extents();
  forEachExpr(plan, [&](IndexExpr& e) { e = e.substitute(map, extents); });
  for (region::PlanReduction& r : plan.reductions)
    std::erase(r.dims, dead);
  for (region::PlanOutput& o : plan.outputs)
    std::erase(o.dims, dead);
}

std::optional<std::pair<int32_t, int32_t>> findMerge(region::RegionPlan& plan, int64_t rows) {
  auto search =
      [&](const std::vector<int32_t>& dims) -> std::optional<std::pair<int32_t, int32_t>> {
    for (size_t i = 0; i + 1 < dims.size(); ++i)
      if (canMerge(plan, dims[i], dims[i + 1], rows))
        return std::pair(dims[i], dims[i + 1]);
    return std::nullopt;
  };
  for (const region::PlanOutput& o : plan.outputs)
    if (auto found = search(o.dims))
      return found;
  for (const region::PlanReduction& r : plan.reductions)
    if (auto found = search(r.dims))
      return found;
  return std::nullopt;
}

} // namespace

void putGridFirst(region::RegionPlan& plan) {
  std::vector<bool> used(plan.dims.size());
  for (const region::PlanReduction& r : plan.reductions)
    for (int32_t d : r.dims)
      used[size_t(d)] = true;
  for (const region::PlanOutput& o : plan.outputs)
    for (int32_t d : o.dims)
      used[size_t(d)] = true;
  std::vector<IndexExpr> map(plan.dims.size());
  std::vector<int32_t> number(plan.dims.size(), -1);
  std::vector<region::PlanDim> dims;
  for (bool grid : {true, false})
    for (size_t d = 0; d < plan.dims.size(); ++d) {
      if (!used[d] || (plan.dims[d].kind == region::DimKind::Grid) != grid)
        continue;
      number[d] = int32_t(dims.size());
      map[d] = IndexExpr::dim(number[d]);
      dims.push_back(plan.dims[d]);
    }
  plan.dims = std::move(dims);
  std::vector<int64_t> extents = plan.extents();
  forEachExpr(plan, [&](IndexExpr& e) { e = e.substitute(map, extents); });
  auto rename = [&](std::vector<int32_t>& list) {
    for (int32_t& d : list)
      d = number[size_t(d)];
  };
  for (region::PlanReduction& r : plan.reductions)
    rename(r.dims);
  for (region::PlanOutput& o : plan.outputs) {
    rename(o.dims);
    std::sort(o.dims.begin(), o.dims.end()); // so grid dims come first
  }
}

void collapseDims(region::RegionPlan& plan, int64_t rows) {
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (plan.dims[d].extent == 1)
      dropDim(plan, int32_t(d));
  while (auto pair = findMerge(plan, rows)) {
    auto [outer, inner] = *pair;
    // The extent must be set before dropDim, which simplifies expressions by means of the extents.
    plan.dims[size_t(inner)].extent *= plan.dims[size_t(outer)].extent;
    dropDim(plan, outer);
  }
  putGridFirst(plan);
}

} // namespace lz::fusion

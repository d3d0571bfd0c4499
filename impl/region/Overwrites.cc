#include "region/Overwrites.h"

#include "absl/algorithm/container.h"
#include "base/ElementStorage.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lz::region {
namespace {

using Loops = std::vector<std::pair<int64_t, int64_t>>;

// Returns the coefficients of the dims of one kind in an affine offset. Each coefficient comes with
// the extent of its dim. If the lists of two offsets are equal, both offsets take the same values,
// maybe in different orders.
Loops loopsOf(const RegionPlan& plan, const IndexExpr& expr, DimKind kind) {
  Loops loops;
  for (size_t d = 0; d < plan.dims.size(); ++d)
    if (plan.dims[d].kind == kind && expr.coefficient(int32_t(d)) != 0)
      loops.emplace_back(expr.coefficient(int32_t(d)), plan.dims[d].extent);
  std::sort(loops.begin(), loops.end());
  return loops;
}

class Overwriting {
public:
  Overwriting(const RegionPlan& plan, const PlanOutput& store)
      : plan_(plan), store_(store), deps_(dependencies(plan)), inner_(plan.dimsOf(DimKind::Inner)) {
  }

  bool allows(size_t load) const {
    const PlanNode& node = plan_.nodes[load];
    if (!node.dynamic.empty() || node.mask >= 0 ||
        storageBits(node.dtype) != storageBits(plan_.outputTypes[size_t(store_.buffer)]))
      return false;
    return node.expr == store_.expr || (isBeforeStores(load) && isOfSamePoint(node.expr));
  }

private:
  // Returns whether each point of the grid completes the loops of the load before it stores
  // anything.
  bool isBeforeStores(size_t load) const {
    return (deps_[load] & inner_) == 0 && store_.block == 0 &&
           absl::c_all_of(plan_.outputs,
                          [&](const PlanOutput& other) {
                            return (bitsOf(other.dims) & inner_) == (bitsOf(store_.dims) & inner_);
                          }) &&
           absl::c_all_of(reduceNodes(), [&](size_t node) { return (deps_[node] & inner_) == 0; });
  }

  std::vector<size_t> reduceNodes() const {
    std::vector<size_t> nodes;
    for (size_t i = 0; i < plan_.nodes.size(); ++i)
      if (plan_.nodes[i].kind == NodeKind::Reduce)
        nodes.push_back(i);
    return nodes;
  }

  // Returns whether each point of the grid loads exactly the elements that it stores.
  bool isOfSamePoint(const IndexExpr& expr) const {
    if (!expr.isAffine() || !store_.expr.isAffine() || expr.constant() != store_.expr.constant())
      return false;
    for (size_t d = 0; d < plan_.dims.size(); ++d)
      if (plan_.dims[d].kind == DimKind::Grid &&
          expr.coefficient(int32_t(d)) != store_.expr.coefficient(int32_t(d)))
        return false;
    return loopsOf(plan_, expr, DimKind::Reduction) == loopsOf(plan_, store_.expr, DimKind::Inner);
  }

  const RegionPlan& plan_;
  const PlanOutput& store_;
  const std::vector<uint64_t> deps_;
  const uint64_t inner_;
};

} // namespace

bool mayOverwrite(const RegionPlan& plan, int32_t input, int32_t output) {
  return absl::c_all_of(plan.outputs, [&](const PlanOutput& store) {
    if (store.buffer != output)
      return true;
    if (!store.dynamic.empty() || store.initial >= 0)
      return false;
    const Overwriting overwriting(plan, store);
    for (size_t i = 0; i < plan.nodes.size(); ++i)
      if (plan.nodes[i].kind == NodeKind::Load && plan.nodes[i].input == input &&
          !overwriting.allows(i))
        return false;
    return true;
  });
}

} // namespace lz::region

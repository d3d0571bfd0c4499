#include "contraction/plan/ContractionPlan.h"

#include "contraction/plan/Kinds.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lz::contraction {
namespace {

// Finds the abilities of a contraction plan. They depend on the kind of the plan.
class Abilities {
public:
  Abilities(const ContractionPlan& plan, const Caches& caches)
      : plan_(plan), spec_(plan.spec), caches_(caches) {}

  bool completesRows() const {
    if (isNone() || !hasDenseRows(spec_))
      return false;
    if (const auto* dots = std::get_if<DotsPlan>(&plan_.kind))
      return dots->completesUnits;
    return isBatched(spec_, plan_.threads) || (!isLhsShared(spec_) && !spec_.isSwapped);
  }

  bool keepsRows() const {
    return !isNone() && !plan_.is<DotsPlan>() && !spec_.isSwapped && hasDenseRows(spec_) &&
           fitsRowsOfOutput(spec_, caches_, sides());
  }

  bool makesRows() const {
    // In `dots`, each row of the long operand is read once. So `dots` can make rows only if the
    // long operand is the private one.
    bool reads = !plan_.is<DotsPlan>() || isLhsShared(spec_) == isFewLhs(spec_);
    return !isNone() && reads && fitsRowsOfOperand(spec_, caches_, sides());
  }

  bool adds() const {
    return (plan_.is<PackedPlan>() || plan_.is<StreamedPlan>()) && spec_.outType == spec_.compute &&
           !spec_.outByRows;
  }

  // A sweep multiplies rows with all columns at once.
  bool sweeps() const {
    const auto* packed = std::get_if<PackedPlan>(&plan_.kind);
    return packed && (spec_.outByRows || spec_.ownByRows) && !packed->blocking.strips &&
           !(spec_.isSwapped && spec_.outByRows);
  }

private:
  SidesInPlace sides() const {
    const auto* packed = std::get_if<PackedPlan>(&plan_.kind);
    return packed ? SidesInPlace{packed->blocking.lhs.has_value(), packed->blocking.rhs.has_value()}
                  : SidesInPlace{};
  }

  // Returns whether the plan can neither complete nor keep nor make rows. Filter gradients and
  // streamed contractions have none of these abilities, because they work on all rows at the same
  // time.
  bool isNone() const {
    return plan_.is<EmptyPlan>() || plan_.is<FilterGradientPlan>() || plan_.is<StreamedPlan>();
  }

  const ContractionPlan& plan_;
  const TiledContraction& spec_;
  const Caches& caches_;
};

using Kind = decltype(ContractionPlan::kind);

std::vector<Kind> kindsOf(const TiledContraction& spec, int threads, const Caches& caches) {
  if (isEmpty(spec))
    return {EmptyPlan{spec.m > 0 && spec.n > 0 ? spec.batch * spec.outRows() : 0}};
  if (isDots(spec))
    return {planDots(spec)};
  std::vector<Kind> kinds;
  for (bool manyIsLhs : {true, false})
    if (std::optional<ThinShape> shape = thinShapeOf(spec, manyIsLhs))
      kinds.push_back(planThin(spec, *shape));
  if (canStream(spec))
    kinds.push_back(planStreamed(spec, threads));
  for (bool copiesLines : {false, true})
    if (std::optional<FilterTiles> tiles = filterTilesOf(spec, copiesLines))
      kinds.push_back(planFilterGradient(spec, *tiles, threads));
  for (SidesInPlace sides : waysToRead(spec))
    kinds.push_back(planPacked(spec, threads, caches, sides));
  return kinds;
}

} // namespace

int64_t ContractionPlan::sharedBytes() const {
  return std::visit([](const auto& plan) { return plan.sharedBytes(); }, kind);
}

int64_t ContractionPlan::threadBytes() const {
  return std::visit([](const auto& plan) { return plan.threadBytes(); }, kind);
}

std::vector<ContractionPlan> plansOf(const TiledContraction& spec, int threads,
                                     const Caches& caches) {
  std::vector<ContractionPlan> plans;
  for (const Kind& kind : kindsOf(spec, std::max(threads, 1), caches)) {
    ContractionPlan& plan = plans.emplace_back();
    plan.spec = spec;
    plan.threads = std::max(threads, 1);
    plan.kind = kind;
    plan.privateOperand = isLhsShared(spec) != spec.isSwapped ? 1 : 0;
    plan.ownRowBytes = ownRowBytes(spec);
    const Abilities abilities(plan, caches);
    plan.completesRows = abilities.completesRows();
    plan.keepsRows = abilities.keepsRows();
    plan.makesRows = abilities.makesRows();
    plan.adds = abilities.adds();
    plan.sweeps = abilities.sweeps();
    setPrice(plan, caches);
  }
  return plans;
}

// Chooses the plan with the least predicted time among the plans that can do what the spec
// requires. If the spec asks for small blocks, the first plan of plansOf is used, whatever its time
// is. Only tests ask for small blocks. So tests can reach all kinds.
ContractionPlan planContraction(const TiledContraction& spec, int threads, const Caches& caches) {
  std::vector<ContractionPlan> plans = plansOf(spec, threads, caches);
  const size_t first = plans.front().kind.index();
  auto rank = [&](const ContractionPlan& plan) {
    const bool lacks = (spec.outByRows && !plan.keepsRows) || (spec.ownByRows && !plan.makesRows) ||
                       (spec.adds && !plan.adds) || (spec.isInSweep && !plan.sweeps);
    return std::tuple(!spec.largeBlocks && plan.kind.index() != first, lacks, plan.ns);
  };
  return std::move(*std::min_element(
      plans.begin(), plans.end(),
      [&](const ContractionPlan& a, const ContractionPlan& b) { return rank(a) < rank(b); }));
}

Status checkPlan(const ContractionPlan& plan) {
  const TiledContraction& spec = plan.spec;
  LZ_RETURN_IF_ERROR(checkTile(spec));
  if (spec.outByRows && !plan.keepsRows)
    return internalError("[contraction] rows of the output cannot be completed one by one");
  if (spec.adds && !plan.adds)
    return internalError("[contraction] nothing can be added to this output");
  if (spec.ownByRows && !plan.makesRows)
    return internalError("[contraction] rows of the operand cannot be made one by one");
  if (spec.isInSweep && !plan.sweeps)
    return internalError("[contraction] rows cannot be computed in a sweep");
  return okStatus();
}

} // namespace lz::contraction

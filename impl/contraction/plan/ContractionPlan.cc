#include "contraction/plan/ContractionPlan.h"

#include "base/ElementStorage.h"
#include "base/machine/CostTable.h"
#include "contraction/plan/Kinds.h"

#include <algorithm>
#include <utility>

namespace lz::contraction {
namespace {

// Finds the abilities of a contraction with a kind.
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
           fitsRowsOfOutput(spec_, caches_);
  }

  bool makesRows() const {
    // Dots read the long operand in units.
    bool reads = !plan_.is<DotsPlan>() || isLhsShared(spec_) == (spec_.m <= spec_.n);
    return !isNone() && reads && fitsRowsOfOperand(spec_, caches_);
  }

  bool adds() const {
    return (plan_.is<PackedPlan>() || plan_.is<StreamedPlan>()) && spec_.outType == spec_.compute &&
           !spec_.outByRows;
  }

private:
  // A filter gradient works on all rows at the same time, and so does a unit of streamed columns.
  bool isNone() const {
    return plan_.is<EmptyPlan>() || plan_.is<FilterGradientPlan>() || plan_.is<StreamedPlan>();
  }

  const ContractionPlan& plan_;
  const TiledContraction& spec_;
  const Caches& caches_;
};

int64_t bytesOf(const OperandSpec& operand) {
  int64_t elements = points(operand.batch) * points(operand.rows) * points(operand.k);
  for (const WindowAxis& axis : operand.window)
    elements *= axis.inputExtent;
  return storageBytes(operand.dtype, elements);
}

// Products and transfers of bytes overlap in this model: the slower of the two decides.
double nsOf(const ContractionPlan& plan, const Caches& caches) {
  const TiledContraction& spec = plan.spec;
  const CostTable& table = costTable(spec.cpu);
  if (plan.is<StreamedPlan>())
    return streamedNsPerByte(spec, *evenStrides(spec.rhs, spec.compute), plan.threads) *
           double(bytesOf(spec.rhs));
  int64_t out = storageBytes(spec.outType, spec.batch * spec.m * spec.n);
  int64_t bytes = bytesOf(spec.lhs) + bytesOf(spec.rhs) + out;
  double products = double(spec.batch) * double(spec.m) * double(spec.n) * double(spec.k);
  double rate = table.contraction.productsPerNs * (spec.compute == DType::F64 ? 0.5 : 1);
  double bytesPerNs = table.bytesPerNs[bytes > caches.last ? 3 : bytes > caches.second ? 2 : 1];
  return std::max(products / rate, double(bytes) / bytesPerNs);
}

auto kindOf(const TiledContraction& spec, int threads, const Caches& caches)
    -> decltype(ContractionPlan::kind) {
  if (isEmpty(spec))
    return EmptyPlan{spec.m > 0 && spec.n > 0 ? spec.batch * spec.outRows() : 0};
  if (isDots(spec))
    return planDots(spec);
  if (std::optional<ThinShape> shape = thinShapeOf(spec))
    return planThin(spec, *shape);
  if (isStreamed(spec, threads, caches))
    return planStreamed(spec, threads);
  if (std::optional<FilterTiles> tiles = filterTilesOf(spec))
    return planFilterGradient(spec, *tiles);
  return planPacked(spec, threads, caches);
}

} // namespace

int64_t ContractionPlan::sharedBytes() const {
  return std::visit([](const auto& plan) { return plan.sharedBytes(); }, kind);
}

int64_t ContractionPlan::threadBytes() const {
  return std::visit([](const auto& plan) { return plan.threadBytes(); }, kind);
}

ContractionPlan planContraction(const TiledContraction& spec, int threads, const Caches& caches) {
  ContractionPlan plan;
  plan.spec = spec;
  plan.threads = std::max(threads, 1);
  plan.kind = kindOf(spec, plan.threads, caches);
  plan.privateOperand = isLhsShared(spec) != spec.isSwapped ? 1 : 0;
  plan.ownRowBytes = spec.k * int64_t(byteSize(ownOperand(spec).dtype));
  Abilities abilities(plan, caches);
  plan.completesRows = abilities.completesRows();
  plan.keepsRows = abilities.keepsRows();
  plan.makesRows = abilities.makesRows();
  plan.adds = abilities.adds();
  plan.ns = nsOf(plan, caches);
  return plan;
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
  return okStatus();
}

} // namespace lz::contraction

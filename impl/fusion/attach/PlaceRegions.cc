#include "fusion/attach/PlaceRegions.h"

#include "absl/strings/str_cat.h"
#include "base/machine/Caches.h"
#include "base/text/NumberText.h"
#include "fusion/attach/ContractionRows.h"
#include "fusion/attach/KeptResults.h"
#include "fusion/attach/PlacedContraction.h"
#include "fusion/attach/PlacementPrice.h"
#include "region/Overwrites.h"

#include <algorithm>
#include <tuple>

namespace lz::fusion {
namespace {

using contraction::TiledContraction;

// A placement of the regions, with its plan and its price.
struct Candidate {
  RegionPlacement placement;
  PlacedContraction placed;
  double ns = 0; // the price
};

class Placer {
public:
  Placer(mlir::Operation* op, TiledContraction spec, const FusionOptions& options)
      : op_(op), spec_(std::move(spec)), options_(options), threads_(options.contractions->threads),
        rows_(options.costs()) {}

  // Returns all ways to place the regions. In the first way, no region runs inside of the
  // contraction.
  std::vector<Candidate> run() {
    for (bool bySlices : {false, true}) {
      RegionPlacement none;
      none.bySlices = bySlices;
      std::optional<PlacedContraction> placed = planOf(none);
      if (!placed)
        continue;
      std::vector<Candidate> starts{{none, std::move(*placed)}};
      for (unsigned operand : {0u, 1u})
        addPrologue(ir::prologueOf(op_, operand), starts);
      for (const Candidate& start : starts) {
        add(start);
        addEpilogues(start);
      }
    }
    return std::move(all_);
  }

private:
  std::optional<PlacedContraction> planOf(const RegionPlacement& placement) const {
    return planPlaced(op_, spec_, placement, threads_);
  }

  void add(Candidate candidate) {
    // Slices without regions have no advantage over the whole contraction.
    const bool isOutside = candidate.placement.numInside() == 0;
    if ((candidate.placement.bySlices && isOutside) || (!isOutside && takesTooMuch(candidate)))
      return;
    candidate.ns = priceOf(candidate);
    all_.push_back(std::move(candidate));
  }

  // For each start, adds a copy in which the region runs inside. The copy is added only if the
  // region can run inside, and the scratch takes at most as much memory as the operand.
  void addPrologue(ir::RegionOp region, std::vector<Candidate>& starts) const {
    if (!region || !hasFewBuffers(region))
      return;
    for (size_t i = 0, n = starts.size(); i < n; ++i) {
      RegionPlacement with = starts[i].placement;
      with.prologues.push_back(region);
      std::optional<PlacedContraction> placed = planOf(with);
      if (placed && savesMemory(*placed, starts[i].placed, bytesOf(region->getResult(0))))
        starts.push_back({std::move(with), std::move(*placed)});
    }
  }

  // Adds the ways in which epilogues run inside of the contraction. An epilogue can run inside if
  // neither it nor an epilogue before it has too many buffers. The result is either stored in
  // memory or exists in scratch only. All epilogues have the same rows, so the plan does not depend
  // on how many of them run inside.
  void addEpilogues(const Candidate& start) {
    RegionPlacement with = start.placement;
    for (ir::RegionOp region : ir::epiloguesOf(op_)) {
      if (!hasFewBuffers(region))
        break;
      with.epilogues.push_back(region);
    }
    if (with.epilogues.empty())
      return;
    const std::optional<PlacedContraction> stored = planOf(with);
    if (!stored)
      return;
    add({with, *stored});
    if (!isReadOnlyBy(op_->getResult(0), with.epilogues))
      return;
    with.keepsOutput = true;
    std::optional<PlacedContraction> kept = planOf(with);
    if (!kept || !savesMemory(*kept, *stored, bytesOf(op_->getResult(0))))
      return;
    SweptProduct product{op_, std::move(with)};
    keepResults(product, /*isSweep=*/false, options_);
    add({std::move(product.placement), std::move(*kept)});
  }

  // Returns whether the scratch of `with` takes at most `bytes` more bytes than the scratch of
  // `without`.
  static bool savesMemory(const PlacedContraction& with, const PlacedContraction& without,
                          int64_t bytes) {
    return with.scratchBytes() - without.scratchBytes() <= bytes;
  }

  // Returns whether this way takes more memory than running the regions after the contraction.
  // After the contraction, a region can overwrite the result. A region inside of the contraction
  // cannot overwrite the result, since the contraction has not ended. Rows in scratch are worth
  // their memory if they fit into the second-level caches of the threads.
  bool takesTooMuch(const Candidate& candidate) {
    const RegionPlacement& placement = candidate.placement;
    const mlir::Value result = op_->getResult(0);
    if (all_.empty() || placement.epilogues.empty())
      return false;
    // All ways that have epilogues inside have the same epilogues, so the result is computed once.
    if (!isOverwritten_)
      isOverwritten_ = isOverwritten(result, placement.epilogues);
    if (!*isOverwritten_)
      return false;
    const int64_t scratch = candidate.placed.scratchBytes() - all_.front().placed.scratchBytes(),
                  stored = placement.keepsOutput ? 0 : bytesOf(result);
    return scratch + stored > threads_ * caches().second;
  }

  // Returns whether only the regions read the value, and one of the regions makes a temporary that
  // can lie where the value lies.
  bool isOverwritten(mlir::Value value, llvm::ArrayRef<ir::RegionOp> regions) const {
    if (!isReadOnlyBy(value, regions))
      return false;
    for (ir::RegionOp region : regions) {
      const StatusOr<schedule::ChosenPlan> chosen =
          planByRows(region, region.numRows(), options_.costs());
      for (mlir::OpOperand& operand : region->getOpOperands())
        for (mlir::OpResult result : region->getResults())
          if (chosen.ok() && ir::madeAs(operand.get()) == value &&
              bytesOf(result) == bytesOf(value) && !isReturned(result) &&
              region::mayOverwrite(chosen->plan, int32_t(operand.getOperandNumber()),
                                   int32_t(result.getResultNumber())))
            return true;
    }
    return false;
  }

  // Returns whether the value is a result of the program or of a loop's body.
  static bool isReturned(mlir::Value value) {
    return llvm::any_of(value.getUses(), [](mlir::OpOperand& use) {
      mlir::Operation *user = use.getOwner(), *around = user->getParentOp();
      if (!user->hasTrait<mlir::OpTrait::IsTerminator>())
        return false;
      return !mlir::isa<ir::ContractionOp>(around) ||
             llvm::any_of(around->getResult(use.getOperandNumber()).getUsers(),
                          [](mlir::Operation* reader) {
                            return reader->hasTrait<mlir::OpTrait::IsTerminator>();
                          });
    });
  }

  double priceOf(const Candidate& candidate) {
    double ns = nsOf(candidate.placed) +
                nsBeside(op_, candidate.placement, candidate.placed, rows_, options_);
    for (const KeptResult& kept : candidate.placement.kept)
      ns -= nsSaved(kept.value(), partsOf(candidate.placed, options_), options_);
    return ns;
  }

  mlir::Operation* op_;
  TiledContraction spec_;
  const FusionOptions& options_;
  int threads_;
  RowPrices rows_;
  std::optional<bool> isOverwritten_{};
  std::vector<Candidate> all_;
};

const Candidate& cheapest(const std::vector<Candidate>& all) {
  auto rank = [](const Candidate& candidate) {
    const RegionPlacement& placement = candidate.placement;
    return std::tuple(candidate.ns, -int64_t(placement.numInside()), !placement.keepsOutput);
  };
  return *std::min_element(all.begin(), all.end(), [&](const Candidate& a, const Candidate& b) {
    return rank(a) < rank(b);
  });
}

// Returns "stablehlo.dot_general costs 448 us with 0 regions inside, 422 us with 1 region inside by
// rows (taken)", for example.
std::string explain(mlir::Operation* op, const std::vector<Candidate>& all,
                    const Candidate& taken) {
  std::string text = absl::StrCat(op->getName().getStringRef().str(), " costs");
  const char* separator = " ";
  for (const Candidate& candidate : all) {
    const RegionPlacement& placement = candidate.placement;
    const size_t inside = placement.numInside();
    absl::StrAppend(&text, separator, generalText(candidate.ns / 1e3, 3), " us with ", inside,
                    inside == 1 ? " region" : " regions", " inside",
                    inside == 0          ? ""
                    : placement.bySlices ? " by slices"
                                         : " by rows",
                    placement.keepsOutput ? ", result kept" : "",
                    &candidate == &taken ? " (taken)" : "");
    separator = ", ";
  }
  return text;
}

} // namespace

void placeRegions(mlir::Operation* contraction, const FusionOptions& options) {
  if (!options.contractions)
    return;
  StatusOr<TiledContraction> spec = tiledContraction(contraction, *options.contractions);
  if (!spec.ok()) // lowering reports it
    return;
  const std::vector<Candidate> all = Placer(contraction, std::move(*spec), options).run();
  const Candidate& taken = cheapest(all);
  storePlacement(contraction, taken.placement);
  if (options.explanations)
    options.explanations->push_back(explain(contraction, all, taken));
}

} // namespace lz::fusion

#include "fusion/attach/PlaceRegions.h"

#include "absl/strings/str_cat.h"
#include "base/machine/Caches.h"
#include "base/machine/ThreadPool.h"
#include "base/text/NumberText.h"
#include "fusion/attach/ContractionRows.h"
#include "fusion/attach/PlacedContraction.h"

#include <algorithm>

namespace lz::fusion {
namespace {

using contraction::TiledContraction;

bool hasFewBuffers(ir::RegionOp region) {
  return region->getNumOperands() + region->getNumResults() <= contraction::kMostRowBuffers;
}

// Returns whether only `regions` read the value, directly or through ops that only rename its rows.
bool isReadOnlyBy(mlir::Value value, llvm::ArrayRef<ir::RegionOp> regions) {
  llvm::SmallVector<mlir::Value> names{value};
  while (!names.empty())
    for (mlir::Operation* user : names.pop_back_val().getUsers()) {
      if (ir::renamesRows(user))
        names.push_back(user->getResult(0));
      else if (auto region = mlir::dyn_cast<ir::RegionOp>(user);
               !region || !llvm::is_contained(regions, region))
        return false;
    }
  return true;
}

// A way to place the regions, with its plan and its price.
struct Candidate {
  RegionPlacement placement;
  PlacedContraction placed;
  double ns = 0; // its price
};

class Placer {
public:
  Placer(mlir::Operation* op, TiledContraction spec, const FusionOptions& options)
      : op_(op), spec_(std::move(spec)), options_(options),
        threads_(options.contractions->threads) {}

  // Returns all ways to place the regions. The first has no region inside.
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
    if (candidate.placement.bySlices && candidate.placement.numInside() == 0)
      return;
    candidate.ns = priceOf(candidate);
    all_.push_back(std::move(candidate));
  }

  // If the region can run inside, doubles `starts`: adds each of them once more, with the region
  // inside.
  void addPrologue(ir::RegionOp region, std::vector<Candidate>& starts) const {
    if (!region || !hasFewBuffers(region))
      return;
    for (size_t i = 0, n = starts.size(); i < n; ++i) {
      RegionPlacement with = starts[i].placement;
      with.prologues.push_back(region);
      std::optional<PlacedContraction> placed = planOf(with);
      if (placed && savesMemory(*placed, starts[i].placed, region->getResult(0)))
        starts.push_back({std::move(with), std::move(*placed)});
    }
  }

  // Adds the way with as many epilogues as possible. They are tried in order, up to the first that
  // cannot run inside.
  void addEpilogues(const Candidate& start) {
    Candidate best = start;
    for (ir::RegionOp region : ir::epiloguesOf(op_)) {
      if (!hasFewBuffers(region))
        break;
      RegionPlacement with = best.placement;
      with.epilogues.push_back(region);
      std::optional<PlacedContraction> placed = planOf(with);
      if (!placed)
        break;
      best = {std::move(with), std::move(*placed)};
    }
    if (best.placement.epilogues.empty())
      return;
    if (RegionPlacement kept = best.placement; isReadOnlyBy(op_->getResult(0), kept.epilogues)) {
      kept.keepsOutput = true;
      std::optional<PlacedContraction> placed = planOf(kept);
      if (placed && savesMemory(*placed, best.placed, op_->getResult(0)))
        best = {std::move(kept), std::move(*placed)};
    }
    add(std::move(best));
  }

  static bool savesMemory(const PlacedContraction& with, const PlacedContraction& without,
                          mlir::Value value) {
    return with.scratchBytes() - without.scratchBytes() <= bytesOf(value);
  }

  // Returns the predicted ns of the contraction on one thread, less the time that is saved
  // (savedBy), plus the time to wake the other threads for each region outside.
  double priceOf(const Candidate& candidate) const {
    const RegionPlacement& placement = candidate.placement;
    double ns = candidate.placed.slices ? nsOf(*candidate.placed.slices) : candidate.placed.plan.ns;
    if (threads_ > 1)
      ns += double(numRegions() - placement.numInside()) * ThreadPool::kHandOffNs;
    for (ir::RegionOp region : placement.prologues)
      ns -= 2 * savedBy(region->getResult(0), candidate.placed);
    if (!placement.epilogues.empty())
      ns -= (placement.keepsOutput ? 2 : 1) * savedBy(op_->getResult(0), candidate.placed);
    return ns;
  }

  size_t numRegions() const {
    const bool makesLhs(ir::prologueOf(op_, 0)), makesRhs(ir::prologueOf(op_, 1));
    return size_t(makesLhs) + size_t(makesRhs) + ir::epiloguesOf(op_).size();
  }

  // Returns the time saved because the value is read or written once in a cache of the thread that
  // works on it, and not in the cache level or memory that holds all of the value.
  double savedBy(mlir::Value value, const PlacedContraction& placed) const {
    const int64_t all = bytesOf(value);
    const int64_t part = placed.slices ? all / placed.slices->count : 0;
    return double(all) / bytesPerNs(all) - double(all) / bytesPerNs(part);
  }

  double bytesPerNs(int64_t bytes) const {
    const Caches& machine = caches();
    return options_.costs().bytesPerNs[bytes > machine.last ? 3 : bytes > machine.second ? 2 : 1];
  }

  mlir::Operation* op_;
  TiledContraction spec_;
  const FusionOptions& options_;
  int threads_;
  std::vector<Candidate> all_;
};

const Candidate& cheapest(const std::vector<Candidate>& all) {
  return *std::min_element(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return a.ns != b.ns ? a.ns < b.ns : a.placement.numInside() > b.placement.numInside();
  });
}

void store(const RegionPlacement& placement, ir::ContractionOp around) {
  around.setSlices(placement.bySlices);
  around.setKeeps(placement.keepsOutput);
  for (ir::RegionOp region : placement.prologues)
    region.setInside(true);
  for (ir::RegionOp region : placement.epilogues)
    region.setInside(true);
}

// Returns "stablehlo.dot_general takes 448 us with 0 regions inside, 422 us with 1 region inside by
// rows", for example.
std::string explain(mlir::Operation* op, const std::vector<Candidate>& all) {
  std::string text = absl::StrCat(op->getName().getStringRef().str(), " takes");
  const char* separator = " ";
  for (const Candidate& candidate : all) {
    const RegionPlacement& placement = candidate.placement;
    const size_t inside = placement.numInside();
    absl::StrAppend(&text, separator, generalText(candidate.ns / 1e3, 3), " us with ", inside,
                    inside == 1 ? " region" : " regions", " inside",
                    inside == 0          ? ""
                    : placement.bySlices ? " by slices"
                                         : " by rows");
    separator = ", ";
  }
  return text;
}

mlir::Operation* contractionIn(ir::ContractionOp around) {
  for (mlir::Operation& op : around.getBody().front())
    if (const OpInfo* info = hlo::opInfo(&op); info && info->kind == OpKind::Contraction)
      return &op;
  return nullptr;
}

} // namespace

void placeRegions(ir::ContractionOp around, const FusionOptions& options) {
  if (!options.contractions)
    return;
  mlir::Operation* op = contractionIn(around);
  StatusOr<TiledContraction> spec = tiledContraction(op, *options.contractions);
  if (!spec.ok()) // lowering reports it
    return;
  const std::vector<Candidate> all = Placer(op, std::move(*spec), options).run();
  store(cheapest(all).placement, around);
  if (options.explanations)
    options.explanations->push_back(explain(op, all));
}

} // namespace lz::fusion

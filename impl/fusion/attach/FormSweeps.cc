#include "fusion/attach/FormSweeps.h"

#include "absl/strings/str_cat.h"
#include "base/machine/ThreadPool.h"
#include "base/text/NumberText.h"
#include "fusion/RowPlan.h"
#include "fusion/attach/ContractionRows.h"
#include "fusion/attach/KeptResults.h"
#include "fusion/attach/PlacedSweep.h"
#include "fusion/attach/PlacementPrice.h"
#include "sweep/plan/UnstoredTable.h"

#include "llvm/ADT/DenseSet.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lz::fusion {
namespace {

// Two products that could run in a sweep.
struct Pair {
  mlir::Operation *first, *last;            // ops of the block
  mlir::OpResult table;                     // result of `first`
  std::vector<mlir::Operation*> reshapes{}; // between the two, in their order
  mlir::Value read{};                       // the table after the reshapes
  unsigned operand = 0;                     // index of `read` in the last contraction
};

// A way to run a pair in a sweep.
struct Way {
  std::vector<SweptProduct> products;
  sweep::SweepPlan plan;
  double ns;
};

// Returns `last` together with the product that makes its operand `value`. Returns nullopt if
// something else reads the value.
std::optional<Pair> pairOf(mlir::Operation* last, mlir::Value value) {
  std::optional<unsigned> operand = operandOf(last, value);
  if (!operand || !value.hasOneUse())
    return std::nullopt;
  Pair pair{nullptr, last, {}};
  pair.read = value;
  pair.operand = *operand;
  while (mlir::Operation* op = value.getDefiningOp()) {
    if (!ir::renamesRows(op) || !value.hasOneUse())
      break;
    pair.reshapes.insert(pair.reshapes.begin(), op);
    value = op->getOperand(0);
  }
  auto first = value.getDefiningOp<ir::ContractionOp>();
  if (!first || first->getBlock() != last->getBlock() || !value.hasOneUse())
    return std::nullopt;
  pair.first = first, pair.table = mlir::cast<mlir::OpResult>(value);
  return pair;
}

// The first product can have other results than the table, such as sums of rows. Returns whether
// only epilogues of the last product read these results. Epilogues run after both products, so the
// rows that they read are complete even in a sweep.
bool othersAreReadByEpilogues(const Pair& pair) {
  auto isResultOfFirst = [&](mlir::Value v) { return v.getDefiningOp() == pair.first; };
  for (mlir::OpOperand& operand : pair.last->getOpOperands()) {
    if (!isResultOfFirst(operand.get()) || operand.get() == pair.table)
      continue;
    mlir::Block* body = ir::bodyOfProducts(pair.last);
    if (!body)
      return false;
    for (mlir::Operation* user : body->getArgument(operand.getOperandNumber()).getUsers())
      if (auto region = mlir::dyn_cast<ir::RegionOp>(user); !region || region.isPrologue())
        return false;
  }
  return true;
}

// Returns whether the first product can run just before the last product. No op between them may
// read a result of the first product, or write the memory of one of its operands.
bool canMoveDown(const Pair& pair) {
  auto isBetween = [&](mlir::Operation* user) {
    mlir::Operation* op = pair.first->getBlock()->findAncestorOpInBlock(*user);
    return op && op != pair.first && op->isBeforeInBlock(pair.last) &&
           pair.first->isBeforeInBlock(op) && !llvm::is_contained(pair.reshapes, op);
  };
  for (mlir::Value result : pair.first->getResults())
    if (llvm::any_of(result.getUsers(), isBetween))
      return false;
  for (mlir::Value operand : pair.first->getOperands()) {
    const mlir::Value v = ir::arrayOf(operand);
    if (mlir::isa<mlir::BlockArgument>(v) && llvm::any_of(v.getUsers(), [&](mlir::Operation* user) {
          return isBetween(user) && llvm::is_contained(user->getResultTypes(), v.getType());
        }))
      return false;
  }
  return true;
}

class SweepFormer {
public:
  SweepFormer(const Pair& pair, const FusionOptions& options)
      : pair_(pair), options_(options), first_(contractionOf(pair.first)),
        last_(contractionOf(pair.last)), rows_(options.costs()) {}

  // Returns whether the sweep was formed.
  bool run() {
    const std::vector<Way> ways = waysOf();
    if (ways.empty())
      return false;
    const std::optional<double> apart = nsApart();
    if (!apart)
      return false;
    const Way& best = *std::min_element(ways.begin(), ways.end(),
                                        [](const Way& a, const Way& b) { return a.ns < b.ns; });
    const double most = sweep::mostTimeUnstored(double(bytesOf(pair_.table)), options_.cpu);
    const bool isTaken = best.ns <= most * *apart && savesMemory(best);
    explain(best.ns, *apart, isTaken);
    if (isTaken)
      form(best);
    return isTaken;
  }

private:
  std::vector<Way> waysOf() {
    std::vector<Way> ways;
    for (const RegionPlacement& first : placementsOfFirst())
      for (const RegionPlacement& last : placementsOfLast()) {
        std::vector<SweptProduct> products{{first_, first}, {last_, last, pair_.operand}};
        keepResults(products, /*isSweep=*/true, options_);
        if (std::optional<Way> way = wayOf(std::move(products)))
          ways.push_back(std::move(*way));
      }
    return ways;
  }

  // Returns the way to run the products in a sweep, or nullopt if they cannot run in a sweep. The
  // sweep keeps rows of some results in scratch. If these rows do not fit into the scratch, the
  // results are stored instead.
  std::optional<Way> wayOf(std::vector<SweptProduct> products) {
    std::optional<sweep::SweepPlan> plan = planSwept(products, *options_.contractions);
    if (!plan) {
      for (SweptProduct& product : products)
        product.placement.kept.clear();
      plan = planSwept(products, *options_.contractions);
    }
    if (!plan)
      return std::nullopt;
    double ns = plan->ns - nsSaved(pair_.table, {}, options_);
    for (size_t p : {0u, 1u}) {
      const RegionPlacement& placement = products[p].placement;
      ns += nsBeside(products[p].contraction, placement, {plan->products[p].plan}, rows_, options_);
      for (const KeptResult& kept : placement.kept)
        ns -= nsSaved(kept.value(), {}, options_);
    }
    return Way{std::move(products), std::move(*plan), ns};
  }

  // Returns the placements for the first product. All epilogues run inside of the product, and its
  // result is kept in scratch. The prologue that makes lhs runs as a separate kernel or, if that is
  // possible, inside of the product. Returns no placement if an epilogue cannot run inside of the
  // product, or if something else reads the result.
  std::vector<RegionPlacement> placementsOfFirst() const {
    RegionPlacement placement;
    placement.keepsOutput = true;
    for (ir::RegionOp region : ir::epiloguesOf(first_)) {
      if (!hasFewBuffers(region))
        return {};
      placement.epilogues.push_back(region);
    }
    if (placement.epilogues.empty() || !isReadOnlyBy(first_->getResult(0), placement.epilogues))
      return {};
    std::vector<RegionPlacement> all{placement};
    if (ir::RegionOp prologue = ir::prologueOf(first_, 0); prologue && hasFewBuffers(prologue)) {
      placement.prologues.push_back(prologue);
      all.push_back(placement);
    }
    return all;
  }

  // Returns the possible placements of the last product's epilogues. Either all of them run as
  // separate kernels, or the first ones run inside of the product. An epilogue with too many
  // buffers, or one that reads other rows of the first product, does not run inside, and the
  // epilogues after it do not run inside either. If epilogues run inside, the result of the product
  // is stored in memory or kept in scratch. An epilogue that reads the table must run inside.
  std::vector<RegionPlacement> placementsOfLast() const {
    std::vector<RegionPlacement> all;
    RegionPlacement placement;
    for (ir::RegionOp region : ir::epiloguesOf(last_)) {
      if (!hasFewBuffers(region) || !readsRowsOfFirst(region))
        break;
      placement.epilogues.push_back(region);
    }
    // Epilogues outside need the whole table.
    if (llvm::none_of(ir::epiloguesOf(last_),
                      [&](ir::RegionOp region) { return readsTable(region); }))
      all.push_back({});
    if (placement.epilogues.empty() ||
        llvm::any_of(ir::epiloguesOf(last_), [&](ir::RegionOp region) {
          return readsTable(region) && !llvm::is_contained(placement.epilogues, region);
        }))
      return all;
    all.push_back(placement);
    placement.keepsOutput = true;
    if (isReadOnlyBy(last_->getResult(0), placement.epilogues))
      all.push_back(placement);
    return all;
  }

  // `value` can be an argument of the body of the last product. Returns the operand of the product
  // for this argument, or null if `value` is no argument.
  mlir::Value outside(mlir::Value value) const {
    auto argument = mlir::dyn_cast<mlir::BlockArgument>(value);
    return argument ? pair_.last->getOperand(argument.getArgNumber()) : nullptr;
  }

  bool readsTable(ir::RegionOp region) const {
    return llvm::any_of(region->getOperands(),
                        [&](mlir::Value v) { return outside(v) == pair_.read; });
  }

  // Returns whether an epilogue of the last product, when it works on some rows, reads only the
  // same rows of the results of the first product.
  bool readsRowsOfFirst(ir::RegionOp region) const {
    StatusOr<schedule::ChosenPlan> chosen = planByRows(region, region.numRows(), options_.costs());
    if (!chosen.ok())
      return false;
    const int32_t rowDims = numRowDims(*chosen, region.numRows());
    return llvm::all_of(region->getOpOperands(), [&](mlir::OpOperand& operand) {
      const mlir::Value v = outside(operand.get());
      const bool isOfFirst = v && (v == pair_.read || v.getDefiningOp() == pair_.first);
      return !isOfFirst || (rowDims >= 0 && readsByRows(chosen->plan, rowDims,
                                                        int32_t(operand.getOperandNumber())));
    });
  }

  // Returns the price of the two products without a sweep, with their current placements.
  std::optional<double> nsApart() {
    double ns = options_.contractions->threads > 1 ? ThreadPool::kHandOffNs : 0;
    for (mlir::Operation* op : {first_, last_}) {
      StatusOr<contraction::TiledContraction> spec = tiledContraction(op, *options_.contractions);
      if (!spec.ok())
        return std::nullopt;
      const RegionPlacement placement = placementOf(op);
      const std::optional<PlacedContraction> placed =
          planPlaced(op, *spec, placement, options_.contractions->threads);
      if (!placed)
        return std::nullopt;
      ns += nsOf(*placed) + nsBeside(op, placement, *placed, rows_, options_);
    }
    return ns;
  }

  bool savesMemory(const Way& way) const {
    int64_t saved = bytesOf(pair_.table);
    for (const SweptProduct& product : way.products)
      for (const KeptResult& kept : product.placement.kept)
        saved += bytesOf(kept.value());
    return way.plan.scratchBytes() <= saved;
  }

  void form(const Way& way) const {
    pair_.first->moveBefore(pair_.last);
    for (mlir::Operation* reshape : pair_.reshapes)
      reshape->moveBefore(pair_.last);
    for (const SweptProduct& product : way.products)
      if (mlir::isa<ir::ContractionOp>(product.contraction->getParentOp()))
        storePlacement(product.contraction, product.placement);
    ir::SweepOp::enclose(pair_.first, pair_.last);
  }

  // Writes "a sweep of stablehlo.dot_general and stablehlo.dot_general costs 9.8e+03 us, apart they
  // cost 1.2e+04 us (taken)", for example.
  void explain(double ns, double apart, bool isTaken) const {
    if (!options_.explanations)
      return;
    options_.explanations->push_back(absl::StrCat(
        "a sweep of ", first_->getName().getStringRef().str(), " and ",
        last_->getName().getStringRef().str(), " costs ", generalText(ns / 1e3, 3),
        " us, apart they cost ", generalText(apart / 1e3, 3), " us", isTaken ? " (taken)" : ""));
  }

  const Pair& pair_;
  const FusionOptions& options_;
  mlir::Operation *first_, *last_; // the contractions of the two products
  RowPrices rows_;
};

} // namespace

void formSweeps(mlir::Block& block, const FusionOptions& options) {
  if (!options.contractions)
    return;
  llvm::SmallVector<mlir::Operation*> products;
  for (mlir::Operation& op : block)
    if (mlir::isa<ir::ContractionOp>(op) || ir::isContraction(&op))
      products.push_back(&op);
  // The loop goes from the last product to the first. If three products follow each other, the last
  // two can become a sweep, and the first one stays apart.
  llvm::DenseSet<mlir::Operation*> swept;
  for (mlir::Operation* last : llvm::reverse(products)) {
    if (swept.contains(last))
      continue;
    for (mlir::Value operand : last->getOperands()) {
      std::optional<Pair> pair = pairOf(last, operand);
      if (!pair || swept.contains(pair->first) || !othersAreReadByEpilogues(*pair) ||
          !canMoveDown(*pair))
        continue;
      if (!SweepFormer(*pair, options).run())
        continue;
      swept.insert(pair->first);
      break;
    }
  }
}

} // namespace lz::fusion

// Computes large tables of pairs tile by tile, so that they never exist as a whole.
//
//   %0 = dot_general %q, %k     32768 x 32768     a loop over 16 tiles of 2048 columns: the
//   %1 = exp %0                              ->   product of %q and 2048 rows of %k, its exp, and
//   %2 = reduce add %1          32768             the sums, which are added to those so far
//
// A table is the result of a product, the operand of a selection (top_k), or a function such as exp
// that several ops read. The pass follows each of its dimensions through the ops that read it
// (hlo/tiles/SweptDim.h), counts how often a loop has to compute the tiles
// (hlo/tiles/SweepPasses.h), and compares the predicted times of the loop and of storing the table
// (hlo/tiles/TilePrice.h). The pass leaves two kinds of tables alone. If whole rows fit into the
// second-level cache of a thread, a sweep of products computes them (fusion/attach/FormSweeps.h).
// If a few point ops compute the table, the kernels of its sums do it
// (fusion/tables/SumsOfPairs.h).
//
// Needs: products in their final form.
// Leaves: loops instead of large tables. Sums of floats are added in another order, and divisions
// by a value of the row come after the sum, so the pass does nothing at level strict.
#include "absl/strings/str_cat.h"
#include "base/machine/CostTable.h"
#include "base/text/NumberText.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "hlo/tiles/RowPicks.h"
#include "hlo/tiles/TileLoop.h"
#include "hlo/tiles/TilePrice.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lz::hlo {
namespace {

// The most elements of a tile along the swept dimension. With 512, 1024 and 2048 columns, attention
// of 12 heads of 4096 queries takes 143, 143 and 138 ms (Zen 5, two threads).
constexpr int64_t kMostTile = 2048;
// The same for a selection, which compares every tile with the elements selected before.
constexpr int64_t kMostTileOfSelection = 16384;
// A tile of a table takes at most this part of the last-level cache.
constexpr int64_t kCacheParts = 4;

// Returns the number of elements of a tile: the largest divisor of `extent` from most / 2 + 1 to
// `most`, or `most` if there is none.
int64_t evenTile(int64_t extent, int64_t most) {
  for (int64_t tile = most; tile > most / 2; --tile)
    if (extent % tile == 0)
      return tile;
  return most;
}

struct Candidate {
  SweptDim swept;
  SweepPasses passes;
  int64_t tile;
  double ns;
};

class BlockTiler {
public:
  BlockTiler(mlir::Block& block, MachineClass cpu, const TableOptions& options)
      : block_(block), cpu_(cpu), tile_(options.tile), rescales_(options.rescales),
        explanations_(options.explanations) {}

  void run() {
    pickFromSmallerArrays();
    while (runOnce())
      eraseDead();
    if (isSeparated_)
      joinSources();
  }

private:
  // Takes picked elements of large tables from the factors of their products.
  void pickFromSmallerArrays() {
    mlir::IRRewriter rewriter(block_.getParent()->getContext());
    bool isChanged = false;
    for (mlir::Operation& op : llvm::make_early_inc_range(block_))
      if (is(&op, Opcode::Gather) && hasKnownTypes(&op) && isLarge(op.getOperand(0)))
        isChanged |= pickFromFactors(&op, rewriter);
    if (isChanged)
      eraseDead();
  }

  // Writes the loops of the first table for which they are better than storing it. Returns false if
  // there is none. Afterwards other tables of the block can be dead, or inside of the loops.
  bool runOnce() {
    const llvm::SmallVector<mlir::Operation*> seeds = this->seeds();
    for (mlir::Operation* seed : seeds)
      if (tile_ <= 0 && !isOnWholeRows_.contains(seed))
        isOnWholeRows_[seed] = runsOnWholeRows(seed);
    for (mlir::Operation* seed : seeds) {
      if (!stored_.contains(seed) && !hasSweptDim(seed) && separateSources())
        return true;
      if (!stored_.insert(seed).second)
        continue;
      if (std::optional<Candidate> best = bestOf(seed)) {
        mlir::IRRewriter rewriter(block_.getParent()->getContext());
        writeTileLoops(best->swept, best->passes, best->tile, rewriter);
        return true;
      }
    }
    return false;
  }

  static bool hasSweptDim(mlir::Operation* seed) {
    for (int64_t dim = 0; dim < typeOf(seed->getResult(0)).rank(); ++dim)
      if (sweptDimOf(seed, dim))
        return true;
    return false;
  }

  static bool isSource(mlir::Operation* op) {
    return is(op, Opcode::BroadcastInDim) || is(op, Opcode::Iota) ||
           (is(op, Opcode::Scatter) && hasKnownTypes(op) && dimOfOneHot(op).has_value());
  }

  // If the block transposes a table, gives each reader of an iota, a broadcast or a one-hot table
  // its own copy. So a table and its transpose can read equal values, of which they need tiles
  // along different dimensions. Returns whether it did so for the first time.
  bool separateSources() {
    const bool transposes = llvm::any_of(block_, [&](mlir::Operation& op) {
      return is(&op, Opcode::Transpose) && hasKnownTypes(&op) && isLarge(op.getResult(0));
    });
    if (!transposes || std::exchange(isSeparated_, true))
      return false;
    for (mlir::Operation& op : llvm::make_early_inc_range(block_))
      if (isSource(&op) && !op.use_empty())
        for (mlir::OpOperand& use :
             llvm::make_early_inc_range(llvm::drop_begin(op.getResult(0).getUses())))
          use.set(mlir::OpBuilder(op.getNextNode()).clone(op)->getResult(0));
    return true;
  }

  // Removes the copies that no loop needs.
  void joinSources() {
    llvm::SmallVector<mlir::Operation*> kept;
    for (mlir::Operation& op : llvm::make_early_inc_range(block_)) {
      if (!isSource(&op))
        continue;
      auto same = llvm::find_if(kept, [&](mlir::Operation* other) {
        return mlir::OperationEquivalence::isEquivalentTo(
            other, &op, mlir::OperationEquivalence::IgnoreLocations);
      });
      if (same == kept.end()) {
        kept.push_back(&op);
        continue;
      }
      op.replaceAllUsesWith(*same);
      op.erase();
    }
  }

  void eraseDead() {
    for (mlir::Operation& op : llvm::make_early_inc_range(llvm::reverse(block_)))
      if (mlir::isOpTriviallyDead(&op)) {
        stored_.erase(&op);
        isOnWholeRows_.erase(&op);
        op.erase();
      }
  }

  // Returns the ops that make tables.
  llvm::SmallVector<mlir::Operation*> seeds() const {
    llvm::SmallVector<mlir::Operation*> seeds;
    for (mlir::Operation& op : block_) {
      if (!hasKnownTypes(&op))
        continue;
      if ((is(&op, Opcode::DotGeneral) || isSharedFunction(&op)) && isLarge(op.getResult(0)))
        seeds.push_back(&op);
      if (is(&op, Opcode::TopK) && isLarge(op.getOperand(0)))
        if (mlir::Operation* table = tableOf(op.getOperand(0)))
          seeds.push_back(table);
    }
    return seeds;
  }

  // Returns the op that makes the table from which a selection selects, or null. If the selection
  // compares functions of a table that other ops read, too, this is the op that makes that table.
  mlir::Operation* tableOf(mlir::Value keys) const {
    auto makerOf = [&](mlir::Value value) {
      mlir::Operation* op = value.getDefiningOp();
      return op && op->getBlock() == &block_ && hasKnownTypes(op) ? op : nullptr;
    };
    mlir::Operation* table = makerOf(keys);
    for (mlir::Operation* next = table; next && opInfo(next)->kind == OpKind::Elementwise;) {
      mlir::Operation* deeper = nullptr;
      for (mlir::Value operand : next->getOperands())
        if (typeOf(operand).dims == typeOf(keys).dims && !splatOf(operand).valid() &&
            !isPredicate(operand))
          deeper = makerOf(operand);
      next = deeper;
      if (next && !next->hasOneUse())
        table = next;
    }
    return table;
  }

  static bool isPredicate(mlir::Value value) { return typeOf(value).dtype == DType::Pred; }

  // Tables that fit into a part of the cache that all threads share are never worth a loop.
  bool isLarge(mlir::Value value) const {
    const TensorType type = typeOf(value);
    const CheckedInt bytes = checkedStorageBytes(type.dtype, type.numElements());
    return tile_ > 0 || !bytes || *bytes > lastLevelBytes(cpu_) / kCacheParts;
  }

  // Returns whether a product's result never exists as a whole, because it runs on whole rows.
  bool runsOnWholeRows(mlir::Operation* seed) const {
    for (int64_t dim = 0; dim < typeOf(seed->getResult(0)).rank(); ++dim)
      if (std::optional<SweptDim> swept = sweptDimOf(seed, dim);
          swept && hlo::runsOnWholeRows(*swept, passesOf(*swept), swept->extent, cpu_))
        return true;
    return false;
  }

  bool isOnWholeRows(const SweptDim& swept) const {
    return llvm::any_of(swept.tiled,
                        [&](const auto& entry) { return isOnWholeRows_.lookup(entry.first); });
  }

  // Returns the cheapest loop, or nullopt if no loop is worth its time.
  std::optional<Candidate> bestOf(mlir::Operation* seed) const {
    std::optional<Candidate> best;
    const Dims dims = typeOf(seed->getResult(0)).dims;
    for (int64_t dim = 0; dim < int64_t(dims.size()); ++dim) {
      // Loops count in 32 bits.
      if (dims[size_t(dim)] <= std::max<int64_t>(tile_, 1) ||
          dims[size_t(dim)] > std::numeric_limits<int32_t>::max())
        continue;
      std::optional<SweptDim> swept = sweptDimOf(seed, dim);
      if (!swept || (tile_ <= 0 && isSharedFunction(seed) && isComputedBySums(*swept)))
        continue;
      SweepPasses passes = passesOf(*swept, rescales_);
      if (passes.passes.empty() || isOnWholeRows(*swept) || !canWriteTileLoops(*swept, passes))
        continue;
      const int64_t tile = tile_ > 0 ? tile_ : tileOf(*swept, passes);
      if (!haveTrips(*swept, passes, tile))
        continue;
      const TilePrice price = priceOf(*swept, passes, tile, cpu_);
      const bool isWorthIt = tile_ > 0 || isWorth(price, passes);
      explain(*swept, passes, dim, tile, price, isWorthIt);
      if (isWorthIt && (!best || price.tiled < best->ns))
        best = Candidate{std::move(*swept), std::move(passes), tile, price.tiled};
    }
    return best;
  }

  // Returns the extent of a tile. It follows from shapes, types and the CPU class alone.
  int64_t tileOf(const SweptDim& swept, const SweepPasses& passes) const {
    if (llvm::any_of(swept.combined,
                     [](const auto& entry) { return is(entry.first, Opcode::TopK); }))
      return evenTile(swept.extent, std::min(kMostTileOfSelection, swept.extent / 2));
    int64_t most = std::min(kMostTile, swept.extent / 2);
    if (hlo::runsOnWholeRows(swept, passes, most, cpu_))
      return evenTile(swept.extent, most);
    // A tile of each table stays in a part of the cache that all threads share.
    // Without tables, for example if a product is a result of the program, any tile will do.
    const double bytes =
        std::max(1.0, priceOf(swept, passes, most, cpu_).largest / double(swept.extent));
    most = std::min(most, int64_t(double(lastLevelBytes(cpu_)) / kCacheParts / bytes));
    return evenTile(swept.extent, std::max<int64_t>(most, 1));
  }

  // Returns whether a loop is worth its time. If tables of pairs do not fit into the caches, a loop
  // is allowed to take longer than storing them, because it needs much less memory. For example,
  // the loss of a large vocabulary and its two gradients take three products if the logits are
  // stored, and four if not. More than twice the flops is never allowed, as for regions.
  bool isWorth(const TilePrice& price, const SweepPasses& passes) const {
    constexpr double kPairs = 8, kMostTime = 1.4, kMostFlops = 2;
    const bool areOfPairs = price.tables >= kPairs * std::min(price.along, price.across) &&
                            price.tables >= 2 * price.beside;
    const bool waitsForOthers =
        llvm::any_of(llvm::ArrayRef(passes.passes).drop_back(),
                     [](const PassOps& pass) { return !pass.outputs.empty(); });
    if (!areOfPairs || price.tiledFlops > kMostFlops * price.storedFlops)
      return false;
    const bool isInMemory = price.tables > double(lastLevelBytes(cpu_));
    return price.tiled <= price.stored * (isInMemory && !waitsForOthers ? kMostTime : 1);
  }

  // Writes, for example, "stablehlo.dot_general of 1x32768x32768 f32: tiles of 2048 along dimension
  // 2 in 1 pass cost 1.18e+05 us, storing 8.59e+03 MB costs 7.28e+05 us".
  void explain(const SweptDim& swept, const SweepPasses& passes, int64_t dim, int64_t tile,
               const TilePrice& price, bool isWorthIt) const {
    if (!explanations_)
      return;
    mlir::Operation* seed = swept.tiled.front().first;
    const size_t count = passes.passes.size();
    explanations_->push_back(absl::StrCat(
        seed->getName().getStringRef().str(), " ", typeOf(seed->getResult(0)).str(), ": tiles of ",
        tile, " along dimension ", dim, " in ", count, count == 1 ? " pass" : " passes", " cost ",
        generalText(price.tiled / 1e3, 3), " us, storing ", generalText(price.tables / 1e6, 3),
        " MB costs ", generalText(price.stored / 1e3, 3), " us",
        isWorthIt ? "" : " (not worth it)"));
  }

  mlir::Block& block_;
  MachineClass cpu_;
  int64_t tile_;
  bool rescales_;
  std::vector<std::string>* explanations_;
  llvm::DenseSet<mlir::Operation*> stored_; // ops whose tables are stored, or tiled by now
  bool isSeparated_ = false;                // whether each reader of a source has its own copy
  llvm::DenseMap<mlir::Operation*, bool> isOnWholeRows_; // whether a sweep has whole rows
};

struct TileTables : ModulePass<TileTables> {
  TileTables(bool strict, MachineClass cpu, TableOptions options)
      : strict_(strict), cpu_(cpu), options_(options) {}
  TileTables(const TileTables& other)
      : ModulePass(other), strict_(other.strict_), cpu_(other.cpu_), options_(other.options_) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TileTables)
  static constexpr llvm::StringLiteral kName = "lz-tile-tables";
  static constexpr llvm::StringLiteral kSummary = "Compute large tables of pairs tile by tile.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    if (strict_)
      return mlir::success();
    std::vector<std::string> lines;
    TableOptions options = options_;
    if (tile_ > 0)
      options.tile = tile_;
    if (explain_)
      options.explanations = &lines;
    // The loops that are written add blocks. Tables in these blocks can be divided along other
    // dimensions.
    llvm::SetVector<mlir::Block*> blocks;
    for (size_t known = 0;; known = blocks.size()) {
      module.walk([&](mlir::Operation* op) {
        if (is(op, Opcode::DotGeneral) || is(op, Opcode::TopK) || isSharedFunction(op))
          blocks.insert(op->getBlock());
      });
      for (size_t i = known; i < blocks.size(); ++i)
        BlockTiler(*blocks[i], cpu_, options).run();
      if (blocks.size() == known)
        break;
    }
    for (const std::string& line : lines)
      llvm::errs() << line << '\n';
    return mlir::success();
  }

private:
  bool strict_;
  MachineClass cpu_;
  TableOptions options_;
  Option<int64_t> tile_{*this, "tile", llvm::cl::desc("Elements of every tile, whatever it costs"),
                        llvm::cl::init(0)};
  Option<bool> explain_{*this, "explain", llvm::cl::desc("Write every decision to stderr"),
                        llvm::cl::init(false)};
};

} // namespace

std::unique_ptr<mlir::Pass> createTileTablesPass(bool strict, MachineClass cpu,
                                                 const TableOptions& options) {
  return std::make_unique<TileTables>(strict, cpu, options);
}

} // namespace lz::hlo

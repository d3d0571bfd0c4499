// Computes large tables of pairs tile by tile, so that they never exist as a whole. A table of
// pairs has an element for each pair of a row of one array and a row of another one.
//
//   %0 = dot_general %q, %k     32768 x 32768     a loop over 16 tiles of 2048 columns: the
//   %1 = exp %0                              ->   product of %q and 2048 rows of %k, its exp, and
//   %2 = reduce add %1          32768             the sums, which are added to those so far
//
// A table is the result of a product, the operand of a selection (top_k), or a function such as exp
// that several ops read. The pass follows each of its dimensions through the ops that read it
// (hlo/tiles/TiledDim.h), counts how often a loop has to compute the tiles
// (hlo/tiles/TileRounds.h), and compares the predicted times of loops with those of storing the
// table, for tiles of many extents (hlo/tiles/price/TileExtents.h). The pass leaves two kinds of
// tables alone. If whole rows fit into the second-level cache of a thread, a sweep of products
// computes them (fusion/attach/FormSweeps.h). If a few point ops compute the table, the kernels of
// its sums do it (fusion/tables/SumsOfPairs.h).
//
// Needs: products in their final form.
// Leaves: loops instead of large tables. Sums of floats are added in another order, and divisions
// by a value of the row come after the sum, so the pass does nothing at level strict.
#include "absl/strings/str_cat.h"
#include "base/machine/CostTable.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "hlo/tiles/RowPicks.h"
#include "hlo/tiles/TileLoop.h"
#include "hlo/tiles/price/TileExtents.h"
#include "hlo/tiles/price/WholeRows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lz::hlo {
namespace {

class BlockTiler {
public:
  // `isTile` says that the block is the body of a loop that this pass wrote.
  BlockTiler(mlir::Block& block, MachineClass cpu, const TableOptions& options, bool isTile)
      : block_(block), cpu_(cpu), isTile_(isTile), tile_(options.tile), rescales_(options.rescales),
        explanations_(options.explanations) {}

  void run() {
    pickFromSmallerArrays();
    while (runOnce())
      eraseDead();
    if (isSeparated_)
      joinSources();
  }

private:
  // Changes gathers that pick elements of large tables. They then pick from the factors of the
  // products that make the tables (hlo/tiles/RowPicks.h).
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
      if (!stored_.contains(seed) && !hasTiledDim(seed) && separateSources())
        return true;
      if (!stored_.insert(seed).second)
        continue;
      const CutDims dims = dimsOf(seed);
      if (std::optional<TileChoice> best = bestLoops(seed, dims)) {
        if (moveFactors(seed))
          return true;
        const CutDim& cut = *dims[size_t(best->outer)];
        mlir::IRRewriter rewriter(block_.getParent()->getContext());
        writeTileLoops(cut.tiledDim, cut.rounds, best->tile, rewriter);
        return true;
      }
    }
    return false;
  }

  // If a large operand of the product that makes the table is an array times a power of two, moves
  // this factor to the product: (2 x) y = 2 (x y). All bits stay the same, unless a number
  // overflows or is subnormal. The loops then read x, and 2 x is never stored.
  bool moveFactors(mlir::Operation* seed) {
    bool isMoved = false;
    for (mlir::OpOperand& operand : seed->getOpOperands()) {
      mlir::Operation* scale = operand.get().getDefiningOp();
      if (!is(seed, Opcode::DotGeneral) || !is(scale, Opcode::Multiply) || !scale->hasOneUse() ||
          !isFloat(typeOf(operand.get()).dtype) ||
          typeOf(operand.get()).dtype != typeOf(seed->getResult(0)).dtype || !isInMemory(scale))
        continue;
      for (unsigned i : {0u, 1u})
        if (const Literal factor = splatOf(scale->getOperand(i));
            factor.valid() && isPowerOfTwo(factor.toDouble(0))) {
          operand.set(scale->getOperand(1 - i));
          multiplyResult(seed, factor);
          isMoved = true;
          break;
        }
    }
    if (isMoved)
      stored_.erase(seed);
    return isMoved;
  }

  static bool isPowerOfTwo(double x) {
    int exponent = 0;
    return std::abs(std::frexp(x, &exponent)) == 0.5;
  }

  static void multiplyResult(mlir::Operation* seed, const Literal& factor) {
    mlir::OpBuilder builder(seed->getContext());
    builder.setInsertionPointAfter(seed);
    OpMaker maker(builder, seed->getLoc());
    mlir::Value result = seed->getResult(0);
    mlir::Value factors = maker.splat(factor, typeOf(result).dims),
                product = maker.make(Opcode::Multiply, {result, factors});
    result.replaceAllUsesExcept(product, product.getDefiningOp());
  }

  // Returns whether the result of an op does not fit into the caches. If a tile is forced, all
  // arrays count as large.
  bool isInMemory(mlir::Operation* op) const {
    const TensorType type = typeOf(op->getResult(0));
    const CheckedInt bytes = checkedStorageBytes(type.dtype, type.numElements());
    return tile_ > 0 || !bytes || *bytes > lastLevelBytes(cpu_);
  }

  static bool hasTiledDim(mlir::Operation* seed) {
    for (int64_t dim = 0; dim < typeOf(seed->getResult(0)).rank(); ++dim)
      if (tiledDimOf(seed, dim))
        return true;
    return false;
  }

  static bool isSource(mlir::Operation* op) {
    return is(op, Opcode::BroadcastInDim) || is(op, Opcode::Iota) ||
           (is(op, Opcode::Scatter) && hasKnownTypes(op) && dimOfOneHot(op).has_value());
  }

  // If the block transposes a table, gives each reader of an iota, a broadcast or a one-hot table
  // its own copy. Otherwise a table and its transpose could read the same value, but would need
  // tiles of it along different dimensions. Returns whether this call made the copies.
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
  // compares functions of a table, and other ops read this table, too, returns the op that makes
  // this table.
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

  // Tables that need no less memory are never worth a loop.
  bool isLarge(mlir::Value value) const {
    const TensorType type = typeOf(value);
    const CheckedInt bytes = checkedStorageBytes(type.dtype, type.numElements());
    return tile_ > 0 || !bytes || double(*bytes) > bytesInSight(cpu_);
  }

  // Returns whether a product's result never exists as a whole, because it runs on whole rows.
  bool runsOnWholeRows(mlir::Operation* seed) const {
    for (int64_t dim = 0; dim < typeOf(seed->getResult(0)).rank(); ++dim)
      if (std::optional<TiledDim> tiledDim = tiledDimOf(seed, dim);
          tiledDim && tiledDim->extent <= mostColumnsOfRows(*tiledDim, roundsOf(*tiledDim), cpu_))
        return true;
    return false;
  }

  bool isOnWholeRows(const TiledDim& tiledDim) const {
    return llvm::any_of(tiledDim.tiled,
                        [&](const auto& entry) { return isOnWholeRows_.lookup(entry.first); });
  }

  // Returns what a loop over each dimension computes, if it can be written.
  CutDims dimsOf(mlir::Operation* seed) const {
    CutDims dims(typeOf(seed->getResult(0)).dims.size());
    for (size_t dim = 0; dim < dims.size(); ++dim) {
      const int64_t extent = typeOf(seed->getResult(0)).dims[dim];
      // Loops count in 32 bits.
      if (extent <= std::max<int64_t>(tile_, 1) || extent > std::numeric_limits<int32_t>::max())
        continue;
      std::optional<TiledDim> tiledDim = tiledDimOf(seed, int64_t(dim));
      if (!tiledDim || (tile_ <= 0 && isSharedFunction(seed) && isComputedBySums(*tiledDim)))
        continue;
      TileRounds rounds = roundsOf(*tiledDim, rescales_);
      if (!rounds.rounds.empty() && !isOnWholeRows(*tiledDim) &&
          canWriteTileLoops(*tiledDim, rounds))
        dims[dim] = CutDim{std::move(*tiledDim), std::move(rounds)};
    }
    return dims;
  }

  // Returns the best loops, or nullopt if no loops are worth their time.
  std::optional<TileChoice> bestLoops(mlir::Operation* seed, const CutDims& dims) const {
    std::vector<TileChoice> best;
    for (int64_t dim = 0; dim < int64_t(dims.size()); ++dim) {
      if (!dims[size_t(dim)])
        continue;
      const TileRounds& rounds = dims[size_t(dim)]->rounds;
      std::vector<TileChoice> choices = tile_ > 0 ? forced(dims, dim) : choicesOf(dims, dim, cpu_);
      auto isWorthIt = [&](const TileChoice& choice) {
        return tile_ > 0 || isWorth(choice.price, rounds, cpu_, isTile_);
      };
      if (choices.empty())
        continue;
      const bool isAnyWorthIt = llvm::any_of(choices, isWorthIt);
      if (isAnyWorthIt)
        llvm::erase_if(choices, [&](const TileChoice& choice) { return !isWorthIt(choice); });
      const TileChoice& bestOfDim = bestOf(choices, cpu_);
      explain(seed, bestOfDim, rounds, isAnyWorthIt);
      if (isAnyWorthIt)
        best.push_back(bestOfDim);
    }
    return best.empty() ? std::nullopt : std::optional(bestOf(best, cpu_));
  }

  // Returns the loop over tiles of the forced extent, if the loop has at least one trip.
  std::vector<TileChoice> forced(const CutDims& dims, int64_t dim) const {
    const CutDim& cut = *dims[size_t(dim)];
    if (!haveTrips(cut.tiledDim, cut.rounds, tile_))
      return {};
    return {{dim, tile_, -1, 0, TilePricer(cut, nullptr, cpu_).at(tile_)}};
  }

  void explain(mlir::Operation* seed, const TileChoice& choice, const TileRounds& rounds,
               bool isWorthIt) const {
    if (explanations_)
      explanations_->push_back(
          absl::StrCat(seed->getName().getStringRef().str(), " ", typeOf(seed->getResult(0)).str(),
                       ": ", print(choice, rounds), isWorthIt ? "" : " (not worth it)"));
  }

  mlir::Block& block_;
  MachineClass cpu_;
  bool isTile_;
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
        BlockTiler(*blocks[i], cpu_, options, known > 0).run();
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

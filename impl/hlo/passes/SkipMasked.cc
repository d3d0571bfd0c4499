// Leaves out the parts of a table of pairs that a mask hides. The rows are divided into blocks, and
// each block computes only the columns that the mask shows in one of its rows.
//
//   %0 = dot_general %q, %k     4096 x 4096        8 blocks of 512 rows, the first with 512
//   %1 = select %mask, %0, -inf               ->   columns, the last with 4096: the same ops on
//   softmax, dot_general %v     4096 x 64          slices of %q, %k and %v, and a concatenation of
//                                                  their results
//
// Blocks can also run in a loop (hlo/masks/PairBlocks.h). Then their kernels are compiled once.
// Predicted times decide whether there is a loop, and how many blocks there are
// (hlo/masks/DivideTable.h).
//
// The mask must be computed from indices (hlo/tiles/MaskRanges.h), and everything that reads the
// table must give the same results without the hidden elements. If the mask hides an entire row of
// a block, the block keeps all columns.
//
// Needs: products in their final form.
// Leaves: smaller tables. Results differ in two ways. Sums can be rounded differently, and 0 times
// a hidden factor counts as 0 even if the factor is infinite or NaN. So the pass does nothing at
// level strict.
#include "absl/strings/str_cat.h"
#include "base/text/NumberText.h"
#include "hlo/masks/DivideTable.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"

namespace lz::hlo {
namespace {

using OpSet = llvm::DenseSet<mlir::Operation*>;

struct SkipMasked : ModulePass<SkipMasked> {
  SkipMasked(bool strict, MachineClass cpu, TableOptions options)
      : strict_(strict), cpu_(cpu), options_(options) {}
  SkipMasked(const SkipMasked& other)
      : ModulePass(other), strict_(other.strict_), cpu_(other.cpu_), options_(other.options_) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SkipMasked)
  static constexpr llvm::StringLiteral kName = "lz-skip-masked";
  static constexpr llvm::StringLiteral kSummary =
      "Do not compute the parts of tables of pairs that a mask hides.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    if (strict_)
      return mlir::success();
    llvm::SmallVector<mlir::Operation*> seeds;
    module.walk([&](mlir::Operation* op) {
      if (is(op, Opcode::DotGeneral) && hasKnownTypes(op))
        seeds.push_back(op);
    });
    llvm::SetVector<mlir::Block*> changed;
    llvm::DenseMap<mlir::Block*, OpSet> generated;
    for (mlir::Operation* seed : seeds) {
      mlir::Block* block = seed->getBlock();
      auto [it, isNew] = generated.try_emplace(block);
      if (isNew)
        it->second = generatedOps(*block);
      if (divide(seed, it->second))
        changed.insert(block);
    }
    for (mlir::Block* block : changed)
      for (mlir::Operation& op : llvm::make_early_inc_range(llvm::reverse(*block)))
        if (mlir::isOpTriviallyDead(&op))
          op.erase();
    return mlir::success();
  }

private:
  // Returns whether one of the ops of the table is a select that can hide elements, because its
  // predicate depends on indices and constants alone.
  static bool isMasked(const TiledDim& columns, const OpSet& generated) {
    return !columns.combined.empty() && llvm::any_of(columns.tiled, [&](const auto& entry) {
      return is(entry.first, Opcode::Select) &&
             generated.contains(entry.first->getOperand(0).getDefiningOp());
    });
  }

  // Divides the table that the product makes, if the table is masked. Returns whether it was
  // divided.
  bool divide(mlir::Operation* seed, const OpSet& generated) {
    const Dims dims = typeOf(seed->getResult(0)).dims;
    const DivideOptions options = divideOptions();
    llvm::SmallVector<TiledDim, 2> tiledDim;
    for (int64_t dim = 0; dim < int64_t(dims.size()); ++dim)
      if (options.blocks > 0 || dims[size_t(dim)] >= kFewestElements)
        if (std::optional<TiledDim> found = tiledDimOf(seed, dim))
          tiledDim.push_back(std::move(*found));
    for (const TiledDim& columns : tiledDim)
      if (isMasked(columns, generated))
        for (const TiledDim& rows : tiledDim)
          if (&rows != &columns)
            if (std::optional<PairTable> table = pairTableOf(rows, columns, generated))
              if (divide(*table, options))
                return true;
    return false;
  }

  bool divide(const PairTable& table, const DivideOptions& options) {
    const Division best = divisionOf(table, options);
    if (best.loop.blocks.empty())
      return false;
    const double all = nsOfTable(table, cpu_);
    const bool isWorthIt = options.blocks > 0 || best.ns < all;
    explain(table, best, all, isWorthIt);
    if (!isWorthIt)
      return false;
    mlir::IRRewriter rewriter(table.rows.block->getParent()->getContext());
    if (best.isLoop)
      writeBlockLoop(table, best.loop, rewriter);
    else
      writeBlocks(table, best.loop.blocks, rewriter);
    return true;
  }

  void explain(const PairTable& table, const Division& best, double all, bool isWorthIt) {
    mlir::Operation* seed = table.columns.tiled.front().first;
    const double pairs = double(table.rows.extent) * double(table.columns.extent);
    const std::string form = !best.isLoop          ? ""
                             : best.loop.tile == 0 ? ", in a loop,"
                                                   : absl::StrCat(", in a loop over tiles of ",
                                                                  best.loop.tile, " columns,");
    const std::string line = absl::StrCat(
        seed->getName().getStringRef().str(), " ", typeOf(seed->getResult(0)).str(), ": ",
        best.loop.blocks.size(), " blocks of rows with ", generalText(100 * best.pairs / pairs, 3),
        "% of the pairs", form, " cost ", generalText(best.ns / 1e3, 3), " us, all pairs cost ",
        generalText(all / 1e3, 3), " us", isWorthIt ? "" : " (not worth it)");
    if (options_.explanations)
      options_.explanations->push_back(line);
    if (explain_)
      llvm::errs() << line << '\n';
  }

  DivideOptions divideOptions() const {
    DivideOptions options{cpu_, options_.rescales, options_.blocks, options_.loops, options_.tile};
    if (blocks_ > 0)
      options.blocks = blocks_, options.loops = loops_, options.tile = tile_;
    return options;
  }

  // Shorter dimensions of a table are not divided.
  static constexpr int64_t kFewestElements = 128;

  bool strict_;
  MachineClass cpu_;
  TableOptions options_;
  Option<int64_t> blocks_{
      *this, "blocks", llvm::cl::desc("Blocks of rows of every masked table, whatever they cost"),
      llvm::cl::init(0)};
  Option<bool> loops_{*this, "loop", llvm::cl::desc("Compute these blocks in a loop"),
                      llvm::cl::init(false)};
  Option<int64_t> tile_{*this, "tile",
                        llvm::cl::desc("Columns of the tiles of an inner loop, or 0 for none"),
                        llvm::cl::init(0)};
  Option<bool> explain_{*this, "explain", llvm::cl::desc("Write every decision to stderr"),
                        llvm::cl::init(false)};
};

} // namespace

std::unique_ptr<mlir::Pass> createSkipMaskedPass(bool strict, MachineClass cpu,
                                                 const TableOptions& options) {
  return std::make_unique<SkipMasked>(strict, cpu, options);
}

} // namespace lz::hlo

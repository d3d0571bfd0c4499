// Leaves out the parts of a table of pairs that a mask hides. The rows are divided into blocks, and
// each block computes only the columns that the mask shows in one of its rows.
//
//   %0 = dot_general %q, %k     4096 x 4096        8 blocks of 512 rows, the first with 512
//   %1 = select %mask, %0, -inf               ->   columns, the last with 4096: the same ops on
//   softmax, dot_general %v     4096 x 64          slices of %q, %k and %v, and a concatenation of
//                                                  their results
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
#include "base/Integers.h"
#include "base/machine/CostTable.h"
#include "base/machine/ThreadPool.h"
#include "base/text/NumberText.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/Dot.h"
#include "hlo/rewrite/OpMaker.h"
#include "hlo/tiles/IndexDifferences.h"
#include "hlo/tiles/MaskRanges.h"
#include "spec/OpCost.h"

#include <algorithm>

namespace lz::hlo {
namespace {

// Blocks have at least this many rows, and begin and end at multiples of this many columns, so that
// products have whole tiles.
constexpr int64_t kFewestRows = 64, kColumnStep = 64;
// A block has at least 1 / kMostBlocks of the rows of the table, because passes visit its ops.
constexpr int64_t kMostBlocks = 32;
// The time to compile a kernel of a softmax (AMD EPYC with AVX-512), and the number of runs after
// which a block must have saved the time that its kernels take to compile. With 20 runs, causal
// attention of 4,096 has 16 blocks and computes 53.1 % of the pairs. If nothing counted the
// compilation, it had 21 blocks and computed 52.6 %.
constexpr double kNsToCompile = 8e6, kRuns = 20;

double bytesOf(const TensorType& type) {
  return double(type.numElements()) * double(storageBits(type.dtype)) / 8;
}

using OpSet = llvm::DenseSet<mlir::Operation*>;

struct Division {
  llvm::SmallVector<PairRect> blocks;
  double pairs = 0; // entries of the table that are computed
  double ns = 0;
};

class Divider {
public:
  Divider(const PairTable& table, MachineClass cpu, int64_t forced)
      : table_(table), ranges_(table), costs_(costTable(cpu)),
        hasEqualBlocks_(dependsOnDifferences(table)), forced_(forced),
        nsPerPair_(nsOfTable() / pairs()) {}

  double pairs() const { return double(table_.rows.extent) * double(table_.columns.extent); }
  double nsOfTable() const {
    double ns = 0;
    for (const PairOp& part : table_.ops)
      if (isOfTable(part))
        ns += nsOf(part.op);
    return ns;
  }

  // Returns a division into blocks, or one without blocks if nothing is hidden. Halves a block as
  // long as that saves time. Blocks that need many columns stay larger, because the products of
  // each block pack the operands of its columns.
  Division best() {
    if (forced_ > 0)
      return divided(forced_);
    Division division;
    const int64_t extent = table_.rows.extent, fewest = std::max(kFewestRows, extent / kMostBlocks);
    llvm::SmallVector<PairRect> left = {ranges_.neededColumns(0, extent, kColumnStep)};
    while (!left.empty()) {
      const PairRect rect = left.pop_back_val();
      const int64_t half =
                        ceilDiv(ceilDiv(rect.rowEnd - rect.rowBegin, 2), kFewestRows) * kFewestRows,
                    middle = rect.rowBegin + half;
      if (rect.rowEnd - middle >= fewest) {
        const PairRect first = ranges_.neededColumns(rect.rowBegin, middle, kColumnStep),
                       second = ranges_.neededColumns(middle, rect.rowEnd, kColumnStep);
        const double compiled = nsToCompile(first, division) +
                                (isLike(first, second) ? 0 : nsToCompile(second, division)) -
                                nsToCompile(rect, division);
        if (nsOf(first) + nsOf(second) + compiled < nsOf(rect)) {
          left.push_back(second);
          left.push_back(first);
          continue;
        }
      }
      add(rect, division);
    }
    return hidesColumns(division) ? division : Division();
  }

private:
  bool isOfTable(const PairOp& part) const {
    return table_.columns.derived.contains(part.op) || table_.combinesColumns(part);
  }

  double nsOf(mlir::Operation* op) const {
    const TensorType type = typeOf(op->getResult(0));
    if (is(op, Opcode::DotGeneral)) {
      const Dot dot(op);
      double products = double(type.numElements());
      for (int64_t d : dot.lhs.contracting)
        products *= double(typeOf(dot.lhs.value).dims[size_t(d)]);
      // A tile of a product has at least this many steps for each value of k.
      constexpr double kSteps = 12;
      const double lanes = costs_.registerBytes * 8 / double(storageBits(type.dtype));
      const TileCosts& tiles = costs_.contraction.tiles;
      return products / lanes * (tiles.k / kSteps + tiles.step) / kThreads;
    }
    if (is(op, Opcode::Reduce))
      return nsOfElements(typeOf(op->getOperand(0)), Opcode::Add);
    return opInfo(op)->kind == OpKind::Elementwise ? nsOfElements(type, *opcodeOf(op)) : 0;
  }

  double nsOfElements(const TensorType& type, Opcode opcode) const {
    return double(type.numElements()) / 16 * costOf(opcode, type.dtype) * costs_.nsPerStep /
           kThreads;
  }

  // Returns whether both blocks have equal kernels, which are compiled once.
  bool isLike(const PairRect& a, const PairRect& b) const {
    return hasEqualBlocks_ && a.rowEnd - a.rowBegin == b.rowEnd - b.rowBegin &&
           a.columnEnd - a.columnBegin == b.columnEnd - b.columnBegin &&
           a.rowBegin - a.columnBegin == b.rowBegin - b.columnBegin;
  }

  // The time to compile the kernels of a block, as a part of the time of each run. There is a
  // kernel between two products. Kernels of the blocks in `division` can be used again.
  double nsToCompile(const PairRect& rect, const Division& division) const {
    if (llvm::any_of(division.blocks, [&](const PairRect& other) { return isLike(rect, other); }))
      return 0;
    const auto products = llvm::count_if(
        table_.ops, [](const PairOp& part) { return is(part.op, Opcode::DotGeneral); });
    return double(std::max<int64_t>(1, products - 1)) * kNsToCompile / kThreads / kRuns;
  }

  // The time that a block takes in addition to its pairs: its products begin anew and pack the
  // operands of its columns, other parts of its operands are read again, and its results are copied
  // to their places.
  double nsOfBlock(const PairRect& rect) const {
    const double rows = double(rect.rowEnd - rect.rowBegin) / double(table_.rows.extent),
                 columns =
                     double(rect.columnEnd - rect.columnBegin) / double(table_.columns.extent);
    double ns = 0;
    for (const PairOp& part : table_.ops) {
      ns += is(part.op, Opcode::DotGeneral) ? ThreadPool::kHandOffNs + costs_.kernel : 0;
      for (unsigned i = 0; i < part.from.size(); ++i)
        if (part.from[i] < 0) {
          const double share = (part.operands[i].row != kWhole ? rows : 1) *
                               (part.operands[i].column != kWhole ? columns : 1);
          const TensorType type = typeOf(part.op->getOperand(i));
          if (is(part.op, Opcode::DotGeneral)) // products read slices in place, and pack them
            ns += double(type.numElements()) * share * costs_.contraction.tiles.packRhs.runs /
                  kThreads;
          else if (share < 1)
            ns += nsToCopy(type, share);
        }
    }
    for (int output : table_.outputs)
      ns += nsToCopy(typeOf(table_.ops[size_t(output)].op->getResult(0)), rows);
    return ns;
  }

  double nsToCopy(const TensorType& whole, double part) const {
    const double bytes = bytesOf(whole);
    return 2 * bytes * part /
           (bytes <= costs_.caches[2] ? costs_.bytesPerNs[2] * kThreads : costs_.memoryPerNs);
  }

  double pairsOf(const PairRect& rect) const {
    return double(rect.rowEnd - rect.rowBegin) * double(rect.columnEnd - rect.columnBegin);
  }
  double nsOf(const PairRect& rect) const { return pairsOf(rect) * nsPerPair_ + nsOfBlock(rect); }

  void add(const PairRect& rect, Division& division) const {
    division.blocks.push_back(rect);
    division.pairs += pairsOf(rect);
    division.ns += nsOf(rect);
  }

  bool hidesColumns(const Division& division) const {
    return llvm::any_of(division.blocks, [&](const PairRect& rect) {
      return rect.columnEnd - rect.columnBegin < table_.columns.extent;
    });
  }

  Division divided(int64_t count) {
    Division division;
    const int64_t extent = table_.rows.extent, rows = ceilDiv(extent, count);
    for (int64_t begin = 0; begin < extent; begin += rows)
      add(ranges_.neededColumns(begin, std::min(extent, begin + rows), 1), division);
    return hidesColumns(division) ? division : Division();
  }

  const PairTable& table_;
  MaskRanges ranges_;
  const CostTable& costs_;
  bool hasEqualBlocks_; // whether blocks with the same distance of rows and columns are equal
  int64_t forced_;
  double nsPerPair_;
};

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
  static bool isMasked(const SweptDim& columns, const OpSet& generated) {
    return !columns.combined.empty() && llvm::any_of(columns.tiled, [&](const auto& entry) {
      return is(entry.first, Opcode::Select) &&
             generated.contains(entry.first->getOperand(0).getDefiningOp());
    });
  }

  // Divides the table that the product makes, if the table is masked. Returns whether it was
  // divided.
  bool divide(mlir::Operation* seed, const OpSet& generated) {
    const Dims dims = typeOf(seed->getResult(0)).dims;
    const int64_t forced = blocks_ > 0 ? int64_t(blocks_) : options_.blocks;
    llvm::SmallVector<SweptDim, 2> swept;
    for (int64_t dim = 0; dim < int64_t(dims.size()); ++dim)
      if (forced > 0 || dims[size_t(dim)] >= 2 * kFewestRows)
        if (std::optional<SweptDim> found = sweptDimOf(seed, dim))
          swept.push_back(std::move(*found));
    for (const SweptDim& columns : swept)
      if (isMasked(columns, generated))
        for (const SweptDim& rows : swept)
          if (&rows != &columns)
            if (std::optional<PairTable> table = pairTableOf(rows, columns, generated))
              if (divide(*table, forced))
                return true;
    return false;
  }

  bool divide(const PairTable& table, int64_t forced) {
    Divider divider(table, cpu_, forced);
    const Division best = divider.best();
    if (best.blocks.empty())
      return false;
    const bool isWorthIt = forced > 0 || best.ns < divider.nsOfTable();
    mlir::Operation* seed = table.columns.tiled.front().first;
    explain(seed, divider, best, isWorthIt);
    mlir::IRRewriter rewriter(seed->getContext());
    if (isWorthIt)
      writeBlocks(table, best.blocks, rewriter);
    return isWorthIt;
  }

  void explain(mlir::Operation* seed, const Divider& divider, const Division& best,
               bool isWorthIt) {
    const std::string line = absl::StrCat(
        seed->getName().getStringRef().str(), " ", typeOf(seed->getResult(0)).str(), ": ",
        best.blocks.size(), " blocks of rows with ",
        generalText(100 * best.pairs / divider.pairs(), 3), "% of the pairs cost ",
        generalText(best.ns / 1e3, 3), " us, all pairs cost ",
        generalText(divider.nsOfTable() / 1e3, 3), " us", isWorthIt ? "" : " (not worth it)");
    if (options_.explanations)
      options_.explanations->push_back(line);
    if (explain_)
      llvm::errs() << line << '\n';
  }

  bool strict_;
  MachineClass cpu_;
  TableOptions options_;
  Option<int64_t> blocks_{
      *this, "blocks", llvm::cl::desc("Blocks of rows of every masked table, whatever they cost"),
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

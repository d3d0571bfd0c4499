// Splits large tensors: computes slices of them in a loop, so that they never exist as a whole.
//
//   %0 = dot_general %x, %y     10^6 x 10^6     a loop over slices of 125 rows: the product of
//   %1 = exp %0                            ->   125 rows of %x and %y, its exp, and its product
//   %2 = dot_general %1, %v     10^6            with %v, which becomes 125 elements of %2
//
// A tensor is split along the dimension that hlo/split/TensorCut.h chooses. Tensors that are larger
// than the limit and depend on each other are split together. Their small operands are not split.
// Ops that make small results of them belong to the loop. If a result has the dimension, the loop
// stores it slice by slice. Otherwise the loop combines the results of all slices. The trip count
// of the loop is known. If the last elements do not fill a slice, they are computed once after the
// loop. If a slice is still too large, the body of the loop is split along another dimension.
//
// The limits of the user decide which tensors are split, whatever it costs. A round that looks for
// a plan within the budget has limits, too (compiler/FitMemory.h). Directives can also decide it. A
// directive is an attribute `lz.split = array<i64: dimension, extent>` of the op that makes the
// tensor. Only tensors that a run would store are split. Regions decide which tensors these are. So
// the compiler forms the regions of a copy of the module (`SplitOptions::stored`). Without the
// compiler, all values but broadcasts and constants count as stored.
//
// The pass runs twice. At level standard it splits tensors before sums of all elements become sums
// of pieces (lz-split-reductions). At level strict it splits them after that, so that the sums of a
// slice have the pieces, and so the bits, of the sums of the whole.
//
// Needs: products in their final form.
// Leaves: loops with the attribute `lz.split_loop`, whose trips depend on their slices, so that no
// later pass undoes them. Their products have the extents of the whole (hlo/ir/WholeProduct.h), so
// their sums have the same order. In the interpreter, results have the same bits, except for sums
// of floats that are cut. Such sums are cut only at level standard, and only where no other cut is
// possible.
#include "absl/strings/str_cat.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/WholeProduct.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/passes/Pipelines.h"
#include "hlo/rewrite/Dot.h"
#include "hlo/split/TensorCut.h"
#include "hlo/tiles/TileLoop.h"

#include <deque>
#include <variant>

namespace lz::hlo {
namespace {

constexpr llvm::StringLiteral kDirective = "lz.split", kSplitLoop = "lz.split_loop";

using OpSet = llvm::DenseSet<mlir::Operation*>;

// Marks the loops that a split writes.
struct MarkLoops : mlir::RewriterBase::Listener {
  void notifyOperationInserted(mlir::Operation* op, mlir::OpBuilder::InsertPoint from) override {
    if (is(op, Opcode::While) && !from.isSet())
      op->setAttr(kSplitLoop, mlir::UnitAttr::get(op->getContext()));
  }
};

bool isTensorOp(mlir::Operation* op) {
  return hasKnownTypes(op) && op->getNumResults() > 0 && op->getNumRegions() <= 1 &&
         opInfo(op)->kind != OpKind::Control;
}

int64_t mostBytesOf(mlir::Operation* op) {
  int64_t most = 0;
  for (mlir::Value result : op->getResults())
    most = std::max(most, typeOf(result).numBytes());
  return most;
}

// Splits tensors of one module.
class Splitter {
public:
  Splitter(mlir::ModuleOp module, const SplitOptions& options)
      : module_(module), options_(options) {}

  // Follows the directives.
  void direct() {
    module_.walk([&](mlir::Operation* op) {
      if (op->hasAttr(kDirective))
        wait(op);
    });
    while (mlir::Operation* op = next()) {
      auto directive = mlir::dyn_cast<mlir::DenseI64ArrayAttr>(op->getAttr(kDirective));
      op->removeAttr(kDirective);
      if (directive && directive.size() == 2)
        split(op, cutFor(op, directive[0], directive[1]));
    }
  }

  // Splits tensors of more bytes than the limit. The loops of one round have smaller tensors, which
  // the next round divides along another dimension if they are still too large.
  void splitLarge() {
    constexpr int kMostRounds = 8; // more than the number of dimensions of a large tensor
    for (int round = 0; round < kMostRounds && splitStored(); ++round) {
    }
  }

private:
  SplitLimits limits(int64_t tensorBytes) const {
    return {tensorBytes, options_.sliceBytes, options_.strict, options_.keepsOrder,
            options_.rescales};
  }

  CutOrReason cutFor(mlir::Operation* op, int64_t dim, int64_t extent) const {
    if (!isTensorOp(op) || extent <= 0 || dim < 0 || dim >= typeOf(op->getResult(0)).rank())
      return WhyWhole{NoCut::TooShort};
    constexpr int64_t kPart = 4; // smaller tensors are read by slices
    return cutAlong(op, dim, extent, limits(mostBytesOf(op) / kPart));
  }

  // Returns whether a tensor was split.
  bool splitStored() {
    eraseDead(module_);
    const OpSet stored = options_.stored ? options_.stored(module_) : allValues();
    module_.walk([&](mlir::Operation* op) {
      if (stored.contains(op) && !whole_.contains(op) && isTensorOp(op) &&
          mostBytesOf(op) > options_.tensorBytes)
        wait(op);
    });
    bool isChanged = false;
    while (mlir::Operation* op = next())
      isChanged |= split(op, bestCut(op, limits(options_.tensorBytes)));
    return isChanged;
  }

  OpSet allValues() {
    OpSet ops;
    module_.walk([&](mlir::Operation* op) {
      if (isTensorOp(op) && opInfo(op)->kind != OpKind::Source && !is(op, Opcode::BroadcastInDim) &&
          !is(op, Opcode::Reshape))
        ops.insert(op);
    });
    return ops;
  }

  void wait(mlir::Operation* op) {
    queue_.push_back(op);
    waiting_.insert(op);
  }

  // Returns the next waiting op that has not been erased, or null.
  mlir::Operation* next() {
    while (!queue_.empty()) {
      mlir::Operation* op = queue_.front();
      queue_.pop_front();
      if (waiting_.erase(op))
        return op;
    }
    return nullptr;
  }

  bool split(mlir::Operation* op, const CutOrReason& found) {
    if (options_.report)
      report(op, found, *options_.report);
    const auto* cut = std::get_if<TensorCut>(&found);
    if (!cut) {
      whole_.insert(op);
      return false;
    }
    nameWholes(cut->tiledDim);
    MarkLoops marker;
    mlir::IRRewriter rewriter(op->getContext(), &marker);
    mlir::Block* block = op->getBlock();
    writeTileLoops(cut->tiledDim, cut->rounds, cut->extent, rewriter);
    eraseDeadIn(*block);
    return true;
  }

  // Adds the extents of the whole product to each product that will be split, because these extents
  // decide in which order its sums are added up.
  static void nameWholes(const TiledDim& tiledDim) {
    for (const auto& [op, dim] : tiledDim.tiled) {
      if (!is(op, Opcode::DotGeneral) || op->hasAttr(kWholeProduct))
        continue;
      const Dot dot(op);
      auto extentOf = [](const DotSide& side) {
        int64_t extent = 1;
        for (int64_t d : side.free())
          extent *= typeOf(side.value).dims[size_t(d)];
        return extent;
      };
      op->setAttr(kWholeProduct, mlir::DenseI64ArrayAttr::get(
                                     op->getContext(), {extentOf(dot.lhs), extentOf(dot.rhs)}));
    }
  }

  static void report(mlir::Operation* op, const CutOrReason& found, SplitReport& report) {
    std::string line =
        absl::StrCat(op->getName().getStringRef().str(), " ", typeOf(op->getResult(0)).str());
    if (const auto* cut = std::get_if<TensorCut>(&found)) {
      report.loops += 1;
      report.cutSums += cut->cutsSum;
      report.bytesAgain += cut->bytesAgain;
      absl::StrAppend(&line, ": slices of ", cut->extent, " along dimension ", cut->dim, " in ",
                      cut->numRounds(), cut->numRounds() == 1 ? " round" : " rounds",
                      cut->cutsSum ? ", which cuts a sum of floats" : "");
    } else {
      const std::string reason = textOf(std::get<WhyWhole>(found), op);
      const std::string location = locationFromIr(op->getLoc());
      report.wholes.push_back({mostBytesOf(op), absl::StrCat(line, location.empty() ? "" : " at ",
                                                             location, " (", reason, ")")});
      absl::StrAppend(&line, ": cannot be split, because ", reason);
    }
    report.decisions.push_back(std::move(line));
  }

  void eraseDead(mlir::ModuleOp module) {
    module.walk([&](mlir::Block* block) { eraseDeadIn(*block); });
  }

  void eraseDeadIn(mlir::Block& block) {
    for (mlir::Operation& op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (mlir::isOpTriviallyDead(&op)) {
        op.walk([&](mlir::Operation* dead) {
          waiting_.erase(dead);
          whole_.erase(dead);
        });
        op.erase();
      }
  }

  mlir::ModuleOp module_;
  const SplitOptions& options_;
  std::deque<mlir::Operation*> queue_; // may have ops that were erased
  OpSet waiting_;
  OpSet whole_; // cannot be split
};

struct SplitForMemory : ModulePass<SplitForMemory> {
  explicit SplitForMemory(SplitOptions options) : options_(std::move(options)) {}
  SplitForMemory(const SplitForMemory& other) : ModulePass(other), options_(other.options_) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SplitForMemory)
  static constexpr llvm::StringLiteral kName = "lz-split-for-memory";
  static constexpr llvm::StringLiteral kSummary =
      "Compute tensors that are too large slice by slice.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    SplitReport report;
    SplitOptions options = options_;
    if (threshold_ > 0)
      options.tensorBytes = threshold_;
    if (slice_ > 0)
      options.sliceBytes = slice_;
    if (strict_)
      options.strict = true;
    if (explain_)
      options.report = &report;
    if (options.sliceBytes == 0 || options.sliceBytes > options.tensorBytes)
      options.sliceBytes = options.tensorBytes;
    Splitter splitter(module, options);
    splitter.direct();
    if (options.tensorBytes > 0)
      splitter.splitLarge();
    for (const std::string& line : report.decisions)
      llvm::errs() << line << '\n';
    return mlir::success();
  }

private:
  SplitOptions options_;
  Option<int64_t> threshold_{*this, "threshold", llvm::cl::desc("Split tensors of more bytes"),
                             llvm::cl::init(0)};
  Option<int64_t> slice_{*this, "slice", llvm::cl::desc("The most bytes of a slice"),
                         llvm::cl::init(0)};
  Option<bool> strict_{*this, "strict", llvm::cl::desc("Cut no sum of floats"),
                       llvm::cl::init(false)};
  Option<bool> explain_{*this, "explain", llvm::cl::desc("Write every decision to stderr"),
                        llvm::cl::init(false)};
};

} // namespace

std::unique_ptr<mlir::Pass> createSplitForMemoryPass(const SplitOptions& options) {
  return std::make_unique<SplitForMemory>(options);
}

} // namespace lz::hlo

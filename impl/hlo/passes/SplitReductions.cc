// Splits a reduction of many elements to few results into two steps, so that all threads can work
// on it.
//
//   %0 = reduce add %x[4096,4096] over [0, 1]   ->   %a = reduce add %x over [1] : [4096]
//                                                    %0 = reduce add %a over [0]
//   %0 = reduce add %x[1000000] over [0]        ->   %a = reduce add reshape(%x)[64,15625] over [1]
//                                                    %0 = reduce add %a[64] over [0]
//   %0 = reduce add %x[4096,64] over 0          ->   %a = reduce add reshape(%x)[16,256,64] over 1
//                                                    %0 = reduce add %a[16,64] over 0
//
// In the last example a thread adds whole rows of 64 numbers. If threads had some of the columns,
// each would read a part of each row.
//
// The first step starts from the identity of the op, and the second step from the reduction's own
// initial value. The split follows from the shape alone, so results do not depend on the number of
// threads. If a long dimension has no suitable divisor, it is padded with the identity.
//
// For sums and products of 16-bit floats, the first step has f32 results, and the final result is
// rounded once, like an accumulator in a register (docs/numerics.md). At the level strict, which
// rounds after every addition, the first step has 16-bit results, too.
//
// Needs: LegalizeContractions.cc, which turns some contractions into reductions.
// Leaves: sums and products of floats in another order (docs/numerics.md).
#include "absl/algorithm/container.h"
#include "base/Checked.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "spec/Identity.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lz::hlo {
namespace {

// With kFewResults = 8, the bench program columns-few takes the same time (Zen 5).
constexpr int64_t kFewResults = 16, kLargeOperand = 1 << 16;
// How many pieces a dimension is divided into: at least kLeastPieces, usually kPieces or fewer, and
// at most kMostPieces.
// With 32 or 128 instead of 64 pieces, the bench program columns-few takes the same time (Zen 5).
constexpr int64_t kLeastPieces = 16, kPieces = 64, kMostPieces = 1024;
// If possible, the first step keeps a whole dimension instead of dividing one. The step must then
// have at most kMostKept results, each from at least kLeastLength elements. With 512 instead of
// 256 elements, the bench program schur-256 takes the same time (Zen 5).
constexpr int64_t kMostKept = 1 << 17, kLeastLength = 256;
// The largest number of adjacent columns whose sums a unit of a kernel computes
// (schedule/cost/ColumnCost.h).
constexpr int64_t kColumns = 64;

// Returns the number of equal pieces into which a dimension of this size is divided, or 0 if no
// number is suitable. If possible, there are at most `usual` pieces.
int64_t divisorOf(int64_t extent, int64_t usual) {
  for (int64_t pieces = usual; pieces >= kLeastPieces; --pieces)
    if (extent % pieces == 0)
      return pieces;
  for (int64_t pieces = usual + 1; pieces <= kMostPieces; ++pieces)
    if (extent % pieces == 0)
      return pieces;
  return 0;
}

// Returns the dimension along which elements are adjacent in memory. If the operand is a product
// with broadcast factors, returns that dimension of the larger factor, such as the matrix of x W.
// Returns -1 if there is no such dimension.
int64_t adjacentDim(mlir::Value operand) {
  auto ofFactor = [](mlir::Value factor) {
    mlir::Operation* def = factor.getDefiningOp();
    if (!def || !is(def, Opcode::BroadcastInDim))
      return std::pair(typeOf(factor).numElements(), typeOf(factor).rank() - 1);
    const AttrsOf<BroadcastInDimAttrs> attrs(def); // owns the dimensions
    absl::Span<const int64_t> where = attrs.broadcastDimensions();
    return std::pair(typeOf(def->getOperand(0)).numElements(), where.empty() ? -1 : where.back());
  };
  mlir::Operation* def = operand.getDefiningOp();
  if (!def || !is(def, Opcode::Multiply))
    return ofFactor(operand).second;
  return std::max(ofFactor(def->getOperand(0)), ofFactor(def->getOperand(1))).second;
}

// Returns how many adjacent results a unit of a kernel computes together.
int64_t columnsTogether(const Dims& shape, const Ints& reduced, int64_t adjacent) {
  if (adjacent < 0 || absl::c_linear_search(reduced, adjacent))
    return 1;
  return std::min(kColumns, shape[size_t(adjacent)]);
}

struct SplitReduction : OpcodePattern {
  SplitReduction(mlir::MLIRContext* context, bool strict)
      : OpcodePattern(context, Opcode::Reduce), strict(strict) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    if (op->getNumOperands() != 2)
      return mlir::failure();
    mlir::Value operand = op->getOperand(0);
    TensorType type = typeOf(operand), result = typeOf(op->getResult(0));
    std::optional<Opcode> combiner = combinerOf(op->getRegion(0));
    DType parts = combiner ? typeOfParts(*combiner, result.dtype) : result.dtype;
    std::optional<Literal> identity = combiner ? identityOf(*combiner, parts) : std::nullopt;
    AttrsOf<ReduceAttrs> attrs(op);
    absl::Span<const int64_t> given = attrs.dimensions();
    Ints dims(given.begin(), given.end());
    absl::c_sort(dims);
    if (!identity || type.dtype != result.dtype || type.numElements() < kLargeOperand ||
        result.numElements() >=
            kFewResults * columnsTogether(type.dims, dims, adjacentDim(operand)))
      return mlir::failure();
    const bool areColumns = result.numElements() >= kFewResults;
    // The pieces stand before the columns, along which the lanes of a kernel run.
    const int64_t last = areColumns ? adjacentDim(operand) : type.rank();
    int64_t kept = keptDim(type.dims, dims, result.numElements(), last),
            cut = kept < 0 ? cutDim(type.dims, dims, areColumns) : -1;
    if (kept < 0 && cut < 0)
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    mlir::Value start = maker.constant(*identity);
    operand = maker.convert(operand, parts);
    if (kept >= 0) {
      std::erase(dims, kept);
    } else {
      kept = std::min(cut, last);
      operand = piecesOf(operand, cut, kept, areColumns, start, maker);
      for (int64_t& d : dims)
        d += d >= kept; // dimensions after the new one move by 1
    }
    int64_t position = kept - absl::c_count_if(dims, [&](int64_t d) { return d < kept; });
    mlir::Value first = maker.reduce(*combiner, operand, start, dims),
                init = maker.convert(op->getOperand(1), parts),
                second = maker.reduce(*combiner, first, init, {position});
    return maker.replace(rewriter, op, maker.convert(second, result.dtype));
  }

private:
  DType typeOfParts(Opcode combiner, DType dtype) const {
    bool rounds = combiner == Opcode::Add || combiner == Opcode::Multiply;
    return rounds && !strict && isFloat(dtype) && storageBits(dtype) == 16 ? DType::F32 : dtype;
  }

  // Returns the first of the reduced dims before `last` that the first step can keep, or -1.
  static int64_t keptDim(const Dims& shape, const Ints& reduced, int64_t results, int64_t last) {
    int64_t count = 1;
    for (int64_t d : reduced)
      count *= shape[size_t(d)];
    for (int64_t d : reduced) {
      int64_t extent = shape[size_t(d)];
      if (d < last && extent >= kLeastPieces && extent * results <= kMostKept &&
          count / extent >= kLeastLength)
        return d;
    }
    return -1;
  }

  // Pieces of columns have at least kLeastLength terms, so that their results are few.
  static int64_t piecesOfDim(int64_t extent, bool areColumns) {
    return divisorOf(extent, areColumns ? std::clamp(extent / kLeastLength, kLeastPieces, kPieces)
                                        : kPieces);
  }

  // Returns the longest of the reduced dims, or -1 if that dim cannot be divided.
  static int64_t cutDim(const Dims& shape, const Ints& reduced, bool areColumns) {
    int64_t longest = *absl::c_max_element(
        reduced, [&](int64_t a, int64_t b) { return shape[size_t(a)] < shape[size_t(b)]; });
    int64_t extent = shape[size_t(longest)];
    const int64_t pieces = piecesOfDim(extent, areColumns);
    if (areColumns)
      return pieces > 0 && extent / pieces >= kLeastLength ? longest : -1;
    return pieces > 0 || extent >= kMostPieces ? longest : -1;
  }

  // Splits a dimension into pieces: [1000000] -> [64, 15625]. The pieces become dimension `to`.
  static mlir::Value piecesOf(mlir::Value operand, int64_t dim, int64_t to, bool areColumns,
                              mlir::Value identity, OpMaker& maker) {
    Dims shape = typeOf(operand).dims;
    int64_t extent = shape[size_t(dim)], pieces = piecesOfDim(extent, areColumns);
    if (pieces == 0) {
      pieces = kPieces;
      Ints none(shape.size(), 0), high = none;
      CheckedInt padded = checkedRoundUp(extent, pieces);
      if (!padded)
        return {};
      high[size_t(dim)] = *padded - extent;
      extent = *padded;
      operand = maker.make(
          Opcode::Pad, {operand, identity},
          {{"edge_padding_low", none}, {"edge_padding_high", high}, {"interior_padding", none}});
    }
    shape[size_t(dim)] = pieces;
    shape.insert(shape.begin() + dim + 1, extent / pieces);
    operand = maker.reshape(operand, shape);
    if (to == dim)
      return operand;
    Ints permutation(shape.size());
    std::iota(permutation.begin(), permutation.end(), int64_t(0));
    std::rotate(permutation.begin() + to, permutation.begin() + dim, permutation.begin() + dim + 1);
    return maker.make(Opcode::Transpose, operand, {{"permutation", std::move(permutation)}});
  }

  bool strict;
};

struct SplitReductions : ModulePass<SplitReductions> {
  explicit SplitReductions(bool strict) : strict(strict) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SplitReductions)
  static constexpr llvm::StringLiteral kName = "lz-split-reductions";
  static constexpr llvm::StringLiteral kSummary =
      "Reduce large operands to few results in two steps.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::RewritePatternSet patterns(module.getContext());
    patterns.add<SplitReduction>(module.getContext(), strict);
    return applyPatternsTo(module, {Opcode::Reduce}, std::move(patterns));
  }

  bool strict;
};

} // namespace

std::unique_ptr<mlir::Pass> createSplitReductionsPass(bool strict) {
  return std::make_unique<SplitReductions>(strict);
}

} // namespace lz::hlo

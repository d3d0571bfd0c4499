// Merges transposes into the dot_general that they surround. Packing reads operands in any layout,
// and exchanging the operands transposes the result.
//
//   %t = transpose %y, dims = [1, 0]                  %0 = dot_general %y, %x,
//   %d = dot_general %x, %t, contracting [1] x [0] ->        contracting [1] x [1]
//   %0 = transpose %d, dims = [1, 0]
#include "hlo/rewrite/Dot.h"
#include "hlo/rules/Box.h"
#include "hlo/rules/MergePattern.h"
#include "hlo/rules/Tables.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::hlo {
namespace {

// If the operand is a transpose, replaces it by the operand of the transpose. Does not do so if the
// free dimensions would then be in another order, since the result has them in the order of the
// operand.
bool readThroughTranspose(DotSide& side) {
  mlir::Operation* op = side.value.getDefiningOp();
  if (!op || !is(op, Opcode::Transpose))
    return false;
  AttrsOf<TransposeAttrs> transpose(op);
  absl::Span<const int64_t> permutation = transpose.permutation();
  Ints free = side.free();
  auto renumber = [&](Ints& dims) {
    for (int64_t& d : dims)
      d = permutation[size_t(d)];
  };
  renumber(free);
  if (!std::is_sorted(free.begin(), free.end()))
    return false;
  renumber(side.batching);
  renumber(side.contracting);
  side.value = op->getOperand(0);
  return true;
}

struct TransposedOperands : OpcodePattern {
  explicit TransposedOperands(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::DotGeneral) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    Dot dot(op);
    bool left = readThroughTranspose(dot.lhs), right = readThroughTranspose(dot.rhs);
    if (!left && !right)
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op, dot.make(maker));
  }
};

struct TransposedResult : OpcodePattern {
  explicit TransposedResult(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Transpose) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    mlir::Operation* product = op->getOperand(0).getDefiningOp();
    if (!product || !is(product, Opcode::DotGeneral) || !product->hasOneUse())
      return mlir::failure();
    Dot dot(product);
    // The result has the batch dimensions, then the free ones of lhs, and then the free ones of
    // rhs.
    int64_t batch = int64_t(dot.lhs.batching.size()), rank = dot.result.rank();
    int64_t m = int64_t(dot.lhs.free().size());
    Ints exchanged;
    for (int64_t d = 0; d < batch; ++d)
      exchanged.push_back(d);
    for (int64_t d = batch + m; d < rank; ++d)
      exchanged.push_back(d);
    for (int64_t d = batch; d < batch + m; ++d)
      exchanged.push_back(d);
    if (AttrsOf<TransposeAttrs>(op).permutation() != absl::MakeConstSpan(exchanged))
      return mlir::failure();
    std::swap(dot.lhs, dot.rhs);
    OpMaker maker(rewriter, product->getLoc());
    return maker.replace(rewriter, op, dot.make(maker));
  }
};

// Computes only the part of a product that is read: slice(x y) becomes slice(x) slice(y).
struct SliceOfDot : MergePattern {
  explicit SliceOfDot(mlir::MLIRContext* context)
      : MergePattern(context, Opcode::Slice, Opcode::DotGeneral) {}

  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    if (!inner->hasOneUse())
      return {};
    Dot dot(inner);
    Box box(outer), left(typeOf(dot.lhs.value).dims), right(typeOf(dot.rhs.value).dims);
    size_t d = 0;
    auto narrow = [&](Box& side, int64_t dim, size_t of) {
      side.setDim(size_t(dim), box.starts[of], box.limits[of], box.strides[of]);
    };
    for (size_t i = 0; i < dot.lhs.batching.size(); ++i, ++d) {
      narrow(left, dot.lhs.batching[i], d);
      narrow(right, dot.rhs.batching[i], d);
    }
    for (int64_t dim : dot.lhs.free())
      narrow(left, dim, d++);
    for (int64_t dim : dot.rhs.free())
      narrow(right, dim, d++);
    dot.lhs.value = left.of(dot.lhs.value, maker);
    dot.rhs.value = right.of(dot.rhs.value, maker);
    dot.result.dims = dimsOf(outer);
    return dot.lhs.value && dot.rhs.value ? dot.make(maker) : mlir::Value();
  }
};

constexpr Rule kContractionsRules[] = {
    {"dot-of-transposes", "dot(transpose(x), transpose(y)) -> dot(x, y) of other dims",
     addPattern<TransposedOperands>},
    {"transpose-of-dot", "transpose(dot(x, y)) -> dot(y, x), the transpose exchanges the operands",
     addPattern<TransposedResult>},
    {"slice-of-dot", "slice(dot(x, y)) -> dot(slice(x), slice(y)), of one use",
     addPattern<SliceOfDot>},
};

} // namespace

llvm::ArrayRef<Rule> contractionRules() {
  return kContractionsRules;
}

} // namespace lz::hlo

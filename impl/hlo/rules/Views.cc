// Removes views without effect, and replaces views by simpler ops with the same result.
#include "hlo/rewrite/OpMaker.h"
#include "hlo/rules/Tables.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <numeric>

namespace lz::hlo {
namespace {

bool isIota(absl::Span<const int64_t> list) {
  for (size_t i = 0; i < list.size(); ++i)
    if (list[i] != int64_t(i))
      return false;
  return true;
}

bool allZero(absl::Span<const int64_t> list) {
  return std::all_of(list.begin(), list.end(), [](int64_t v) { return v == 0; });
}

// An op that can return operand number `operand` unchanged. It does so if `holds` returns true and
// the operand has the type of the result.
struct Identity {
  Opcode opcode;
  int operand;
  bool (*holds)(mlir::Operation* op); // nullptr if equal types are enough
};

bool isIdentityBroadcast(mlir::Operation* op) {
  return isIota(AttrsOf<BroadcastInDimAttrs>(op).broadcastDimensions());
}
bool isIdentityTranspose(mlir::Operation* op) {
  return isIota(AttrsOf<TransposeAttrs>(op).permutation());
}
bool isIdentityPad(mlir::Operation* op) {
  AttrsOf<PadAttrs> attrs(op);
  return allZero(attrs.edgePaddingLow()) && allZero(attrs.edgePaddingHigh()) &&
         allZero(attrs.interiorPadding().given());
}
bool isIdentityReverse(mlir::Operation* op) {
  TensorType type = typeOf(op->getResult(0));
  AttrsOf<ReverseAttrs> attrs(op);
  absl::Span<const int64_t> dims = attrs.dimensions();
  return std::all_of(dims.begin(), dims.end(),
                     [&](int64_t d) { return type.dims[size_t(d)] <= 1; });
}
bool hasOneOperand(mlir::Operation* op) {
  return op->getNumOperands() == 1;
}
constexpr Identity kIdentities[] = {
    {Opcode::BitcastConvert, 0, nullptr},
    {Opcode::BroadcastInDim, 0, isIdentityBroadcast},
    {Opcode::Concatenate, 0, hasOneOperand},
    {Opcode::Convert, 0, nullptr},
    {Opcode::DynamicSlice, 0, nullptr}, // the start is clamped to 0
    {Opcode::DynamicUpdateSlice, 1, nullptr},
    {Opcode::Pad, 0, isIdentityPad},
    {Opcode::Reshape, 0, nullptr},
    {Opcode::Reverse, 0, isIdentityReverse},
    {Opcode::Slice, 0, nullptr},
    {Opcode::Transpose, 0, isIdentityTranspose},
};

class RemoveIdentity : public OpcodePattern {
public:
  RemoveIdentity(mlir::MLIRContext* context, const Identity& identity)
      : OpcodePattern(context, identity.opcode), identity_(identity) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    mlir::Value operand = op->getOperand(unsigned(identity_.operand));
    if (operand.getType() != op->getResult(0).getType() ||
        (identity_.holds && !identity_.holds(op)))
      return mlir::failure();
    rewriter.replaceOp(op, operand);
    return mlir::success();
  }

private:
  const Identity& identity_;
};

// reshape [3] -> [1,3] becomes broadcast_in_dim dims = [1]. The attribute dims states where each
// dimension goes, so the op can merge with other broadcasts.
struct ReshapeThatAddsOnes : OpcodePattern {
  explicit ReshapeThatAddsOnes(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Reshape) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    const Dims from = typeOf(op->getOperand(0)).dims, to = typeOf(op->getResult(0)).dims;
    Ints where;
    for (size_t i = 0; i < to.size(); ++i) {
      if (where.size() < from.size() && to[i] == from[where.size()])
        where.push_back(int64_t(i));
      else if (to[i] != 1)
        return mlir::failure();
    }
    if (where.size() != from.size() || from.size() >= to.size())
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op, maker.broadcast(op->getOperand(0), to, std::move(where)));
  }
};

// Replaces a transpose such as [1,5] -> [5,1], which keeps the order of elements, by a reshape.
struct TransposeOfOnes : OpcodePattern {
  explicit TransposeOfOnes(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Transpose) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    const Dims from = typeOf(op->getOperand(0)).dims;
    int64_t last = -1;
    AttrsOf<TransposeAttrs> attrs(op);
    for (int64_t d : attrs.permutation()) {
      if (from[size_t(d)] == 1)
        continue;
      if (d < last)
        return mlir::failure();
      last = d;
    }
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op,
                         maker.reshape(op->getOperand(0), typeOf(op->getResult(0)).dims));
  }
};

// Replaces a reduction of [4096,1] over dims [1] by op(initial value, [4096]).
struct ReduceOfOnes : OpcodePattern {
  explicit ReduceOfOnes(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Reduce) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    if (op->getNumOperands() != 2)
      return mlir::failure();
    const Dims from = typeOf(op->getOperand(0)).dims, to = typeOf(op->getResult(0)).dims;
    AttrsOf<ReduceAttrs> attrs(op);
    absl::Span<const int64_t> dims = attrs.dimensions();
    mlir::Block& body = op->getRegion(0).front();
    mlir::Operation& combiner = body.front();
    bool plain = combiner.getNumOperands() == 2 && combiner.getNumRegions() == 0 &&
                 combiner.getAttrs().empty() && combiner.getNextNode() == body.getTerminator() &&
                 body.getTerminator()->getOperand(0).getDefiningOp() == &combiner &&
                 combiner.getOperand(0) == body.getArgument(0) &&
                 combiner.getOperand(1) == body.getArgument(1) && opcodeOf(&combiner);
    if (!plain ||
        std::any_of(dims.begin(), dims.end(), [&](int64_t d) { return from[size_t(d)] != 1; }))
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    mlir::Value x = maker.reshape(op->getOperand(0), to), initial = op->getOperand(1);
    if (!to.empty())
      initial = maker.broadcast(initial, to, {});
    return maker.replace(rewriter, op, maker.make(*opcodeOf(&combiner), {initial, x}));
  }
};

// Replaces a view of a broadcast scalar by a broadcast scalar.
struct ViewOfSplat : OpcodePattern {
  using OpcodePattern::OpcodePattern;

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    mlir::Operation* source = op->getOperand(0).getDefiningOp();
    if (!is(source, Opcode::BroadcastInDim) || typeOf(source->getOperand(0)).rank() != 0)
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    Dims dims = typeOf(op->getResult(0)).dims;
    return maker.replace(rewriter, op,
                         dims.empty() ? source->getOperand(0)
                                      : maker.broadcast(source->getOperand(0), dims, {}));
  }
};

// Replaces dynamic_slice at constant indices by a slice. For example, a slice of size 3 of [10] at
// start 8 begins at 7, because the start is clamped.
struct DynamicSliceAtConstants : OpcodePattern {
  explicit DynamicSliceAtConstants(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::DynamicSlice) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    const Dims from = typeOf(op->getOperand(0)).dims, to = typeOf(op->getResult(0)).dims;
    Ints starts, limits;
    for (size_t d = 0; d < from.size(); ++d) {
      Literal index = splatOf(op->getOperand(unsigned(d + 1)));
      if (!index.valid())
        return mlir::failure();
      int64_t start = index.toInt(0);
      if (index.type().dtype == DType::U64 && start < 0)
        start = INT64_MAX;
      starts.push_back(std::clamp<int64_t>(start, 0, from[d] - to[d]));
      limits.push_back(starts.back() + to[d]);
    }
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op,
                         maker.make(Opcode::Slice, op->getOperand(0),
                                    {{"start_indices", starts},
                                     {"limit_indices", limits},
                                     {"strides", Ints(starts.size(), 1)}}));
  }
};

struct ConcatenateWithEmpty : OpcodePattern {
  explicit ConcatenateWithEmpty(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Concatenate) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    auto dim = size_t(AttrsOf<ConcatenateAttrs>(op).dimension());
    llvm::SmallVector<mlir::Value> kept;
    for (mlir::Value operand : op->getOperands())
      if (typeOf(operand).dims[dim] != 0)
        kept.push_back(operand);
    if (kept.empty() || kept.size() == op->getNumOperands())
      return mlir::failure();
    rewriter.modifyOpInPlace(op, [&] { op->setOperands(kept); });
    return mlir::success();
  }
};

void addIdentities(mlir::RewritePatternSet& patterns) {
  for (const Identity& identity : kIdentities)
    patterns.add(std::make_unique<RemoveIdentity>(patterns.getContext(), identity));
}

void addViewsOfSplats(mlir::RewritePatternSet& patterns) {
  for (Opcode view : {Opcode::Reshape, Opcode::Transpose, Opcode::Slice, Opcode::Reverse,
                      Opcode::DynamicSlice, Opcode::BroadcastInDim})
    patterns.add<ViewOfSplat>(patterns.getContext(), view);
}

constexpr Rule kViewsRules[] = {
    {"identity", "view(x) -> x, the view changes nothing; so does a conversion to the same type",
     addIdentities},
    {"view-of-splat", "view(broadcast(scalar)) -> broadcast(scalar)", addViewsOfSplats},
    {"reduce-of-ones", "reduce(x) -> op(init, x), the dims have extents of 1 or there are none",
     addPattern<ReduceOfOnes>},
    {"reshape-that-adds-ones", "reshape(x) -> broadcast(x)", addPattern<ReshapeThatAddsOnes>},
    {"transpose-of-ones", "transpose(x) -> reshape(x), only dims of 1 move",
     addPattern<TransposeOfOnes>},
    {"dynamic-slice-at-constants", "dynamic_slice(x, constants) -> slice(x)",
     addPattern<DynamicSliceAtConstants>},
    {"concatenate-with-empty", "concatenate(x, empty, y) -> concatenate(x, y)",
     addPattern<ConcatenateWithEmpty>},
};

} // namespace

llvm::ArrayRef<Rule> viewRules() {
  return kViewsRules;
}

} // namespace lz::hlo

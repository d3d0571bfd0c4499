// Simplifies concatenations, paddings and updates.
#include "absl/algorithm/container.h"
#include "hlo/ir/LibraryCalls.h"
#include "hlo/rules/Box.h"
#include "hlo/rules/MergePattern.h"
#include "hlo/rules/Tables.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::hlo {
namespace {

mlir::Value concatenate(mlir::ValueRange pieces, int64_t dim, OpMaker& maker) {
  return pieces.size() == 1 ? pieces.front()
                            : maker.make(Opcode::Concatenate, pieces, {{"dimension", dim}});
}

struct ConcatenatePattern : OpcodePattern {
  explicit ConcatenatePattern(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Concatenate) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    int64_t dim = AttrsOf<ConcatenateAttrs>(op).dimension();
    llvm::SmallVector<mlir::Value> pieces = op->getOperands();
    OpMaker maker(rewriter, op->getLoc());
    if (!change(pieces, dim, maker))
      return mlir::failure();
    return maker.replace(rewriter, op, concatenate(pieces, dim, maker));
  }

protected:
  virtual bool change(llvm::SmallVector<mlir::Value>& pieces, int64_t dim,
                      OpMaker& maker) const = 0;
};

// Replaces an inner concatenation by its operands, as long as one kernel can read all of them.
struct ConcatenateOfConcatenate : ConcatenatePattern {
  using ConcatenatePattern::ConcatenatePattern;

  bool change(llvm::SmallVector<mlir::Value>& pieces, int64_t dim, OpMaker&) const override {
    llvm::SmallVector<mlir::Value> flat;
    for (mlir::Value piece : pieces) {
      mlir::Operation* op = piece.getDefiningOp();
      if (is(op, Opcode::Concatenate) && op->hasOneUse() &&
          AttrsOf<ConcatenateAttrs>(op).dimension() == dim)
        llvm::append_range(flat, op->getOperands());
      else
        flat.push_back(piece);
    }
    if (flat.size() == pieces.size() || flat.size() > kMostConcatenated)
      return false;
    pieces = std::move(flat);
    return true;
  }
};

// concatenate(x[0:3], x[3:5]) -> x[0:5]
struct ConcatenateOfNeighbours : ConcatenatePattern {
  using ConcatenatePattern::ConcatenatePattern;

  bool change(llvm::SmallVector<mlir::Value>& pieces, int64_t dim, OpMaker& maker) const override {
    llvm::SmallVector<mlir::Value> joined;
    for (mlir::Value piece : pieces) {
      mlir::Value both = joined.empty() ? mlir::Value() : join(joined.back(), piece, dim, maker);
      if (both)
        joined.back() = both;
      else
        joined.push_back(piece);
    }
    bool changed = joined.size() < pieces.size();
    pieces = std::move(joined);
    return changed;
  }

private:
  static mlir::Value join(mlir::Value left, mlir::Value right, int64_t dim, OpMaker& maker) {
    mlir::Operation *a = left.getDefiningOp(), *b = right.getDefiningOp();
    if (!is(a, Opcode::Slice) || !is(b, Opcode::Slice) || a->getOperand(0) != b->getOperand(0))
      return {};
    Box first(a), second(b);
    auto d = size_t(dim);
    if (first.limits[d] != second.starts[d] || first.strides[d] != 1)
      return {};
    first.limits[d] = second.limits[d];
    second.starts[d] = first.starts[d];
    return first == second ? first.of(a->getOperand(0), maker) : mlir::Value();
  }
};

struct ConcatenateOfSplats : OpcodePattern {
  explicit ConcatenateOfSplats(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Concatenate) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    Literal scalar = splatOf(op->getOperand(0));
    if (!scalar.valid() || !llvm::all_of(op->getOperands().drop_front(), [&](mlir::Value piece) {
          Literal other = splatOf(piece);
          return other.valid() && other == scalar;
        }))
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op, maker.splat(scalar, typeOf(op->getResult(0)).dims));
  }
};

bool areEqualScalars(mlir::Value a, mlir::Value b) {
  Literal value = splatOf(a);
  return a == b || (value.valid() && splatOf(b).valid() && value == splatOf(b));
}

mlir::Value pad(mlir::Value x, mlir::Value value, Ints low, Ints high, OpMaker& maker) {
  bool isNothing = absl::c_all_of(low, [](int64_t n) { return n == 0; }) &&
                   absl::c_all_of(high, [](int64_t n) { return n == 0; });
  Ints interior(low.size(), 0);
  return isNothing ? x
                   : maker.make(Opcode::Pad, {x, value},
                                {{"edge_padding_low", std::move(low)},
                                 {"edge_padding_high", std::move(high)},
                                 {"interior_padding", std::move(interior)}});
}

// The edges of a pad. `isPlain` is true if there is no interior padding.
struct Edges {
  Ints low, high;
  bool isPlain;

  explicit Edges(mlir::Operation* op) {
    AttrsOf<PadAttrs> attrs(op);
    low = copyOf(attrs.edgePaddingLow());
    high = copyOf(attrs.edgePaddingHigh());
    Ints interior = attrs.interiorPadding().first(low.size());
    isPlain = absl::c_all_of(interior, [](int64_t n) { return n == 0; });
  }
  bool cuts() const {
    auto isNegative = [](int64_t n) { return n < 0; };
    return absl::c_any_of(low, isNegative) || absl::c_any_of(high, isNegative);
  }
};

// Replaces a pad with negative edges, which remove elements, by a slice.
struct PadThatCuts : OpcodePattern {
  explicit PadThatCuts(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Pad) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    Edges edges(op);
    Box kept(typeOf(op->getOperand(0)).dims);
    if (!edges.isPlain || !edges.cuts())
      return mlir::failure();
    for (size_t d = 0; d < edges.low.size(); ++d) {
      kept.starts[d] = std::max<int64_t>(0, -edges.low[d]);
      kept.limits[d] -= std::max<int64_t>(0, -edges.high[d]);
      if (kept.starts[d] >= kept.limits[d])
        return mlir::failure();
      edges.low[d] = std::max<int64_t>(0, edges.low[d]);
      edges.high[d] = std::max<int64_t>(0, edges.high[d]);
    }
    OpMaker maker(rewriter, op->getLoc());
    mlir::Value x = kept.of(op->getOperand(0), maker);
    return maker.replace(rewriter, op, pad(x, op->getOperand(1), edges.low, edges.high, maker));
  }
};

struct PadOfPad : MergePattern {
  explicit PadOfPad(mlir::MLIRContext* context) : MergePattern(context, Opcode::Pad, Opcode::Pad) {}
  mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner, OpMaker& maker) const override {
    Edges edges(outer), within(inner);
    if (!edges.isPlain || !within.isPlain || edges.cuts() || within.cuts() ||
        !areEqualScalars(outer->getOperand(1), inner->getOperand(1)))
      return {};
    for (size_t d = 0; d < edges.low.size(); ++d) {
      edges.low[d] += within.low[d];
      edges.high[d] += within.high[d];
    }
    return pad(inner->getOperand(0), outer->getOperand(1), edges.low, edges.high, maker);
  }
};

struct PadOfSplat : OpcodePattern {
  explicit PadOfSplat(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Pad) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    mlir::Operation* source = op->getOperand(0).getDefiningOp();
    bool isSpread = is(source, Opcode::BroadcastInDim) &&
                    typeOf(source->getOperand(0)).rank() == 0 &&
                    areEqualScalars(source->getOperand(0), op->getOperand(1));
    if (!isSpread)
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op,
                         maker.broadcast(op->getOperand(1), typeOf(op->getResult(0)).dims, {}));
  }
};

// Removes an update that writes a value back to where it was read.
struct UpdateWithItself : OpcodePattern {
  explicit UpdateWithItself(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::DynamicUpdateSlice) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    mlir::Operation* read = op->getOperand(1).getDefiningOp();
    if (!is(read, Opcode::DynamicSlice) || read->getOperand(0) != op->getOperand(0) ||
        !llvm::equal(read->getOperands().drop_front(1), op->getOperands().drop_front(2)))
      return mlir::failure();
    rewriter.replaceOp(op, op->getOperand(0));
    return mlir::success();
  }
};

constexpr Rule kPiecesRules[] = {
    {"concatenate-of-concatenate",
     "concatenate(concatenate(x, y), z) -> concatenate(x, y, z), of one use and 64 pieces at most",
     addPattern<ConcatenateOfConcatenate>},
    {"concatenate-of-neighbours", "concatenate(x[a:b], x[b:c]) -> x[a:c]",
     addPattern<ConcatenateOfNeighbours>},
    {"concatenate-of-splats", "concatenate(broadcast(c), broadcast(c)) -> broadcast(c)",
     addPattern<ConcatenateOfSplats>},
    {"pad-that-cuts", "pad(x), negative edges -> slice(x), padded where edges are positive",
     addPattern<PadThatCuts>},
    {"pad-of-pad", "pad(pad(x, v), v) -> pad(x, v), without holes", addPattern<PadOfPad>},
    {"pad-of-splat", "pad(broadcast(v), v) -> broadcast(v)", addPattern<PadOfSplat>},
    {"update-with-itself", "dynamic_update_slice(x, dynamic_slice(x, i), i) -> x",
     addPattern<UpdateWithItself>},
};

} // namespace

llvm::ArrayRef<Rule> pieceRules() {
  return kPiecesRules;
}

} // namespace lz::hlo

// Internal to hlo/rules: the base of rewrites that merge an op with the op that makes its first
// operand.
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// Matches outer(inner(x)) with given opcodes. merge() returns the value that replaces outer, or
// null if the two ops cannot be merged.
class MergePattern : public OpcodePattern {
public:
  MergePattern(mlir::MLIRContext* context, Opcode outer, Opcode inner)
      : OpcodePattern(context, outer), inner_(inner) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* outer,
                                   mlir::PatternRewriter& rewriter) const override {
    mlir::Operation* inner = outer->getOperand(0).getDefiningOp();
    if (!is(inner, inner_) || !hasKnownTypes(inner))
      return mlir::failure();
    OpMaker maker(rewriter, outer->getLoc());
    return maker.replace(rewriter, outer, merge(outer, inner, maker));
  }

protected:
  virtual mlir::Value merge(mlir::Operation* outer, mlir::Operation* inner,
                            OpMaker& maker) const = 0;

  static Dims dimsOf(mlir::Operation* op) { return typeOf(op->getResult(0)).dims; }

private:
  Opcode inner_;
};

} // namespace lz::hlo

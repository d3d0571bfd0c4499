// Converts operands that are narrower than the values of the region that combines them. It also
// converts operands of contractions in f64 or complex<f64>, gives the operands of a contraction one
// type (spec/Products.h), and computes factorizations of 16-bit floats in f32.
//
//   %0 = reduce(%x init: %i) over [1]       %c = convert %x : (2x3xbf16) -> 2x3xf32
//     reducer(%a: f32, %b: f32) {      ->   %0 = reduce(%c init: %i) over [1]
//       add %a, %b                            reducer(%a: f32, %b: f32) {
//   : (2x3xbf16, f32) -> 2xf32                  add %a, %b
//                                           : (2x3xf32, f32) -> 2xf32
//
// Needs: nothing.
// Leaves: results with the same bits; reduce, reduce_window and scatter whose operands have the
// element types of their results; no contraction of operands with different types, and none from
// f64 to fewer bits. Some ops do not change. select_and_scatter compares its operand as it is,
// because its decomposition converts the operand later. In contractions with f32 results, kernels
// widen operands of 16 bits as they read them. LegalizeContractions handles contractions of
// integers.
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "spec/Products.h"

namespace lz::hlo {
namespace {

mlir::LogicalResult promote(mlir::Operation* op, unsigned operand, DType dtype) {
  mlir::OpBuilder builder(op);
  OpMaker maker(builder, op->getLoc());
  mlir::Value wide = maker.convert(op->getOperand(operand), dtype);
  if (!wide)
    return op->emitOpError("operand ") << operand
                                       << " is too large in the type in which it is combined: its "
                                          "size in bytes does not fit into 63 bits";
  op->setOperand(operand, wide);
  return mlir::success();
}

DType resultType(mlir::Operation* op, unsigned i) {
  return typeOf(op->getResult(i)).dtype;
}

// Converts the operands of an op that combines values. They are the inputs, followed by as many
// initial values or updates. Between these, a scatter has its indices, which are not converted.
mlir::LogicalResult promoteCombined(mlir::Operation* op) {
  unsigned n = op->getNumResults(), second = op->getNumOperands() - n;
  for (unsigned i = 0; i < n; ++i)
    for (unsigned operand : {i, second + i})
      if (failed(promote(op, operand, resultType(op, i))))
        return mlir::failure();
  return mlir::success();
}

// Returns the type to which factors are converted before kernels sum their products. For f64
// results it is f64. Factors of f64 are converted to f32 for any other result, as in the
// interpreter. Other factors are not converted.
DType summedType(DType factor, DType result) {
  if (partType(result) == DType::F64)
    return result;
  if (partType(factor) != DType::F64)
    return factor;
  return isComplex(factor) ? DType::C64 : DType::F32;
}

mlir::LogicalResult promoteFactors(mlir::Operation* op) {
  const DType result = resultType(op, 0);
  const DType lhs = typeOf(op->getOperand(0)).dtype, rhs = typeOf(op->getOperand(1)).dtype;
  const DType dtype = summedType(factorType(lhs, rhs, result), result);
  if (lhs == dtype && rhs == dtype)
    return mlir::success();
  return mlir::success(succeeded(promote(op, 0, dtype)) && succeeded(promote(op, 1, dtype)));
}

// Replaces a factorization of 16-bit floats by one in f32, whose result is rounded once.
mlir::LogicalResult widenFactorization(mlir::Operation* op) {
  const DType dtype = resultType(op, 0);
  if (dtype != DType::F16 && dtype != DType::BF16)
    return mlir::success();
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (failed(promote(op, i, DType::F32)))
      return mlir::failure();
  mlir::Value result = op->getResult(0);
  result.setType(op->getOperand(op->getNumOperands() - 1).getType());
  mlir::OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  OpMaker maker(builder, op->getLoc());
  mlir::Value narrow = maker.convert(result, dtype);
  result.replaceAllUsesExcept(narrow, narrow.getDefiningOp());
  return mlir::success();
}

struct PromoteOperands : ModulePass<PromoteOperands> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PromoteOperands)
  static constexpr llvm::StringLiteral kName = "lz-promote-operands";
  static constexpr llvm::StringLiteral kSummary =
      "Convert operands to the element types in which they are combined.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::WalkResult walk = module.walk([](OpcodeInterface op) -> mlir::WalkResult {
      OpKind kind = opInfo(op)->kind;
      if (!hasKnownTypes(op))
        return mlir::WalkResult::advance();
      if (op.getOpcode() == Opcode::Scatter || kind == OpKind::Reduce)
        return promoteCombined(op);
      if (kind == OpKind::Contraction)
        return promoteFactors(op);
      if (op.getOpcode() == Opcode::Cholesky || op.getOpcode() == Opcode::TriangularSolve)
        return widenFactorization(op);
      return mlir::WalkResult::advance();
    });
    return mlir::failure(walk.wasInterrupted());
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createPromoteOperandsPass() {
  return std::make_unique<PromoteOperands>();
}

} // namespace lz::hlo

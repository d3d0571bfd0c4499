// Operands that are narrower than the region that combines them become as wide as its values.
//
//   %0 = reduce(%x init: %i) over [1]       %c = convert %x : (2x3xbf16) -> 2x3xf32
//     reducer(%a: f32, %b: f32) {      ->   %0 = reduce(%c init: %i) over [1]
//       add %a, %b                            reducer(%a: f32, %b: f32) {
//   : (2x3xbf16, f32) -> 2xf32                  add %a, %b
//                                           : (2x3xf32, f32) -> 2xf32
//
// Needs: nothing.
// Leaves: reduce, reduce_window and scatter whose operands have the element types of their results;
// the same bits. select_and_scatter stays: its operand is compared as it is, and its decomposition
// promotes.
#include "hlo/passes/OpMaker.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"

namespace lz::hlo {
namespace {

// Inputs, then as many initial values or updates; between them the indices of a scatter.
void promoteOperands(mlir::Operation* op) {
  unsigned n = op->getNumResults();
  unsigned second = op->getNumOperands() - n;
  mlir::OpBuilder builder(op);
  OpMaker maker(builder, op->getLoc());
  for (unsigned i = 0; i < n; ++i)
    for (unsigned at : {i, second + i}) {
      DType dtype = typeOf(op->getResult(i)).dtype;
      op->setOperand(at, maker.convert(op->getOperand(at), dtype));
    }
}

struct PromoteOperands : ModulePass<PromoteOperands> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PromoteOperands)
  static constexpr llvm::StringLiteral kName = "lz-promote-operands";
  static constexpr llvm::StringLiteral kSummary =
      "Convert operands to the element types of the region that combines them.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    module.walk([](OpcodeInterface op) {
      bool combines = op.getOpcode() == Opcode::Scatter || opInfo(op)->kind == OpKind::Reduce;
      if (combines && hasKnownTypes(op))
        promoteOperands(op);
    });
    return mlir::success();
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createPromoteOperandsPass() {
  return std::make_unique<PromoteOperands>();
}

} // namespace lz::hlo

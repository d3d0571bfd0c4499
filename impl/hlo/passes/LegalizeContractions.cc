// The contraction kernel multiplies floats and uses each of them more than once. Contractions of
// integers and predicates, and of a vector with a matrix or a vector, become products and a sum,
// which fusion makes one region; the table of products is never written. A vector's region reads
// the matrix once, where it lies, or computes it there: a matrix e^-|x - y| of points never is in
// memory. Where nothing is summed, each product is an element of the result. However small they
// are: twenty steps of conjugate gradients with 100 x 100 take 0.13 ms as contractions, 0.018 as
// regions.
//
//   %0 = dot_general %x, %y,              %a = broadcast_in_dim (convert %x), dims = [0, 2]
//        contracting [1] x [0]            %b = broadcast_in_dim (convert %y), dims = [2, 1]
//        (2x3xi8, 3x5xi8) -> 2x5xi32  ->  %p = multiply %a, %b : tensor<2x5x3xi32>
//                                         %0 = reduce(%p) {add} across dimensions = [2]
//
// Needs: nothing.
// Leaves: no dot_general or convolution of integers or predicates, no reversed window, no
// dot_general for which isVectorProduct or isOneProduct holds.
#include "hlo/passes/LegalizeContractions.h"

#include "base/Checked.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::hlo {
namespace {

bool isForTheKernel(mlir::Operation* op) {
  return isFloat(typeOf(op->getOperand(0)).dtype);
}

// Each element of one of the operands is in one product: the other one has no free dimensions.
bool isVectorProduct(mlir::Operation* dot) {
  TensorType result = typeOf(dot->getResult(0));
  if (result.dtype != DType::F32 && result.dtype != DType::F64)
    return false;
  AttrsOf<DotGeneralAttrs> attrs(dot);
  CheckedInt products = result.numElements();
  for (int64_t d : attrs.lhsContractingDimensions())
    products = checkedMultiply(products, typeOf(dot->getOperand(0)).dims[size_t(d)]);
  return products && llvm::any_of(dot->getOperands(), [&](mlir::Value operand) {
           return typeOf(operand).numElements() == products;
         });
}

// The contracted dims have one point together: x_i * y_j.
bool isOneProduct(mlir::Operation* dot) {
  TensorType lhs = typeOf(dot->getOperand(0));
  return llvm::all_of(AttrsOf<DotGeneralAttrs>(dot).lhsContractingDimensions(),
                      [&](int64_t d) { return lhs.dims[size_t(d)] == 1; });
}

mlir::Value sumOver(mlir::Value products, Ints dims, OpMaker& maker) {
  if (!products)
    return {};
  mlir::Value zero = maker.splat(TensorType{typeOf(products).dtype, {}}, 0);
  return maker.reduce(Opcode::Add, products, zero, std::move(dims));
}

struct ProductsAndSum : OpcodePattern {
  explicit ProductsAndSum(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::DotGeneral) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    if (isForTheKernel(op) && !isVectorProduct(op) && !isOneProduct(op))
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    AttrsOf<DotGeneralAttrs> attrs(op);
    TensorType result = typeOf(op->getResult(0));
    Side lhs{op->getOperand(0), attrs.lhsBatchingDimensions(), attrs.lhsContractingDimensions()};
    Side rhs{op->getOperand(1), attrs.rhsBatchingDimensions(), attrs.rhsContractingDimensions()};
    // The space of products: the result's dimensions, then the contracted ones.
    Dims space = result.dims;
    Ints contracted;
    for (int64_t d : lhs.contracting) {
      contracted.push_back(int64_t(space.size()));
      space.push_back(typeOf(lhs.value).dims[size_t(d)]);
    }
    int64_t lhsFree = int64_t(lhs.batching.size());
    int64_t rhsFree = typeOf(lhs.value).rank() - int64_t(lhs.contracting.size());
    auto inSpace = [&](const Side& side, int64_t firstFree) {
      return maker.broadcast(maker.convert(side.value, result.dtype), space,
                             side.places(firstFree, result.rank()));
    };
    mlir::Value products =
        maker.make(Opcode::Multiply, {inSpace(lhs, lhsFree), inSpace(rhs, rhsFree)});
    return maker.replace(rewriter, op, sumOver(products, std::move(contracted), maker));
  }

private:
  struct Side {
    mlir::Value value;
    absl::Span<const int64_t> batching, contracting;

    // Where each dimension stands in the space of products.
    Ints places(int64_t nextFree, int64_t firstContracted) const {
      constexpr int64_t kFree = -1;
      Ints where(size_t(typeOf(value).rank()), kFree);
      for (size_t i = 0; i < batching.size(); ++i)
        where[size_t(batching[i])] = int64_t(i);
      for (size_t i = 0; i < contracting.size(); ++i)
        where[size_t(contracting[i])] = firstContracted + int64_t(i);
      for (int64_t& place : where)
        if (place == kFree)
          place = nextFree++;
      return where;
    }
  };
};

// convolution(%x, %k) with window_reversal = convolution(%x, reverse(%k)) without.
struct ReversedWindow : OpcodePattern {
  explicit ReversedWindow(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Convolution) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    AttrsOf<ConvolutionAttrs> attrs(op);
    absl::Span<const int64_t> spatial = attrs.kernelSpatialDimensions();
    Ints reversed;
    for (size_t i = 0; i < spatial.size(); ++i)
      if (attrs.windowReversal()[i])
        reversed.push_back(spatial[i]);
    if (reversed.empty())
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    mlir::Value kernel =
        maker.make(Opcode::Reverse, op->getOperand(1), {{"dimensions", std::move(reversed)}});
    if (failed(maker.finish(rewriter)))
      return mlir::failure();
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperand(1, kernel);
      op->removeAttr("window_reversal");
    });
    return mlir::success();
  }
};

struct LegalizeContractions : ModulePass<LegalizeContractions> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LegalizeContractions)
  static constexpr llvm::StringLiteral kName = "lz-legalize-contractions";
  static constexpr llvm::StringLiteral kSummary =
      "Write contractions of integers, and of vectors with anything, as products and sums.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::RewritePatternSet patterns(module.getContext());
    patterns.add<ProductsAndSum, ReversedWindow>(module.getContext());
    addIntegerConvolutionPattern(patterns);
    return applyPatternsTo(module, {Opcode::DotGeneral, Opcode::Convolution}, std::move(patterns));
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createLegalizeContractionsPass() {
  return std::make_unique<LegalizeContractions>();
}

} // namespace lz::hlo

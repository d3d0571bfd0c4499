// Prepares contractions for the kernel that computes them. The kernel multiplies floats, or pairs
// of 16-bit integers, and is fast only if it uses each element more than once. Products of integers
// of up to 16 bits with results of up to 32 bits become products of i16, with converted operands.
// Other contractions of integers and predicates, contractions of few products, and contractions of
// a vector with a matrix or a vector become elementwise products and a sum. Fusion makes one region
// of these, so the products are never in memory. Such a region reads the matrix once, or even
// computes it: a matrix of e^-|x - y| for all pairs of points is then never in memory. If nothing
// is summed, each product is an element of the result. Regions are faster for small matrices, too.
// For example, twenty steps of conjugate gradients with a matrix of 100 x 100 floats take 0.13 ms
// as contractions, and 0.018 ms as regions.
//
//   %0 = dot_general %x, %y,              %a = broadcast_in_dim (convert %x), dims = [0, 2]
//        contracting [1] x [0]            %b = broadcast_in_dim (convert %y), dims = [2, 1]
//        (2x3xi8, 3x5xi8) -> 2x5xi32  ->  %p = multiply %a, %b : tensor<2x5x3xi32>
//                                         %0 = reduce(%p) {add} across dimensions = [2]
//
//   %0 = dot_general %x, %y,              %a = convert %x : (40x64xi8) -> 40x64xi16
//        contracting [1] x [0]            %b = convert %y : (64x96xi8) -> 64x96xi16
//        (40x64xi8, 64x96xi8)         ->  %0 = dot_general %a, %b, contracting [1] x [0]
//        -> 40x96xi32                          (40x64xi16, 64x96xi16) -> 40x96xi32
//
// Needs: nothing.
// Leaves: no convolution of integers or predicates, no reversed window, no dot_general for which
// isVectorProduct or isOneProduct holds, and no dot_general of integers except from i16 to i32.
#include "base/Checked.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "hlo/rules/IntegerConvolution.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::hlo {
namespace {

bool isForTheKernel(mlir::Operation* op) {
  return isFloat(typeOf(op->getOperand(0)).dtype);
}

// Returns whether each element of one operand is used in only one product, because the other
// operand has no free dimensions.
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

// Returns whether each element of the result is one product, x_i * y_j, because the contracted
// dimensions have size 1.
bool isOneProduct(mlir::Operation* dot) {
  TensorType lhs = typeOf(dot->getOperand(0));
  return llvm::all_of(AttrsOf<DotGeneralAttrs>(dot).lhsContractingDimensions(),
                      [&](int64_t d) { return lhs.dims[size_t(d)] == 1; });
}

// Returns an integer value of up to 16 bits that equals `operand` modulo 2^`bits`, or null. A
// program may have widened the operand. Then the narrow value is the one before the conversion.
mlir::Value narrowed(mlir::Value operand, unsigned bits) {
  auto isNarrow = [](DType dtype) {
    return dtype == DType::S8 || dtype == DType::U8 || dtype == DType::S16;
  };
  DType dtype = typeOf(operand).dtype;
  if (isNarrow(dtype))
    return operand;
  mlir::Operation* def = operand.getDefiningOp();
  const OpInfo* info = def ? opInfo(def) : nullptr;
  bool isWidened = info && info->opcode == Opcode::Convert && isInteger(dtype) &&
                   bitWidth(dtype) >= bits && isNarrow(typeOf(def->getOperand(0)).dtype);
  return isWidened ? def->getOperand(0) : mlir::Value();
}

struct NarrowFactors {
  mlir::Value lhs, rhs;
};

// Returns the factors of a product that is computed in pairs of i16, or nullopt. The factors must
// be narrow integers. Each element must be used in at least four products, because copying it takes
// the time that pairs save in four products. The product must be large enough for panels.
std::optional<NarrowFactors> narrowFactors(mlir::Operation* dot) {
  // With half or twice these values, all plans of the bench's 258 programs stay the same.
  constexpr int64_t kLeastUses = 4, kLeastProducts = 1 << 15;
  TensorType result = typeOf(dot->getResult(0));
  if (isOneProduct(dot) || !isInteger(result.dtype) || bitWidth(result.dtype) > 32)
    return std::nullopt;
  unsigned bits = bitWidth(result.dtype);
  NarrowFactors factors = {narrowed(dot->getOperand(0), bits), narrowed(dot->getOperand(1), bits)};
  if (!factors.lhs || !factors.rhs || result.numElements() == 0)
    return std::nullopt;
  AttrsOf<DotGeneralAttrs> attrs(dot);
  CheckedInt products = result.numElements();
  for (int64_t d : attrs.lhsContractingDimensions())
    products = checkedMultiply(products, typeOf(factors.lhs).dims[size_t(d)]);
  if (!products || *products < kLeastProducts)
    return std::nullopt;
  for (mlir::Value factor : {factors.lhs, factors.rhs})
    if (typeOf(factor).numElements() > *products / kLeastUses)
      return std::nullopt;
  return factors;
}

// Returns whether the kernel supports the types: from i16 to i32.
bool isInPairs(mlir::Operation* dot) {
  return typeOf(dot->getOperand(0)).dtype == DType::S16 &&
         typeOf(dot->getOperand(1)).dtype == DType::S16 &&
         typeOf(dot->getResult(0)).dtype == DType::S32;
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
    if (narrowFactors(op))
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    AttrsOf<DotGeneralAttrs> attrs(op);
    TensorType result = typeOf(op->getResult(0));
    Side lhs{op->getOperand(0), attrs.lhsBatchingDimensions(), attrs.lhsContractingDimensions()};
    Side rhs{op->getOperand(1), attrs.rhsBatchingDimensions(), attrs.rhsContractingDimensions()};
    // The shape of the products: the result's dimensions, and then the contracted ones.
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

    // Returns the position of each dimension of the operand in the shape of the products.
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

struct PairsOfIntegers : OpcodePattern {
  explicit PairsOfIntegers(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::DotGeneral) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    std::optional<NarrowFactors> factors = narrowFactors(op);
    if (!factors || isInPairs(op))
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    TensorType result = typeOf(op->getResult(0)), sums = {DType::S32, result.dims};
    AttrsOf<DotGeneralAttrs> attrs(op);
    auto ints = [](absl::Span<const int64_t> dims) { return Ints(dims.begin(), dims.end()); };
    mlir::Value dot = maker.make(
        Opcode::DotGeneral,
        {maker.convert(factors->lhs, DType::S16), maker.convert(factors->rhs, DType::S16)},
        {{"lhs_batching_dimensions", ints(attrs.lhsBatchingDimensions())},
         {"rhs_batching_dimensions", ints(attrs.rhsBatchingDimensions())},
         {"lhs_contracting_dimensions", ints(attrs.lhsContractingDimensions())},
         {"rhs_contracting_dimensions", ints(attrs.rhsContractingDimensions())}},
        &sums);
    return maker.replace(rewriter, op, maker.convert(dot, result.dtype));
  }
};

// Replaces convolution(%x, %k) with window_reversal by convolution(%x, reverse(%k)) without it.
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
      "Turn contractions of integers and of vectors into products and sums.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::RewritePatternSet patterns(module.getContext());
    patterns.add<PairsOfIntegers, ProductsAndSum, ReversedWindow>(module.getContext());
    addIntegerConvolutionPattern(patterns);
    return applyPatternsTo(module, {Opcode::DotGeneral, Opcode::Convolution}, std::move(patterns));
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createLegalizeContractionsPass() {
  return std::make_unique<LegalizeContractions>();
}

} // namespace lz::hlo

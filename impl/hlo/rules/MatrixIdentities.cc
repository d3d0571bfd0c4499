// Identities of linear algebra, which save products or arrays. They round differently, so they are
// not applied at level strict.
//
//   %0 = dot_general %a, %b, contracting [1] x [0]        %0 = reduce(%a) {add} across dim 0
//        (9x5, 5x7) -> 9x7                           ->   %1 = dot_general %0, %b, [0] x [0]
//   %1 = reduce(%0) {add} across dim 0 : 7                     (5, 5x7) -> 7
#include "absl/algorithm/container.h"
#include "hlo/rewrite/Dot.h"
#include "hlo/rules/Diagonals.h"
#include "hlo/rules/Tables.h"
#include "spec/OpAttrs.inc.h"

namespace lz::hlo {
namespace {

// Returns whether the op is a dot_general whose operands and result have the same type, and whether
// sums of this type may be added in another order.
bool isPlainProduct(mlir::Operation* op) {
  if (!is(op, Opcode::DotGeneral) || !hasKnownTypes(op))
    return false;
  const DType dtype = typeOf(op->getResult(0)).dtype;
  return mayReorder(dtype) && typeOf(op->getOperand(0)).dtype == dtype &&
         typeOf(op->getOperand(1)).dtype == dtype;
}

// A product of a matrix with another operand of any rank. One dimension is contracted, and there is
// no batch.
struct MatrixProduct {
  DotSide matrix, other;
  bool isMatrixLeft = true;
  TensorType result;

  int64_t summed() const { return matrix.contracting[0]; } // dim of the matrix
  int64_t kept() const { return 1 - summed(); }
  // The dimension of the result that comes from the matrix. otherDims has all others, in order.
  int64_t matrixDim() const { return isMatrixLeft ? 0 : result.rank() - 1; }
  Ints otherDims() const {
    Ints dims;
    for (int64_t d = 0; d + 1 < result.rank(); ++d)
      dims.push_back(d + (isMatrixLeft ? 1 : 0));
    return dims;
  }
};

// Returns the product with operand `i` as the matrix.
std::optional<MatrixProduct> matrixProductOf(mlir::Operation* op, unsigned i) {
  Dot dot(op);
  MatrixProduct product = {dot.lhs, dot.rhs, i == 0, dot.result};
  if (i == 1)
    std::swap(product.matrix, product.other);
  if (!product.matrix.batching.empty() || product.matrix.contracting.size() != 1 ||
      typeOf(product.matrix.value).rank() != 2)
    return std::nullopt;
  return product;
}

// Returns the value of the product if its matrix is replaced by a diagonal matrix.
mlir::Value diagonalTimes(const DiagonalMatrix& diagonal, const MatrixProduct& product,
                          OpMaker& maker) {
  // Moves the contracted dimension to the position that the dimension of the matrix has in the
  // result.
  Ints permutation = product.other.free();
  permutation.insert(product.isMatrixLeft ? permutation.begin() : permutation.end(),
                     product.other.contracting[0]);
  mlir::Value x = product.other.value;
  if (!absl::c_is_sorted(permutation))
    x = maker.make(Opcode::Transpose, x, {{"permutation", permutation}});
  if (!diagonal.entries)
    return x;
  const Ints into = typeOf(diagonal.entries).rank() == 0 ? Ints() : Ints{product.matrixDim()};
  return maker.make(Opcode::Multiply,
                    {x, maker.broadcast(diagonal.entries, product.result.dims, into)});
}

// A pattern for products, which tries each operand as the matrix.
struct MatrixProductPattern : OpcodePattern {
  explicit MatrixProductPattern(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::DotGeneral) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    if (!isPlainProduct(op))
      return mlir::failure();
    for (unsigned i : {0u, 1u})
      if (std::optional<MatrixProduct> product = matrixProductOf(op, i)) {
        OpMaker maker(rewriter, op->getLoc());
        if (succeeded(maker.replace(rewriter, op, rewritten(*product, maker))))
          return mlir::success();
      }
    return mlir::failure();
  }

  // Returns the value that replaces the product, or null.
  virtual mlir::Value rewritten(const MatrixProduct& product, OpMaker& maker) const = 0;
};

struct ProductOfDiagonal : MatrixProductPattern {
  using MatrixProductPattern::MatrixProductPattern;

  mlir::Value rewritten(const MatrixProduct& product, OpMaker& maker) const override {
    const std::optional<DiagonalMatrix> diagonal = diagonalMatrixOf(product.matrix.value);
    return diagonal ? diagonalTimes(*diagonal, product, maker) : mlir::Value();
  }
};

struct ProductOfShifted : MatrixProductPattern {
  using MatrixProductPattern::MatrixProductPattern;

  mlir::Value rewritten(const MatrixProduct& product, OpMaker& maker) const override {
    mlir::Operation* sum = product.matrix.value.getDefiningOp();
    if (!is(sum, Opcode::Add) || !hasKnownTypes(sum) || !sum->hasOneUse() ||
        product.result.numElements() > typeOf(product.matrix.value).numElements())
      return {};
    for (unsigned i : {0u, 1u})
      if (const auto diagonal = diagonalMatrixOf(sum->getOperand(i))) {
        MatrixProduct rest = product;
        rest.matrix.value = sum->getOperand(1 - i);
        return maker.make(Opcode::Add,
                          {remade(rest, maker), diagonalTimes(*diagonal, product, maker)});
      }
    return {};
  }

private:
  static mlir::Value remade(const MatrixProduct& product, OpMaker& maker) {
    const bool isLeft = product.isMatrixLeft;
    return Dot(isLeft ? product.matrix : product.other, isLeft ? product.other : product.matrix,
               product.result)
        .make(maker);
  }
};

// The outer product of two vectors, u_i v_j.
struct OuterProduct {
  mlir::Value vectors[2];
};

// Returns the vector if the value is a broadcast of a vector along dimension `dim`. Otherwise
// returns null.
mlir::Value vectorAlong(mlir::Value value, int64_t dim) {
  mlir::Operation* op = value.getDefiningOp();
  if (!is(op, Opcode::BroadcastInDim) || !hasKnownTypes(op))
    return {};
  AttrsOf<BroadcastInDimAttrs> attrs(op);
  const Dims from = typeOf(op->getOperand(0)).dims;
  const bool isVector = from.size() == 1 && attrs.broadcastDimensions()[0] == dim &&
                        from[0] == typeOf(value).dims[size_t(dim)];
  return isVector ? op->getOperand(0) : mlir::Value();
}

std::optional<OuterProduct> outerProductOf(mlir::Value value, OpMaker& maker) {
  mlir::Operation* op = value.getDefiningOp();
  if (!op || !hasKnownTypes(op) || typeOf(value).rank() != 2)
    return std::nullopt;
  if (is(op, Opcode::Multiply))
    for (unsigned i : {0u, 1u})
      if (mlir::Value u = vectorAlong(op->getOperand(i), 0))
        if (mlir::Value v = vectorAlong(op->getOperand(1 - i), 1))
          return OuterProduct{{u, v}};
  if (!isPlainProduct(op))
    return std::nullopt;
  const Dot dot(op);
  const bool isOuter = dot.lhs.batching.empty() && dot.lhs.free().size() == 1 &&
                       typeOf(dot.lhs.value).numElements() == dot.result.dims[0];
  if (!isOuter)
    return std::nullopt;
  return OuterProduct{{maker.reshape(dot.lhs.value, {dot.result.dims[0]}),
                       maker.reshape(dot.rhs.value, {dot.result.dims[1]})}};
}

struct ProductOfOuter : MatrixProductPattern {
  using MatrixProductPattern::MatrixProductPattern;

  mlir::Value rewritten(const MatrixProduct& product, OpMaker& maker) const override {
    const std::optional<OuterProduct> outer = outerProductOf(product.matrix.value, maker);
    if (!outer)
      return {};
    const TensorType& type = product.result;
    TensorType inner = {type.dtype, {}};
    for (int64_t d : product.otherDims())
      inner.dims.push_back(type.dims[size_t(d)]);
    mlir::Value sums =
        Dot({outer->vectors[product.summed()], {}, {0}}, product.other, inner).make(maker);
    return maker.make(Opcode::Multiply, {maker.broadcast(outer->vectors[product.kept()], type.dims,
                                                         {product.matrixDim()}),
                                         maker.broadcast(sums, type.dims, product.otherDims())});
  }
};

// Returns the dimensions of a sum, or nullopt for other reductions.
std::optional<Ints> summedDims(mlir::Operation* reduce) {
  if (reduce->getNumOperands() != 2 || combinerOf(reduce->getRegion(0)) != Opcode::Add)
    return std::nullopt;
  const Literal init = splatOf(reduce->getOperand(1));
  if (!init.valid() || init.toDouble(0) != 0)
    return std::nullopt;
  AttrsOf<ReduceAttrs> attrs(reduce);
  const absl::Span<const int64_t> dims = attrs.dimensions();
  return Ints(dims.begin(), dims.end());
}

// Returns a side that has `value` instead of its own value, and lacks the dims `removed`.
DotSide without(const DotSide& side, const Ints& removed, mlir::Value value) {
  auto renumbered = [&](Ints dims) {
    for (int64_t& d : dims)
      d -= absl::c_count_if(removed, [&](int64_t r) { return r < d; });
    return dims;
  };
  return {value, renumbered(side.batching), renumbered(side.contracting)};
}

// The dimensions of a product that a sum reduces, as dimensions of the operands.
struct SummedSides {
  Ints lhs, rhs;
};

std::optional<SummedSides> summedSides(const Dot& dot, const Ints& dims) {
  const Ints lhs = dot.lhs.free(), rhs = dot.rhs.free();
  const auto first = int64_t(dot.lhs.batching.size()), second = first + int64_t(lhs.size());
  SummedSides sides;
  for (int64_t d : dims) {
    if (d < first)
      return std::nullopt;
    if (d < second)
      sides.lhs.push_back(lhs[size_t(d - first)]);
    else
      sides.rhs.push_back(rhs[size_t(d - second)]);
  }
  return sides;
}

bool isOwnProduct(mlir::Value value) {
  mlir::Operation* op = value.getDefiningOp();
  return isPlainProduct(op) && op->hasOneUse();
}

struct SumOfProduct : OpcodePattern {
  explicit SumOfProduct(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Reduce) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    const std::optional<Ints> dims = summedDims(op);
    if (!dims || !isOwnProduct(op->getOperand(0)))
      return mlir::failure();
    Dot dot(op->getOperand(0).getDefiningOp());
    const std::optional<SummedSides> sides = summedSides(dot, *dims);
    if (!sides)
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    auto sum = [&](DotSide& side, const Ints& removed) {
      if (removed.empty())
        return;
      mlir::Value zero = maker.splat(TensorType{dot.result.dtype, {}}, 0);
      side = without(side, removed, maker.reduce(Opcode::Add, side.value, zero, removed));
    };
    sum(dot.lhs, sides->lhs);
    sum(dot.rhs, sides->rhs);
    dot.result = typeOf(op->getResult(0));
    return maker.replace(rewriter, op, dot.make(maker));
  }
};

struct WeightedSumOfProduct : OpcodePattern {
  explicit WeightedSumOfProduct(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::Reduce) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    const std::optional<Ints> dims = summedDims(op);
    mlir::Operation* product = op->getOperand(0).getDefiningOp();
    if (!dims || !is(product, Opcode::Multiply) || !hasKnownTypes(product) || !product->hasOneUse())
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    for (unsigned i : {0u, 1u})
      for (int64_t dim : *dims)
        if (isOwnProduct(product->getOperand(i)))
          if (mlir::Value weights = vectorAlong(product->getOperand(1 - i), dim))
            return maker.replace(rewriter, op,
                                 weighted(product->getOperand(i).getDefiningOp(), weights, dim,
                                          *dims, op->getOperand(1), maker));
    return mlir::failure();
  }

private:
  static mlir::Value weighted(mlir::Operation* op, mlir::Value weights, int64_t dim,
                              const Ints& dims, mlir::Value zero, OpMaker& maker) {
    Dot dot(op);
    const std::optional<SummedSides> sides = summedSides(dot, {dim});
    if (!sides)
      return {};
    DotSide& side = sides->lhs.empty() ? dot.rhs : dot.lhs;
    const int64_t own = (sides->lhs.empty() ? sides->rhs : sides->lhs)[0];
    side = without(side, {own},
                   maker.make(Opcode::DotGeneral, {weights, side.value},
                              {{"lhs_batching_dimensions", Ints()},
                               {"rhs_batching_dimensions", Ints()},
                               {"lhs_contracting_dimensions", Ints{0}},
                               {"rhs_contracting_dimensions", Ints{own}}}));
    dot.result.dims.erase(dot.result.dims.begin() + dim);
    Ints rest;
    for (int64_t d : dims)
      if (d != dim)
        rest.push_back(d - (d > dim ? 1 : 0));
    mlir::Value product = dot.make(maker);
    return rest.empty() ? product : maker.reduce(Opcode::Add, product, zero, rest);
  }
};

// Returns the product of two matrices that makes the value. Returns nullopt if there is none, or if
// the value has several uses.
std::optional<Dot> squareProductOf(mlir::Value value) {
  if (!value || !isOwnProduct(value))
    return std::nullopt;
  Dot dot(value.getDefiningOp());
  const bool isMatrices =
      dot.lhs.batching.empty() && dot.lhs.free().size() == 1 && dot.rhs.free().size() == 1;
  return isMatrices ? std::optional(std::move(dot)) : std::nullopt;
}

// Makes the diagonal of a product: the sums over k of a_ik b_ki.
mlir::Value diagonalOf(Dot dot, OpMaker& maker) {
  const Ints row = dot.lhs.free(), column = dot.rhs.free();
  dot.lhs.batching = row;
  dot.rhs.batching = column;
  dot.result.dims.pop_back();
  return dot.make(maker);
}

struct DiagonalOfProduct : OpcodePattern {
  using OpcodePattern::OpcodePattern;

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    const bool isGather = is(op, Opcode::Gather);
    if (!isGather && summedDims(op).value_or(Ints()).size() != 1)
      return mlir::failure();
    const std::optional<Dot> dot =
        squareProductOf(isGather ? matrixGatheredBy(op) : matrixMaskedBy(op->getOperand(0)));
    OpMaker maker(rewriter, op->getLoc());
    if (!dot)
      return mlir::failure();
    return maker.replace(rewriter, op,
                         maker.reshape(diagonalOf(*dot, maker), typeOf(op->getResult(0)).dims));
  }
};

struct TraceOfProduct : OpcodePattern {
  explicit TraceOfProduct(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Reduce) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    if (summedDims(op).value_or(Ints()).size() != 2)
      return mlir::failure();
    std::optional<Dot> dot = squareProductOf(matrixMaskedBy(op->getOperand(0)));
    if (!dot)
      return mlir::failure();
    const Ints row = dot->lhs.free(), column = dot->rhs.free();
    dot->lhs.contracting.push_back(row[0]);
    dot->rhs.contracting.push_back(column[0]);
    dot->result.dims = {};
    OpMaker maker(rewriter, op->getLoc());
    return maker.replace(rewriter, op, dot->make(maker));
  }
};

void addDiagonals(mlir::RewritePatternSet& patterns) {
  for (Opcode opcode : {Opcode::Reduce, Opcode::Gather})
    patterns.add<DiagonalOfProduct>(patterns.getContext(), opcode);
}

constexpr Rule kIdentityRules[] = {
    {"product-of-diagonal", "dot(x, diag(v)) -> x * v, along the columns; from the left, too",
     addPattern<ProductOfDiagonal>},
    {"product-of-shifted",
     "dot(a + diag(v), x) -> dot(a, x) + v * x, x has at most as many columns as rows",
     addPattern<ProductOfShifted>},
    {"product-of-outer", "dot(u v^T, x) -> u dot(v, x)^T; from the right, too",
     addPattern<ProductOfOuter>},
    {"sum-of-product", "sum(dot(x, y)) -> dot(sum(x), sum(y)), each over its own dims, of one use",
     addPattern<SumOfProduct>},
    {"weighted-sum-of-product", "sum(v * dot(x, y)) -> dot(dot(v, x), y), v along a dim of the sum",
     addPattern<WeightedSumOfProduct>},
    {"diagonal-of-product", "diagonal(dot(x, y)) -> the sums over k of x_ik y_ki, of one use",
     addDiagonals},
    {"trace-of-product", "trace(dot(x, y)) -> the sum over i and k of x_ik y_ki, of one use",
     addPattern<TraceOfProduct>},
};

} // namespace

llvm::ArrayRef<Rule> identityRules() {
  return kIdentityRules;
}

} // namespace lz::hlo

// Packs a matrix once for all products that read it, instead of once or not at all for each: the
// weights of an unrolled loop over time.
//
//   %0 = dot_general %x, %w,                %p = transpose (reshape %w), dims = [1, 0, 2]
//        contracting [1] x [0]                   : 512x2048 -> 512x32x64 -> 32x512x64
//        (18x512, 512x2048)            ->   %0 = reshape (dot_general %x, %p,
//        -> 18x2048                              contracting [1] x [1]) : 18x32x64 -> 18x2048
//
// 64 columns are some panels of the kernels, side by side (contraction/plan/InPlace.h). A panel of
// %w is 512 lines that are 8 KiB apart: they share few sets of the caches, so that each panel of
// %x fetches them again. Products of 6, 12 and 18 rows with %p take 0.63 to 0.72 of the time; to
// make %p takes as long as one product of 18 rows when %w comes from memory (AMD EPYC, AVX2).
//
// Needs: nothing that folds a transpose into a product comes after it.
// Leaves: the same bits; a copy of the matrix that lives from the first to the last of the
// products.
#include "base/machine/CacheSets.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/NamedAttrs.h"
#include "spec/OpAttrs.inc.h"

namespace lz::hlo {
namespace {

// Runs of 64 f32 are copied twice as fast as runs of 32; longer ones share sets of the first level.
constexpr int64_t kPanel = 64;
constexpr size_t kLeastProducts = 6;
// More rows use a panel so often that it does not matter what it costs to fetch or to pack it.
constexpr int64_t kMostRows = 128;
// Up to so many, a matrix whose rows lie along k is read once where it lies (DotsPlan.h).
constexpr int64_t kFewRows = 16;
// A larger one comes from memory for each product either way.
constexpr int64_t kMostBytes = 16 << 20;

// The second operand of products, and the dimension along which they add.
struct Matrix {
  mlir::Value value;
  int64_t k;
  mlir::Block* block;

  int64_t columns() const { return typeOf(value).dims[size_t(1 - k)]; }
};

// Whether the kernels read panels of the matrix badly, and would read packed ones well. `rows`: of
// the other operand.
bool lacksPanels(const TensorType& type, int64_t k, int64_t rows) {
  if (type.rank() != 2 || type.dims[size_t(1 - k)] % kPanel != 0 || type.numBytes() > kMostBytes)
    return false;
  const int64_t rowBytes = type.dims[1] * int64_t(byteSize(type.dtype));
  if (k == 1)
    return rows > kFewRows && rowBytes % kCacheWayBytes == 0;
  return linesHeld(rowBytes) < type.dims[0];
}

// None: there is nothing to be won.
std::optional<Matrix> matrixOf(mlir::Operation* op) {
  if (!is(op, Opcode::DotGeneral) || !hasKnownTypes(op))
    return std::nullopt;
  AttrsOf<DotGeneralAttrs> attrs(op);
  const TensorType lhs = typeOf(op->getOperand(0)), rhs = typeOf(op->getOperand(1)),
                   result = typeOf(op->getResult(0));
  const bool isFloat = rhs.dtype == DType::F32 || rhs.dtype == DType::F64;
  if (!isFloat || lhs.dtype != rhs.dtype || result.dtype != rhs.dtype ||
      !attrs.lhsBatchingDimensions().empty() || attrs.rhsContractingDimensions().size() != 1 ||
      result.numElements() == 0)
    return std::nullopt;
  const int64_t k = attrs.rhsContractingDimensions()[0];
  const int64_t rows = rhs.rank() == 2 ? result.numElements() / rhs.dims[size_t(1 - k)] : 0;
  if (rows < 2 || rows > kMostRows || !lacksPanels(rhs, k, rows))
    return std::nullopt;
  return Matrix{op->getOperand(1), k, op->getBlock()};
}

// {columns / 64, k, 64}
mlir::Value packed(const Matrix& matrix, OpMaker& maker) {
  const Dims dims = typeOf(matrix.value).dims;
  const int64_t panels = matrix.columns() / kPanel;
  if (matrix.k == 0)
    return maker.make(Opcode::Transpose, maker.reshape(matrix.value, {dims[0], panels, kPanel}),
                      {{"permutation", Ints{1, 0, 2}}});
  return maker.make(Opcode::Transpose, maker.reshape(matrix.value, {panels, kPanel, dims[1]}),
                    {{"permutation", Ints{0, 2, 1}}});
}

// The product with what `packed` made.
mlir::Value productWith(mlir::Value panels, mlir::Operation* dot, OpMaker& maker) {
  llvm::SmallVector<NamedAttr> attrs = namedAttrsOf(dot);
  for (NamedAttr& attr : attrs)
    if (attr.name == "rhs_contracting_dimensions")
      attr.value = Ints{1};
  TensorType type = typeOf(dot->getResult(0));
  const Dims flat = type.dims;
  type.dims.back() /= kPanel;
  type.dims.push_back(kPanel);
  mlir::Value product = maker.make(Opcode::DotGeneral, {dot->getOperand(0), panels}, attrs, &type);
  return maker.reshape(product, flat);
}

struct PackMatrices : ModulePass<PackMatrices> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PackMatrices)
  static constexpr llvm::StringLiteral kName = "lz-pack-matrices";
  static constexpr llvm::StringLiteral kSummary =
      "Pack a matrix once for all products that read it.";

  using Products = llvm::SmallVector<mlir::Operation*, 0>;

  mlir::LogicalResult run(mlir::ModuleOp module) {
    llvm::SmallVector<std::pair<Matrix, Products>> matrices;
    llvm::DenseMap<std::tuple<mlir::Value, int64_t, mlir::Block*>, size_t> numbers;
    module.walk([&](mlir::Operation* op) {
      std::optional<Matrix> matrix = matrixOf(op);
      if (!matrix)
        return;
      auto [entry, isNew] =
          numbers.try_emplace({matrix->value, matrix->k, matrix->block}, matrices.size());
      if (isNew)
        matrices.push_back({*matrix, {}});
      matrices[entry->second].second.push_back(op);
    });
    mlir::IRRewriter rewriter(module.getContext());
    for (auto& [matrix, products] : matrices)
      if (products.size() >= kLeastProducts)
        packOnce(matrix, products, rewriter);
    return mlir::success();
  }

private:
  // `products`: in the order of the block.
  static void packOnce(const Matrix& matrix, const Products& products, mlir::IRRewriter& rewriter) {
    rewriter.setInsertionPoint(products.front());
    OpMaker maker(rewriter, products.front()->getLoc());
    mlir::Value panels = packed(matrix, maker);
    for (mlir::Operation* dot : products) {
      rewriter.setInsertionPoint(dot);
      OpMaker each(rewriter, dot->getLoc());
      (void)each.replace(rewriter, dot, productWith(panels, dot, each));
    }
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createPackMatricesPass() {
  return std::make_unique<PackMatrices>();
}

} // namespace lz::hlo

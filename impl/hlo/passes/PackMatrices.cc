// Packs a matrix once for all products that read it. Otherwise each product would pack the matrix
// or read it in place. The weights of an LSTM are such matrices, whether its loop over time is
// unrolled or not.
//
//   %0 = dot_general %x, %w,                %p = transpose (reshape %w), dims = [1, 0, 2]
//        contracting [1] x [0]                   : 512x2048 -> 512x32x64 -> 32x512x64
//        (18x512, 512x2048)            ->   %0 = reshape (dot_general %x, %p,
//        -> 18x2048                              contracting [1] x [1]) : 18x32x64 -> 18x2048
//
// 64 columns are several adjacent panels of the kernels (contraction/plan/InPlace.h). In %w, the
// rows of such a panel are 512 cache lines at distances of 8 KiB. These lines map to few sets of
// the caches, so they must be fetched again for each panel of %x, unless the product packs them.
// The time that all products save must exceed the cost of the copy
// (contraction/plan/SharedPanels.h). A product in a loop counts once per iteration if the trip
// count is known, and the copy is made before the loop.
//
// Needs: no later pass that folds a transpose into a product.
// Leaves: results with the same bits. The copy of the matrix lives from the first to the last
// product.
#include "contraction/plan/SharedPanels.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/NamedAttrs.h"
#include "hlo/rewrite/Trips.h"
#include "spec/OpAttrs.inc.h"

namespace lz::hlo {
namespace {

using contraction::kSharedPanel;
using contraction::SharedMatrix;

// The second operand of a product, and its contracted dimension.
struct Matrix {
  mlir::Value value;
  int64_t k;

  int64_t columns() const { return typeOf(value).dims[size_t(1 - k)]; }
  SharedMatrix shape() const {
    const TensorType type = typeOf(value);
    return {type.dtype, type.dims[size_t(k)], columns(), k == 1};
  }
};

// Returns the matrix of a product. Returns nullopt unless the kernels read it in whole panels of
// the copy.
std::optional<Matrix> matrixOf(mlir::Operation* op) {
  if (!is(op, Opcode::DotGeneral) || !hasKnownTypes(op))
    return std::nullopt;
  AttrsOf<DotGeneralAttrs> attrs(op);
  const TensorType lhs = typeOf(op->getOperand(0)), rhs = typeOf(op->getOperand(1)),
                   result = typeOf(op->getResult(0));
  const bool isFloat = rhs.dtype == DType::F32 || rhs.dtype == DType::F64;
  if (!isFloat || lhs.dtype != rhs.dtype || result.dtype != rhs.dtype ||
      !attrs.lhsBatchingDimensions().empty() || attrs.rhsContractingDimensions().size() != 1 ||
      result.numElements() == 0 || rhs.rank() != 2)
    return std::nullopt;
  const Matrix matrix = {op->getOperand(1), attrs.rhsContractingDimensions()[0]};
  return matrix.columns() % kSharedPanel == 0 ? std::optional(matrix) : std::nullopt;
}

// Returns the nanoseconds that the product saves with a copy of the matrix in panels.
double savedOf(mlir::Operation* op, const Matrix& matrix, MachineClass cpu) {
  const int64_t rows = typeOf(op->getResult(0)).numElements() / matrix.columns();
  return nsSavedByCopy(matrix.shape(), rows, cpu);
}

// The copy for a product is made before `op`. This op is the product itself, or the outermost loop
// around the product that does not contain the matrix. The product runs `times` times for each
// copy.
struct Home {
  mlir::Operation* op;
  double times = 1;
};

class Homes {
public:
  // Counts up to `most` trips of each loop.
  Home find(mlir::Operation* product, mlir::Value matrix, int64_t most) {
    Home home = {product};
    while (home.op->getBlock() != matrix.getParentBlock()) {
      mlir::Operation* loop = home.op->getParentOp();
      if (!is(loop, Opcode::While) || home.op->getParentRegion() != &loop->getRegion(1))
        return home; // it is possible that a branch or combiner never runs
      home = {loop, home.times * tripsOf(loop, most)};
    }
    return home;
  }

private:
  struct Counted {
    int64_t most = 0, trips = 1;
  };

  double tripsOf(mlir::Operation* loop, int64_t most) {
    Counted& counted = counted_[loop];
    if (counted.most < most)
      counted = {most, tripsUpTo(loop, most).value_or(1)};
    return double(counted.trips);
  }

  llvm::DenseMap<mlir::Operation*, Counted> counted_;
};

// Returns the copy of the matrix. It has dimensions {columns / 64, k, 64}.
mlir::Value packed(const Matrix& matrix, OpMaker& maker) {
  const Dims dims = typeOf(matrix.value).dims;
  const int64_t panels = matrix.columns() / kSharedPanel;
  if (matrix.k == 0)
    return maker.make(Opcode::Transpose,
                      maker.reshape(matrix.value, {dims[0], panels, kSharedPanel}),
                      {{"permutation", Ints{1, 0, 2}}});
  return maker.make(Opcode::Transpose, maker.reshape(matrix.value, {panels, kSharedPanel, dims[1]}),
                    {{"permutation", Ints{0, 2, 1}}});
}

// Makes the product with the copy that `packed` returns.
mlir::Value productWith(mlir::Value panels, mlir::Operation* dot, OpMaker& maker) {
  llvm::SmallVector<NamedAttr> attrs = namedAttrsOf(dot);
  for (NamedAttr& attr : attrs)
    if (attr.name == "rhs_contracting_dimensions")
      attr.value = Ints{1};
  TensorType type = typeOf(dot->getResult(0));
  const Dims flat = type.dims;
  type.dims.back() /= kSharedPanel;
  type.dims.push_back(kSharedPanel);
  mlir::Value product = maker.make(Opcode::DotGeneral, {dot->getOperand(0), panels}, attrs, &type);
  return maker.reshape(product, flat);
}

struct PackMatrices : ModulePass<PackMatrices> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PackMatrices)
  static constexpr llvm::StringLiteral kName = "lz-pack-matrices";
  static constexpr llvm::StringLiteral kSummary =
      "Pack a matrix once for all products that read it.";

  explicit PackMatrices(MachineClass cpu = MachineClass::Avx2) : cpu_(cpu) {}

  mlir::LogicalResult run(mlir::ModuleOp module) {
    Homes homes;
    llvm::SmallVector<Users, 0> all;
    llvm::DenseMap<std::tuple<mlir::Value, int64_t, mlir::Block*>, size_t> numbers;
    module.walk([&](mlir::Operation* op) {
      const std::optional<Matrix> matrix = matrixOf(op);
      const double saved = matrix ? savedOf(op, *matrix, cpu_) : 0;
      if (saved <= 0)
        return;
      // So many trips pay for a copy, so no more are counted.
      const auto most = int64_t(nsOfCopy(matrix->shape(), cpu_) / saved) + 1;
      const Home home = homes.find(op, matrix->value, most);
      auto [entry, isNew] =
          numbers.try_emplace({matrix->value, matrix->k, home.op->getBlock()}, all.size());
      if (isNew)
        all.push_back({*matrix, home.op});
      all[entry->second].products.push_back(op);
      all[entry->second].saved += home.times * saved;
    });
    mlir::IRRewriter rewriter(module.getContext());
    for (const Users& users : all)
      if (users.saved > nsOfCopy(users.matrix.shape(), cpu_))
        packOnce(users, rewriter);
    return mlir::success();
  }

private:
  // The products that save time by sharing one copy, in order.
  struct Users {
    Matrix matrix;
    mlir::Operation* home; // the copy is made before this op
    llvm::SmallVector<mlir::Operation*, 0> products{};
    double saved = 0; // ns
  };

  static void packOnce(const Users& users, mlir::IRRewriter& rewriter) {
    rewriter.setInsertionPoint(users.home);
    OpMaker maker(rewriter, users.products.front()->getLoc());
    mlir::Value panels = packed(users.matrix, maker);
    for (mlir::Operation* dot : users.products) {
      rewriter.setInsertionPoint(dot);
      OpMaker each(rewriter, dot->getLoc());
      (void)each.replace(rewriter, dot, productWith(panels, dot, each));
    }
  }

  MachineClass cpu_;
};

} // namespace

std::unique_ptr<mlir::Pass> createPackMatricesPass(MachineClass cpu) {
  return std::make_unique<PackMatrices>(cpu);
}

} // namespace lz::hlo

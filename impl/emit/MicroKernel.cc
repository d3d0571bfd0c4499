#include "emit/MicroKernel.h"

#include "emit/math/Expr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <vector>

namespace lz::emit {

namespace {

using mlir::Value;

constexpr int kColumnVectors = 2;
// Values of k that b is fetched ahead of its use: its panel comes from the second-level cache. Past
// the end of the panel lies the next one, or nothing that anybody asks for.
constexpr int kFetchAhead = 8;

// Emits the body of one kernel; the accumulators are row-major, kColumnVectors a row.
class MicroKernelEmitter {
public:
  MicroKernelEmitter(mlir::func::FuncOp function, mlir::Type element, const VectorTarget& target,
                     MicroTile tile)
      : builder(function.getContext()), loc(function.getLoc()), lanes(builder, loc, target),
        function(function), element(element), tile(tile),
        vector(mlir::VectorType::get({tile.nr / kColumnVectors}, element)) {}

  void emit() {
    builder.setInsertionPointToStart(function.addEntryBlock());
    storeTile(accumulateProducts());
    builder.create<mlir::func::ReturnOp>(loc);
  }

private:
  Value argument(unsigned i) { return function.getArgument(i); }
  Value index(int64_t value) { return builder.create<mlir::arith::ConstantIntOp>(loc, value, 64); }
  Value address(Value base, Value offset) {
    return builder.create<mlir::LLVM::GEPOp>(loc, base.getType(), element, base,
                                             mlir::ValueRange{offset});
  }
  Value constantAddress(Value base, int offset) {
    return builder.create<mlir::LLVM::GEPOp>(loc, base.getType(), element, base,
                                             llvm::ArrayRef<mlir::LLVM::GEPArg>{offset});
  }
  unsigned elementBytes() const { return element.getIntOrFloatBitWidth() / 8; }
  Value load(mlir::Type type, Value pointer) {
    return builder.create<mlir::LLVM::LoadOp>(loc, type, pointer, elementBytes());
  }

  llvm::SmallVector<Value> accumulateProducts();
  void addProducts(llvm::SmallVector<Value>& sums, Value p);
  void storeTile(llvm::ArrayRef<Value> sums);

  mlir::OpBuilder builder;
  mlir::Location loc;
  LaneBuilder lanes;
  mlir::func::FuncOp function;
  mlir::Type element;
  MicroTile tile;
  mlir::VectorType vector;
};

// One broadcast load of a against all columns of b: hand-unrolled, because vector.outerproduct
// reaches its speed only for mr a multiple of 4.
void MicroKernelEmitter::addProducts(llvm::SmallVector<Value>& sums, Value p) {
  auto scaled = [&](int by) {
    return builder.create<mlir::arith::MulIOp>(loc, p, index(by)).getResult();
  };
  Value a = address(argument(0), scaled(tile.mr)), b = address(argument(1), scaled(tile.nr));
  llvm::SmallVector<Value> columns;
  for (int j = 0; j < kColumnVectors; ++j)
    columns.push_back(load(vector, constantAddress(b, j * static_cast<int>(vector.getDimSize(0)))));
  constexpr unsigned kLineBytes = 64;
  for (unsigned byte = 0; byte < tile.nr * elementBytes(); byte += kLineBytes) {
    int ahead = kFetchAhead * tile.nr + static_cast<int>(byte / elementBytes());
    builder.create<mlir::LLVM::Prefetch>(loc, constantAddress(b, ahead), /*rw=*/0, /*hint=*/3,
                                         /*cache=*/1);
  }
  for (int i = 0; i < tile.mr; ++i) {
    Value row = builder.create<mlir::vector::BroadcastOp>(loc, vector,
                                                          load(element, constantAddress(a, i)));
    for (int j = 0; j < kColumnVectors; ++j) {
      Value& sum = sums[i * kColumnVectors + j];
      sum = math::fma({lanes, row}, {lanes, columns[j]}, {lanes, sum});
    }
  }
}

llvm::SmallVector<Value> MicroKernelEmitter::accumulateProducts() {
  Value zero = builder.create<mlir::arith::ConstantOp>(loc, builder.getZeroAttr(vector));
  llvm::SmallVector<Value> sums(tile.mr * kColumnVectors, zero);
  auto loop = builder.create<mlir::scf::ForOp>(loc, index(0), argument(3), index(1), sums);
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  sums.assign(loop.getRegionIterArgs().begin(), loop.getRegionIterArgs().end());
  addProducts(sums, loop.getInductionVar());
  builder.create<mlir::scf::YieldOp>(loc, sums);
  return loop.getResults();
}

void MicroKernelEmitter::storeTile(llvm::ArrayRef<Value> sums) {
  auto storeRows = [&](bool accumulate) {
    Value row = argument(2);
    for (int i = 0; i < tile.mr; ++i, row = address(row, argument(4)))
      for (int j = 0; j < kColumnVectors; ++j) {
        Value place = constantAddress(row, j * static_cast<int>(vector.getDimSize(0)));
        Value sum = sums[i * kColumnVectors + j];
        if (accumulate)
          sum = builder.create<mlir::arith::AddFOp>(loc, load(vector, place), sum);
        builder.create<mlir::LLVM::StoreOp>(loc, sum, place, elementBytes());
      }
  };
  Value condition = builder.create<mlir::arith::CmpIOp>(loc, mlir::arith::CmpIPredicate::ne,
                                                        argument(5), index(0));
  auto branch = builder.create<mlir::scf::IfOp>(loc, condition, /*withElseRegion=*/true);
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  storeRows(true);
  builder.setInsertionPointToStart(branch.elseBlock());
  storeRows(false);
}

} // namespace

// All accumulators in registers: 28 of 32 with AVX-512, 12 of 16 with AVX2, 8 of 16 with SSE, which
// also needs registers for the products.
MicroTile microTile(DType dtype, const VectorTarget& target) {
  int lanes = target.f32Lanes * 4 / static_cast<int>(byteSize(dtype));
  int rows = target.f32Lanes == 16 ? 14 : target.f32Lanes == 8 ? 6 : 4;
  return {rows, kColumnVectors * lanes};
}

Status emitMicroKernel(mlir::ModuleOp module, DType dtype, const VectorTarget& target,
                       const std::string& name, int& mr, int& nr) {
  if (dtype != DType::F32 && dtype != DType::F64)
    return internalError("micro-kernel of ", std::string(dtypeName(dtype)),
                         ": only f32 and f64 exist");
  MicroTile tile = microTile(dtype, target);
  mr = tile.mr;
  nr = tile.nr;
  mlir::OpBuilder b = mlir::OpBuilder::atBlockEnd(module.getBody());
  auto pointer = mlir::LLVM::LLVMPointerType::get(b.getContext());
  mlir::Type i64 = b.getI64Type();
  auto function = b.create<mlir::func::FuncOp>(
      b.getUnknownLoc(), name, b.getFunctionType({pointer, pointer, pointer, i64, i64, i64}, {}));
  mlir::Type element = dtype == DType::F64 ? mlir::Type(b.getF64Type()) : b.getF32Type();
  MicroKernelEmitter(function, element, target, tile).emit();
  return okStatus();
}

} // namespace lz::emit

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
constexpr int kFetchAhead = 24;

// What the two kernels share; the accumulators are row-major, kColumnVectors a row.
class MicroKernelEmitter {
public:
  MicroKernelEmitter(mlir::func::FuncOp function, mlir::Type element, const VectorTarget& target,
                     MicroTile tile)
      : builder(function.getContext()), loc(function.getLoc()), lanes(builder, loc, target),
        function(function), element(element), tile(tile),
        vector(mlir::VectorType::get({tile.nr / kColumnVectors}, element)) {
    builder.setInsertionPointToStart(function.addEntryBlock());
  }

  // (a, b, c, k, ldc, accumulate)
  void emitPacked() {
    auto at = [&](Value p) { return PanelRow{address(argument(0), scaled(p, tile.mr)), Value()}; };
    prefetchTile(argument(2), argument(4));
    storeTile(accumulate(argument(3), argument(1), zeros(), at), argument(2), argument(4),
              argument(5));
    builder.create<mlir::func::ReturnOp>(loc);
  }

  // (a, rowStride, runs, numRuns, b, c, ldc, accumulate)
  void emitStrips() {
    prefetchTile(argument(5), argument(6));
    storeTile(accumulateRuns(), argument(5), argument(6), argument(7));
    builder.create<mlir::func::ReturnOp>(loc);
  }

private:
  // The elements of lhs for one value of k: each `stride` behind the one before, or side by side.
  struct PanelRow {
    Value first, stride;
  };
  using Sums = llvm::SmallVector<Value>;

  Value argument(unsigned i) { return function.getArgument(i); }
  Value index(int64_t value) { return builder.create<mlir::arith::ConstantIntOp>(loc, value, 64); }
  Value scaled(Value value, int by) {
    return builder.create<mlir::arith::MulIOp>(loc, value, index(by));
  }
  Value address(Value base, Value offset) { return address(base, offset, element); }
  Value address(Value base, Value offset, mlir::Type type) {
    return builder.create<mlir::LLVM::GEPOp>(loc, base.getType(), type, base,
                                             mlir::ValueRange{offset});
  }
  Value constantAddress(Value base, int offset) {
    return builder.create<mlir::LLVM::GEPOp>(loc, base.getType(), element, base,
                                             llvm::ArrayRef<mlir::LLVM::GEPArg>{offset});
  }
  unsigned elementBytes() const { return element.getIntOrFloatBitWidth() / 8; }
  int columnsOfVector() const { return static_cast<int>(vector.getDimSize(0)); }
  Value load(mlir::Type type, Value pointer) {
    return builder.create<mlir::LLVM::LoadOp>(loc, type, pointer, elementBytes());
  }
  Value loadNumber(Value base, Value at) {
    mlir::Type i64 = builder.getI64Type();
    return builder.create<mlir::LLVM::LoadOp>(loc, i64, address(base, at, i64), 8);
  }
  void prefetch(Value place, bool toWrite) {
    builder.create<mlir::LLVM::Prefetch>(loc, place, toWrite, /*hint=*/3, /*cache=*/1);
  }
  Sums zeros() {
    Value zero = builder.create<mlir::arith::ConstantOp>(loc, builder.getZeroAttr(vector));
    return Sums(tile.mr * kColumnVectors, zero);
  }

  Sums accumulate(Value k, Value b, Sums sums, llvm::function_ref<PanelRow(Value)> rowAt);
  Sums accumulateRuns();
  void addProducts(Sums& sums, PanelRow a, Value b);
  void storeTile(llvm::ArrayRef<Value> sums, Value c, Value ldc, Value accumulate);
  template <typename Use> void eachLineOfRow(Use use);
  void prefetchTile(Value c, Value ldc);

  mlir::OpBuilder builder;
  mlir::Location loc;
  LaneBuilder lanes;
  mlir::func::FuncOp function;
  mlir::Type element;
  MicroTile tile;
  mlir::VectorType vector;
};

// use(column): the first column of each cache line of a row of the tile.
template <typename Use> void MicroKernelEmitter::eachLineOfRow(Use use) {
  constexpr int kLineBytes = 64;
  int columns = kLineBytes / static_cast<int>(elementBytes());
  for (int column = 0; column < tile.nr; column += columns)
    use(column);
}

// The tile is on its way while the products are added up.
void MicroKernelEmitter::prefetchTile(Value c, Value ldc) {
  for (int i = 0; i < tile.mr; ++i, c = address(c, ldc))
    eachLineOfRow([&](int column) { prefetch(constantAddress(c, column), /*toWrite=*/true); });
}

// One broadcast load of a against all columns of b: hand-unrolled, because vector.outerproduct
// reaches its speed only for mr a multiple of 4.
void MicroKernelEmitter::addProducts(Sums& sums, PanelRow a, Value b) {
  Sums columns;
  for (int j = 0; j < kColumnVectors; ++j)
    columns.push_back(load(vector, constantAddress(b, j * columnsOfVector())));
  eachLineOfRow([&](int column) {
    prefetch(constantAddress(b, kFetchAhead * tile.nr + column), /*toWrite=*/false);
  });
  Value place = a.first;
  for (int i = 0; i < tile.mr; ++i) {
    if (i > 0)
      place = a.stride ? address(place, a.stride) : constantAddress(a.first, i);
    Value row = builder.create<mlir::vector::BroadcastOp>(loc, vector, load(element, place));
    for (int j = 0; j < kColumnVectors; ++j) {
      Value& sum = sums[i * kColumnVectors + j];
      sum = math::fma({lanes, row}, {lanes, columns[j]}, {lanes, sum});
    }
  }
}

// The products of k values, of which rowAt(p) is where lhs has the p-th.
MicroKernelEmitter::Sums MicroKernelEmitter::accumulate(Value k, Value b, Sums sums,
                                                        llvm::function_ref<PanelRow(Value)> rowAt) {
  auto loop = builder.create<mlir::scf::ForOp>(loc, index(0), k, index(1), sums);
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  sums.assign(loop.getRegionIterArgs().begin(), loop.getRegionIterArgs().end());
  Value p = loop.getInductionVar();
  addProducts(sums, rowAt(p), address(b, scaled(p, tile.nr)));
  builder.create<mlir::scf::YieldOp>(loc, sums);
  return loop.getResults();
}

// One run after the other; b goes on behind the run before.
MicroKernelEmitter::Sums MicroKernelEmitter::accumulateRuns() {
  Sums carried = zeros();
  carried.push_back(argument(4));
  auto loop = builder.create<mlir::scf::ForOp>(loc, index(0), argument(3), index(1), carried);
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value offsetAt = scaled(loop.getInductionVar(), 2);
  Value lengthAt = builder.create<mlir::arith::AddIOp>(loc, offsetAt, index(1));
  Value a = address(argument(0), loadNumber(argument(2), offsetAt));
  Value length = loadNumber(argument(2), lengthAt);
  Value b = loop.getRegionIterArgs().back();
  auto at = [&](Value p) { return PanelRow{address(a, p), argument(1)}; };
  Sums sums(loop.getRegionIterArgs().drop_back());
  sums = accumulate(length, b, sums, at);
  sums.push_back(address(b, scaled(length, tile.nr)));
  builder.create<mlir::scf::YieldOp>(loc, sums);
  return Sums(loop.getResults().drop_back());
}

void MicroKernelEmitter::storeTile(llvm::ArrayRef<Value> sums, Value c, Value ldc,
                                   Value accumulate) {
  auto storeRows = [&](bool add) {
    Value row = c;
    for (int i = 0; i < tile.mr; ++i, row = address(row, ldc))
      for (int j = 0; j < kColumnVectors; ++j) {
        Value place = constantAddress(row, j * columnsOfVector());
        Value sum = sums[i * kColumnVectors + j];
        if (add)
          sum = builder.create<mlir::arith::AddFOp>(loc, load(vector, place), sum);
        builder.create<mlir::LLVM::StoreOp>(loc, sum, place, elementBytes());
      }
  };
  Value condition = builder.create<mlir::arith::CmpIOp>(loc, mlir::arith::CmpIPredicate::ne,
                                                        accumulate, index(0));
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

Status emitMicroKernel(mlir::ModuleOp module, MicroKernelKind kind, DType dtype,
                       const VectorTarget& target, const std::string& name) {
  if (dtype != DType::F32 && dtype != DType::F64)
    return internalError("micro-kernel of ", std::string(dtypeName(dtype)),
                         ": only f32 and f64 exist");
  mlir::OpBuilder b = mlir::OpBuilder::atBlockEnd(module.getBody());
  auto pointer = mlir::LLVM::LLVMPointerType::get(b.getContext());
  mlir::Type i64 = b.getI64Type();
  bool packed = kind == MicroKernelKind::Packed;
  llvm::SmallVector<mlir::Type> arguments =
      packed
          ? llvm::SmallVector<mlir::Type>{pointer, pointer, pointer, i64, i64, i64}
          : llvm::SmallVector<mlir::Type>{pointer, i64, pointer, i64, pointer, pointer, i64, i64};
  auto function =
      b.create<mlir::func::FuncOp>(b.getUnknownLoc(), name, b.getFunctionType(arguments, {}));
  mlir::Type element = dtype == DType::F64 ? mlir::Type(b.getF64Type()) : b.getF32Type();
  MicroKernelEmitter emitter(function, element, target, microTile(dtype, target));
  if (packed)
    emitter.emitPacked();
  else
    emitter.emitStrips();
  return okStatus();
}

} // namespace lz::emit

// Emits the code of a tile. MicroKernel.h shows a tile of 14 x 32. With AVX2 a tile is 6 x 16 and
// uses 15 of 16 registers: 12 for sums, 2 for numbers of B and one for a number of A.
#include "emit/MicroKernel.h"

#include "base/KernelTable.h"
#include "base/machine/CacheSets.h"
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

// The distance of prefetches, in values of k. The code prefetches b. If a is not packed, the code
// also prefetches a. Panels come from the second-level cache. A prefetch beyond the end of a panel
// reaches the next panel or unused memory. With a value of 12 or 48, sgemm-2048 of the bench takes
// the same time (Zen 5).
constexpr int kFetchAhead = 24;
// The loop over packed panels is unrolled to this many values of k per iteration. In a loop that is
// not unrolled, the counter would use 1 to 2 % of the execution ports for multiplications.
constexpr int kUnrolled = 4;

// Emits packed and strided kernels. The accumulators are in row-major order, and each row of the
// tile has `vectors` of them.
class MicroKernelEmitter {
public:
  MicroKernelEmitter(mlir::func::FuncOp function, DType dtype, const Target& target, MicroTile tile,
                     int vectors)
      : builder(function.getContext()), loc(function.getLoc()), lanes(builder, loc, target),
        function(function), pairs(dtype == DType::BF16 || dtype == DType::S16),
        element(elementOf(builder, dtype)), tile(tile), vectors(vectors),
        vector(mlir::VectorType::get({tile.columns / vectors}, element)) {
    builder.setInsertionPointToStart(function.addEntryBlock());
  }

  // Arguments of the function: (a, b, c, k, ldc, accumulate)
  void emitPacked() {
    Panels panels = {argument(0), argument(1), bytes(tile.rows), bytes(tile.columns)};
    prefetchTile(argument(2), argument(4));
    storeTile(accumulate(argument(3), panels, zeros()), argument(2), argument(4), argument(5));
    builder.create<mlir::func::ReturnOp>(loc);
  }

  // Arguments of the function: (a, rowStride, lda, b, ldb, runs, numRuns, c, ldc, accumulate)
  void emitStrided() {
    prefetchTile(argument(7), argument(8));
    rowStep = bytes(argument(1));
    storeTile(accumulateRuns(), argument(7), argument(8), argument(9));
    builder.create<mlir::func::ReturnOp>(loc);
  }

private:
  // The addresses of the numbers of a and b for the next value of k, and the distances to the
  // numbers for the value after it.
  struct Panels {
    Value a, b, aStep, bStep;
  };
  using Sums = llvm::SmallVector<Value>;

  Value argument(unsigned i) { return function.getArgument(i); }
  Value index(int64_t value) { return builder.create<mlir::arith::ConstantIntOp>(loc, value, 64); }
  Value scaled(Value value, int64_t by) {
    return builder.create<mlir::arith::MulIOp>(loc, value, index(by));
  }
  Value bytes(int64_t elements) { return index(elements * elementBytes()); }
  Value bytes(Value elements) { return scaled(elements, elementBytes()); }
  Value address(Value base, Value bytes) {
    return builder.create<mlir::LLVM::GEPOp>(loc, base.getType(), builder.getI8Type(), base,
                                             mlir::ValueRange{bytes});
  }
  Value constantAddress(Value base, int offset) {
    return builder.create<mlir::LLVM::GEPOp>(loc, base.getType(), element, base,
                                             llvm::ArrayRef<mlir::LLVM::GEPArg>{offset});
  }
  unsigned elementBytes() const { return element.getIntOrFloatBitWidth() / 8; }
  int columnsOfVector() const { return static_cast<int>(vector.getDimSize(0)); }
  Value load(mlir::Type type, Value pointer) {
    return builder.create<mlir::LLVM::LoadOp>(loc, type, pointer, pairs ? 2 : elementBytes());
  }
  void prefetch(Value place, bool toWrite) { lanes.target().prefetch(lanes, place, toWrite); }
  Value multiplyAdd(Value x, Value y, Value sum) {
    if (element.isInteger())
      return addIntegerPairs(x, y, sum);
    return pairs ? lanes.target().addPairs(lanes, x, y, sum)
                 : Value(math::fma({lanes, x}, {lanes, y}, {lanes, sum}));
  }
  Value plus(Value x, Value y) {
    if (element.isInteger())
      return lanes.addi(x, y);
    return builder.create<mlir::arith::AddFOp>(loc, x, y);
  }
  Sums zeros() {
    Value zero = builder.create<mlir::arith::ConstantOp>(loc, builder.getZeroAttr(vector));
    return Sums(tile.rows * vectors, zero);
  }

  static mlir::Type elementOf(mlir::OpBuilder& builder, DType dtype) {
    return dtype == DType::F64   ? mlir::Type(builder.getF64Type())
           : dtype == DType::S16 ? mlir::Type(builder.getI32Type())
                                 : mlir::Type(builder.getF32Type());
  }
  Value addIntegerPairs(Value x, Value y, Value sum);
  Sums accumulate(Value k, const Panels& from, Sums sums);
  Sums accumulateBy(int step, Value begin, Value end, const Panels& panels, Sums sums);
  Sums accumulateRuns();
  void addProducts(Sums& sums, const Panels& at);
  void storeTile(llvm::ArrayRef<Value> sums, Value c, Value ldc, Value accumulate);
  template <typename Use> void eachLineOfRow(Use use);
  void prefetchTile(Value c, Value ldc);
  void prefetchPanels(const Panels& at);

  mlir::OpBuilder builder;
  mlir::Location loc;
  LaneBuilder lanes;
  mlir::func::FuncOp function;
  bool pairs;         // an element of a or b is a pair, in 32 bits
  mlir::Type element; // element type of c, and of a and b unless they hold pairs
  MicroTile tile;
  int vectors; // how many vectors hold the columns of one row
  mlir::VectorType vector;
  // Distances in bytes for operands that are not packed: from a row of a to the next one, and from
  // the current elements to those that are prefetched.
  Value rowStep, aAhead, bAhead;
};

// Each row of the tile fills some cache lines. Calls use(column) for the first column of each of
// these lines.
template <typename Use> void MicroKernelEmitter::eachLineOfRow(Use use) {
  int columns = static_cast<int>(kCacheLineBytes / elementBytes());
  for (int column = 0; column < tile.columns; column += columns)
    use(column);
}

// Prefetches the tile of C early, so that it is cached when the sums are stored.
void MicroKernelEmitter::prefetchTile(Value c, Value ldc) {
  Value step = bytes(ldc);
  for (int i = 0; i < tile.rows; ++i, c = address(c, step))
    eachLineOfRow([&](int column) { prefetch(constantAddress(c, column), /*toWrite=*/true); });
}

void MicroKernelEmitter::prefetchPanels(const Panels& at) {
  Value b = bAhead ? address(at.b, bAhead) : constantAddress(at.b, kFetchAhead * tile.columns);
  eachLineOfRow([&](int column) { prefetch(constantAddress(b, column), /*toWrite=*/false); });
  if (!aAhead)
    return;
  // If the rows of a are one element apart, the numbers for one k are in at most two cache lines.
  // Otherwise each row is read contiguously along k, and the CPU mostly prefetches it by itself.
  Value a = address(at.a, aAhead);
  prefetch(a, /*toWrite=*/false);
  prefetch(constantAddress(a, tile.rows - 1), /*toWrite=*/false);
}

Value MicroKernelEmitter::addIntegerPairs(Value x, Value y, Value sum) {
  constexpr unsigned kHalf = 16;
  if (Value whole = lanes.target().addIntegerPairs(lanes, x, y, sum))
    return whole;
  auto low = [&](Value of) { return lanes.ashr(lanes.shl(of, kHalf), kHalf); };
  auto high = [&](Value of) { return lanes.ashr(of, kHalf); };
  return lanes.addi(lanes.addi(sum, lanes.muli(low(x), low(y))), lanes.muli(high(x), high(y)));
}

// Multiplies each broadcast number of a with all columns of b. The loop over rows is unrolled here,
// because vector.outerproduct is as fast only for multiples of 4 rows.
void MicroKernelEmitter::addProducts(Sums& sums, const Panels& at) {
  Sums columns;
  for (int j = 0; j < vectors; ++j)
    columns.push_back(load(vector, constantAddress(at.b, j * columnsOfVector())));
  prefetchPanels(at);
  Value place = at.a;
  for (int i = 0; i < tile.rows; ++i) {
    if (i > 0)
      place = rowStep ? address(place, rowStep) : constantAddress(at.a, i);
    Value scalar = load(element, place);
    Value row = builder.create<mlir::vector::BroadcastOp>(loc, vector, scalar);
    for (int j = 0; j < vectors; ++j) {
      Value& sum = sums[i * vectors + j];
      sum = multiplyAdd(row, columns[j], sum);
    }
  }
}

// Adds the products for `k` values of k.
MicroKernelEmitter::Sums MicroKernelEmitter::accumulate(Value k, const Panels& from, Sums sums) {
  sums.push_back(from.a);
  sums.push_back(from.b);
  Value done = index(0);
  if (!rowStep) {
    done = builder.create<mlir::arith::AndIOp>(loc, k, index(-kUnrolled));
    sums = accumulateBy(kUnrolled, index(0), done, from, std::move(sums));
  }
  sums = accumulateBy(1, done, k, from, std::move(sums));
  sums.truncate(sums.size() - 2);
  return sums;
}

// Adds the products for the values begin .. end - 1 of k. Each iteration adds `step` of them. The
// loop carries the sums and, after them, the addresses of the panels.
MicroKernelEmitter::Sums MicroKernelEmitter::accumulateBy(int step, Value begin, Value end,
                                                          const Panels& panels, Sums sums) {
  auto loop = builder.create<mlir::scf::ForOp>(loc, begin, end, index(step), sums);
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  sums.assign(loop.getRegionIterArgs().begin(), loop.getRegionIterArgs().end());
  Panels at = {sums[sums.size() - 2], sums.back(), panels.aStep, panels.bStep};
  sums.truncate(sums.size() - 2);
  for (int i = 0; i < step; ++i) {
    addProducts(sums, at);
    at.a = address(at.a, at.aStep);
    at.b = address(at.b, at.bStep);
  }
  sums.push_back(at.a);
  sums.push_back(at.b);
  builder.create<mlir::scf::YieldOp>(loc, sums);
  return Sums(loop.getResults());
}

// Adds the products of all runs of k. `runs` has three numbers for each run: the offsets in a and
// b, and the length.
MicroKernelEmitter::Sums MicroKernelEmitter::accumulateRuns() {
  constexpr int kNumberBytes = 8;
  Panels panels = {argument(0), argument(3), bytes(argument(2)), bytes(argument(4))};
  aAhead = scaled(panels.aStep, kFetchAhead), bAhead = scaled(panels.bStep, kFetchAhead);
  auto loop = builder.create<mlir::scf::ForOp>(loc, index(0), argument(6), index(1), zeros());
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value run = scaled(loop.getInductionVar(), 3 * kNumberBytes);
  auto numberAt = [&](int i) {
    Value at = builder.create<mlir::arith::AddIOp>(loc, run, index(i * kNumberBytes));
    return builder.create<mlir::LLVM::LoadOp>(loc, builder.getI64Type(), address(argument(5), at),
                                              kNumberBytes);
  };
  panels.a = address(panels.a, bytes(numberAt(0)));
  panels.b = address(panels.b, bytes(numberAt(1)));
  Sums sums(loop.getRegionIterArgs());
  builder.create<mlir::scf::YieldOp>(loc, accumulate(numberAt(2), panels, sums));
  return loop.getResults();
}

void MicroKernelEmitter::storeTile(llvm::ArrayRef<Value> sums, Value c, Value ldc,
                                   Value accumulate) {
  Value step = bytes(ldc);
  auto storeRows = [&](bool add) {
    Value row = c;
    for (int i = 0; i < tile.rows; ++i, row = address(row, step))
      for (int j = 0; j < vectors; ++j) {
        Value place = constantAddress(row, j * columnsOfVector());
        Value sum = sums[i * vectors + j];
        if (add)
          sum = plus(load(vector, place), sum);
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

MicroTile largestTile(DType dtype, const schedule::VectorTarget& target) {
  int lanes = dtype == DType::F64 ? target.f32Lanes / 2 : target.f32Lanes;
  return {tallestTile(target.vectorRegisters, target.hasFma), kTileVectors * lanes};
}

Status emitMicroKernel(mlir::ModuleOp module, const MicroKernelSpec& spec, const Target& target,
                       const std::string& name) {
  bool exists = spec.dtype == DType::F32 || spec.dtype == DType::F64 || spec.dtype == DType::S16 ||
                (spec.dtype == DType::BF16 && target.hasPairs());
  if (!exists)
    return internalError(
        "there is no micro-kernel of ", std::string(dtypeName(spec.dtype)),
        ", only those of f32, f64, pairs of i16, and pairs of bf16 if the target has them");
  MicroTile largest = largestTile(spec.dtype, target);
  if (spec.rows < 1 || spec.rows > largest.rows)
    return internalError("a micro-kernel cannot have ", spec.rows, " rows: it has 1 to ",
                         largest.rows);
  mlir::OpBuilder b = mlir::OpBuilder::atBlockEnd(module.getBody());
  auto pointer = mlir::LLVM::LLVMPointerType::get(b.getContext());
  mlir::Type i64 = b.getI64Type();
  bool packed = spec.kind == MicroKernelKind::Packed;
  using Types = llvm::SmallVector<mlir::Type>;
  Types arguments = packed
                        ? Types{pointer, pointer, pointer, i64, i64, i64}
                        : Types{pointer, i64, i64, pointer, i64, pointer, i64, pointer, i64, i64};
  auto function =
      b.create<mlir::func::FuncOp>(b.getUnknownLoc(), name, b.getFunctionType(arguments, {}));
  int vectors = spec.narrow ? 1 : kTileVectors;
  MicroTile tile = {spec.rows, largest.columns / kTileVectors * vectors};
  MicroKernelEmitter emitter(function, spec.dtype, target, tile, vectors);
  if (packed)
    emitter.emitPacked();
  else
    emitter.emitStrided();
  return okStatus();
}

} // namespace lz::emit

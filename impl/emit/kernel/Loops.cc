#include "emit/kernel/Loops.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit {

using mlir::Value;

// The number of points that are computed between two checks of whether the run is cancelled. A
// check takes 1 to 50 ns.
static constexpr int64_t kPiece = 1 << 18;

// Returns the number of lane 0 in a form that LLVM does not recognize as a constant. Otherwise LLVM
// would turn the last vector of a row into scalar code if it has one valid lane. In scalar code
// LLVM would fuse other multiplications and additions than in vector code.
static Value firstLane(mlir::OpBuilder& builder, mlir::Location loc, Value hi, int lanes) {
  auto type = mlir::VectorType::get({lanes}, builder.getI64Type());
  llvm::SmallVector<int64_t> numbers;
  for (int64_t i = 0; i < lanes; ++i)
    numbers.push_back(i);
  Value lane = builder.create<mlir::arith::ConstantOp>(
      loc, mlir::DenseElementsAttr::get(type, llvm::ArrayRef<int64_t>(numbers)));
  // `count` is 1, because hi is never negative. LLVM does not know this, so it sees no constant.
  Value bit = builder.create<mlir::arith::ConstantIntOp>(loc, 63, 64);
  Value one = builder.create<mlir::arith::ConstantIntOp>(loc, 1, 64);
  Value count = builder.create<mlir::arith::AddIOp>(
      loc, builder.create<mlir::arith::ShRSIOp>(loc, hi, bit), one);
  Value counts = builder.create<mlir::vector::BroadcastOp>(loc, type, count);
  return builder.create<mlir::arith::CmpIOp>(loc, mlir::arith::CmpIPredicate::slt, lane, counts);
}

Value laneTailMask(KernelContext& k, int valid, int lanes) {
  if (valid == 1 && lanes > 1 && k.target.hasFma && !k.target.strict)
    return firstLane(k.builder, k.b.loc(), k.frame.hi, lanes);
  llvm::SmallVector<bool> bits(size_t(lanes), false);
  std::fill_n(bits.begin(), valid, true);
  auto type = mlir::VectorType::get({lanes}, k.builder.getI1Type());
  return k.builder.create<mlir::arith::ConstantOp>(k.b.loc(),
                                                   mlir::DenseElementsAttr::get(type, bits));
}

Status emitIf(KernelContext& k, Scope& scope, Value condition,
              llvm::function_ref<Status(Scope& inside)> body) {
  k.focus(scope);
  auto branch = k.builder.create<mlir::scf::IfOp>(k.b.loc(), condition, /*withElseRegion=*/false);
  mlir::Operation* before = std::exchange(scope.at.before, branch);
  InsertState inside{branch.thenBlock()};
  Scope child(scope, inside);
  k.focus(child);
  LZ_RETURN_IF_ERROR(body(child));
  scope.at.before = before;
  return okStatus();
}

StatusOr<Values> emitFor(KernelContext& k, Scope& scope, BoundDim lower, BoundDim upper,
                         int64_t step, const Values& carried, ForBody body) {
  k.focus(scope);
  auto loop = k.builder.create<mlir::scf::ForOp>(k.locOfLoop(), k.asValue(lower), k.asValue(upper),
                                                 k.b.intConstant(64, step), carried);
  mlir::Operation* before = std::exchange(scope.at.before, loop);
  InsertState inside{loop.getBody()};
  Scope child(scope, inside);
  Values arguments(loop.getRegionIterArgs().begin(), loop.getRegionIterArgs().end());
  LZ_ASSIGN_OR_RETURN(Values results, body(child, loop.getInductionVar(), arguments));
  if (!carried.empty()) {
    k.builder.setInsertionPointToEnd(loop.getBody());
    k.builder.create<mlir::scf::YieldOp>(k.b.loc(), results);
  }
  scope.at.before = before;
  k.focus(scope);
  return Values(loop.getResults().begin(), loop.getResults().end());
}

static Value isCancelled(KernelContext& k) {
  mlir::Operation* kernel = k.builder.getInsertionBlock()->getParentOp();
  auto module = kernel->getParentOfType<mlir::ModuleOp>();
  auto callee = module.lookupSymbol<mlir::func::FuncOp>(kIsCancelled);
  if (!callee) {
    mlir::OpBuilder::InsertionGuard guard(k.builder);
    k.builder.setInsertionPointToStart(module.getBody());
    callee = k.builder.create<mlir::func::FuncOp>(
        k.b.loc(), kIsCancelled, k.builder.getFunctionType({}, {k.builder.getI64Type()}));
    callee.setPrivate();
  }
  Value answer = k.builder.create<mlir::func::CallOp>(k.b.loc(), callee).getResult(0);
  return k.b.cmpi(LaneBuilder::ICmp::ne, answer, k.b.intConstant(64, 0));
}

// Splits a long loop into pieces. For example, a sum of 2^30 points in one unit takes 0.2 s. It
// gets an outer loop over 4096 pieces. If the run is cancelled, the inner loop of a piece is empty.
StatusOr<Values> emitLongFor(KernelContext& k, Scope& scope, int64_t upper, int64_t step,
                             int64_t inside, const Values& carried, ForBody body) {
  if (!k.schedule.grid.looksInside || !k.target.callsHost() || upper < 4 * kPiece / inside)
    return emitFor(k, scope, {{}, 0}, {{}, upper}, step, carried, body);
  int64_t piece = std::max<int64_t>(1, kPiece / inside / step) * step;
  auto run = [&](Scope& child, Value first, const Values& values) -> StatusOr<Values> {
    k.focus(child);
    Value end = k.b.addi(first, k.b.intConstant(64, piece)), whole = k.b.intConstant(64, upper);
    end = k.b.select(k.b.cmpi(LaneBuilder::ICmp::slt, end, whole), end, whole);
    end = k.b.select(isCancelled(k), first, end);
    return emitFor(k, child, {first}, {end}, step, values, body);
  };
  return emitFor(k, scope, {{}, 0}, {{}, upper}, piece, carried, run);
}

StatusOr<Values> emitLanes(KernelContext& k, const schedule::Stage& stage, int32_t dim,
                           Scope& scope, Values carried, LoopBody body) {
  int64_t whole = k.extent(dim) / k.lanes * k.lanes;
  if (whole > 0) {
    auto loop = [&](Scope& child, Value i, const Values& values) {
      child.stage = &stage;
      child.bindLanes(dim, {i}, k.lanes, {});
      return body(child, values);
    };
    LZ_ASSIGN_OR_RETURN(carried, emitLongFor(k, scope, whole, k.lanes, 1, carried, loop));
  }
  if (whole == k.extent(dim))
    return carried;
  k.focus(scope);
  Scope rest(scope, scope.at);
  rest.stage = &stage;
  rest.bindLanes(dim, {{}, whole}, k.lanes, laneTailMask(k, int(k.extent(dim) - whole), k.lanes));
  return body(rest, carried);
}

// Returns the number of points of the loop and of all loops inside it, but at most kPiece.
static int64_t pointsUpToPiece(int64_t points, int64_t inside) {
  return points > kPiece / inside ? kPiece : points * inside;
}

static StatusOr<Values> emitNestFrom(KernelContext& k, const schedule::Stage& stage,
                                     StageLoops loops, Scope& scope, Values carried, LoopBody body,
                                     int64_t inside) {
  if (loops.empty())
    return body(scope, carried);
  const schedule::StageLoop& loop = loops.front();
  StageLoops inner = loops.subspan(1);
  if (loop.form == schedule::LoopForm::Lanes)
    return emitLanes(k, stage, loop.dim, scope, std::move(carried), body);
  if (loop.form == schedule::LoopForm::Together)
    return body(scope, carried);
  if (loop.form == schedule::LoopForm::Copies || k.extent(loop.dim) == 1) {
    for (int64_t i = 0; i < k.extent(loop.dim); ++i) {
      Scope point(scope, scope.at);
      point.stage = &stage;
      point.bind(loop.dim, {{}, i});
      LZ_ASSIGN_OR_RETURN(carried,
                          emitNestFrom(k, stage, inner, point, std::move(carried), body, inside));
    }
    return carried;
  }
  int64_t points = pointsUpToPiece(inside, 1);
  for (const schedule::StageLoop& l : inner)
    points = pointsUpToPiece(k.extent(l.dim), points);
  return emitLongFor(k, scope, k.extent(loop.dim), 1, points, carried,
                     [&](Scope& child, Value i, const Values& values) {
                       child.stage = &stage;
                       child.bind(loop.dim, {i});
                       return emitNestFrom(k, stage, inner, child, values, body, inside);
                     });
}

StatusOr<Values> emitNest(KernelContext& k, const schedule::Stage& stage, StageLoops loops,
                          Scope& scope, const Values& carried, LoopBody body, int64_t inside) {
  for (const schedule::StageLoop& loop : loops)
    if (k.extent(loop.dim) == 0)
      return carried;
  return emitNestFrom(k, stage, loops, scope, carried, body, inside);
}

} // namespace lz::emit

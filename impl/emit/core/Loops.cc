// Loops over dimensions, with values carried from point to point, and their remainders.
//
//   dims d1:2 and d2:20, lanes over d2, 16 of them:
//     for d1 = 0, 1:
//       for d2 = 0, 16 step 16:  body on lanes d2 .. d2 + 15
//       body on lanes 16 .. 31, of which the first 4 count
//
// Dims of one point have no loop, nor those whose points are copies: a 3 x 3 window without padding
// is nine copies of the body with constant indices.
#include "emit/core/EmitKernel.h"
#include "emit/core/KernelEmitter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace lz::emit {

using mlir::Value;

// Points between two looks at whether the run is cancelled; each takes 1 to 50 ns.
static constexpr int64_t kPiece = 1 << 18;

void KernelEmitter::focus(Scope& scope) {
  const InsertState& at = scope.at;
  if (at.before)
    builder_.setInsertionPoint(at.before);
  else if (!at.block->empty() && at.block->back().hasTrait<mlir::OpTrait::IsTerminator>())
    builder_.setInsertionPoint(&at.block->back());
  else
    builder_.setInsertionPointToEnd(at.block);
}

// Lane 0, not as a constant: LLVM would turn a tail of one lane into scalar code and forget on the
// way that a multiplication and an addition may be fused there as in all other lanes.
static Value firstLane(mlir::OpBuilder& builder, mlir::Location loc, Value hi, int lanes) {
  auto type = mlir::VectorType::get({lanes}, builder.getI64Type());
  llvm::SmallVector<int64_t> numbers;
  for (int64_t i = 0; i < lanes; ++i)
    numbers.push_back(i);
  Value lane = builder.create<mlir::arith::ConstantOp>(
      loc, mlir::DenseElementsAttr::get(type, llvm::ArrayRef<int64_t>(numbers)));
  // hi is never negative, which LLVM does not know: 1.
  Value bit = builder.create<mlir::arith::ConstantIntOp>(loc, 63, 64);
  Value one = builder.create<mlir::arith::ConstantIntOp>(loc, 1, 64);
  Value count = builder.create<mlir::arith::AddIOp>(
      loc, builder.create<mlir::arith::ShRSIOp>(loc, hi, bit), one);
  Value counts = builder.create<mlir::vector::BroadcastOp>(loc, type, count);
  return builder.create<mlir::arith::CmpIOp>(loc, mlir::arith::CmpIPredicate::slt, lane, counts);
}

Value KernelEmitter::laneTailMask(int valid) {
  if (valid == 1 && lanes_ > 1 && target_.hasFma && !target_.strict)
    return firstLane(builder_, b_.loc(), frame_.hi, lanes_);
  llvm::SmallVector<bool> bits(size_t(lanes_), false);
  std::fill_n(bits.begin(), valid, true);
  auto type = mlir::VectorType::get({lanes_}, builder_.getI1Type());
  return builder_.create<mlir::arith::ConstantOp>(b_.loc(),
                                                  mlir::DenseElementsAttr::get(type, bits));
}

Status KernelEmitter::emitIf(Scope& scope, Value condition,
                             llvm::function_ref<Status(Scope& inside)> body) {
  focus(scope);
  auto branch = builder_.create<mlir::scf::IfOp>(b_.loc(), condition, /*withElseRegion=*/false);
  mlir::Operation* before = std::exchange(scope.at.before, branch);
  InsertState inside{branch.thenBlock()};
  Scope child(scope, inside);
  focus(child);
  LZ_RETURN_IF_ERROR(body(child));
  scope.at.before = before;
  return okStatus();
}

StatusOr<KernelEmitter::Values> KernelEmitter::emitFor(Scope& scope, BoundDim lower, BoundDim upper,
                                                       int64_t step, const Values& carried,
                                                       ForBody body) {
  focus(scope);
  auto loop = builder_.create<mlir::scf::ForOp>(locOfLoop(), asValue(lower), asValue(upper),
                                                b_.intConstant(64, step), carried);
  mlir::Operation* before = std::exchange(scope.at.before, loop);
  InsertState inside{loop.getBody()};
  Scope child(scope, inside);
  Values arguments(loop.getRegionIterArgs().begin(), loop.getRegionIterArgs().end());
  LZ_ASSIGN_OR_RETURN(Values results, body(child, loop.getInductionVar(), arguments));
  if (!carried.empty()) {
    builder_.setInsertionPointToEnd(loop.getBody());
    builder_.create<mlir::scf::YieldOp>(b_.loc(), results);
  }
  scope.at.before = before;
  focus(scope);
  return Values(loop.getResults().begin(), loop.getResults().end());
}

Value KernelEmitter::isCancelled() {
  mlir::Operation* kernel = builder_.getInsertionBlock()->getParentOp();
  auto module = kernel->getParentOfType<mlir::ModuleOp>();
  auto callee = module.lookupSymbol<mlir::func::FuncOp>(kIsCancelled);
  if (!callee) {
    mlir::OpBuilder::InsertionGuard guard(builder_);
    builder_.setInsertionPointToStart(module.getBody());
    callee = builder_.create<mlir::func::FuncOp>(
        b_.loc(), kIsCancelled, builder_.getFunctionType({}, {builder_.getI64Type()}));
    callee.setPrivate();
  }
  Value answer = builder_.create<mlir::func::CallOp>(b_.loc(), callee).getResult(0);
  return b_.cmpi(LaneBuilder::ICmp::ne, answer, b_.intConstant(64, 0));
}

// A sum of 2^30 points in one unit, which takes 0.2 s, has a loop of 4096 pieces around it. Each
// runs to its end, or, in a run that is cancelled, to its beginning.
StatusOr<KernelEmitter::Values> KernelEmitter::emitLongFor(Scope& scope, int64_t upper,
                                                           int64_t step, int64_t inside,
                                                           const Values& carried, ForBody body) {
  if (!schedule_.grid.looksInside || !target_.callsHost() || upper < 4 * kPiece / inside)
    return emitFor(scope, {{}, 0}, {{}, upper}, step, carried, body);
  int64_t piece = std::max<int64_t>(1, kPiece / inside / step) * step;
  auto run = [&](Scope& child, Value first, const Values& values) -> StatusOr<Values> {
    focus(child);
    Value end = b_.addi(first, b_.intConstant(64, piece)), whole = b_.intConstant(64, upper);
    end = b_.select(b_.cmpi(LaneBuilder::ICmp::slt, end, whole), end, whole);
    end = b_.select(isCancelled(), first, end);
    return emitFor(child, {first}, {end}, step, values, body);
  };
  return emitFor(scope, {{}, 0}, {{}, upper}, piece, carried, run);
}

// At each update a scatter goes through the vectors of its unit.
int64_t KernelEmitter::pointsOfUpdate(const Stage& scatter) const {
  return std::min(extent(scatter.loops.back().dim), grid_.tileLanes);
}

StatusOr<KernelEmitter::Values> KernelEmitter::emitLanes(const Stage& stage, int32_t dim,
                                                         Scope& scope, Values carried,
                                                         LoopBody body) {
  int64_t whole = extent(dim) / lanes_ * lanes_;
  if (whole > 0) {
    auto loop = [&](Scope& child, Value i, const Values& values) {
      child.stage = &stage;
      child.bindLanes(dim, {i}, lanes_, {});
      return body(child, values);
    };
    LZ_ASSIGN_OR_RETURN(carried, emitLongFor(scope, whole, lanes_, 1, carried, loop));
  }
  if (whole == extent(dim))
    return carried;
  focus(scope);
  Scope rest(scope, scope.at);
  rest.stage = &stage;
  rest.bindLanes(dim, {{}, whole}, lanes_, laneTailMask(int(extent(dim) - whole)));
  return body(rest, carried);
}

StatusOr<KernelEmitter::Values> KernelEmitter::emitNestFrom(const Stage& stage, Loops loops,
                                                            Scope& scope, Values carried,
                                                            LoopBody body) {
  if (loops.empty())
    return body(scope, carried);
  const StageLoop& loop = loops.front();
  Loops inner = loops.subspan(1);
  if (loop.form == LoopForm::Lanes)
    return emitLanes(stage, loop.dim, scope, std::move(carried), body);
  if (loop.form == LoopForm::Together)
    return emitPoints(stage, scope, std::move(carried), body);
  if (loop.form == LoopForm::Copies || extent(loop.dim) == 1) {
    for (int64_t i = 0; i < extent(loop.dim); ++i) {
      Scope point(scope, scope.at);
      point.stage = &stage;
      point.bind(loop.dim, {{}, i});
      LZ_ASSIGN_OR_RETURN(carried, emitNestFrom(stage, inner, point, std::move(carried), body));
    }
    return carried;
  }
  int64_t inside = 1;
  for (const StageLoop& l : inner)
    inside = extent(l.dim) > kPiece / inside ? kPiece : inside * extent(l.dim);
  if (stage.kind == StageKind::Scatter && hasLanes(stage)) {
    int64_t points = pointsOfUpdate(stage);
    inside = points > kPiece / inside ? kPiece : inside * points;
  }
  return emitLongFor(scope, extent(loop.dim), 1, inside, carried,
                     [&](Scope& child, Value i, const Values& values) {
                       child.stage = &stage;
                       child.bind(loop.dim, {i});
                       return emitNestFrom(stage, inner, child, values, body);
                     });
}

StatusOr<KernelEmitter::Values> KernelEmitter::emitNest(const Stage& stage, Loops loops,
                                                        Scope& scope, const Values& carried,
                                                        LoopBody body) {
  for (const StageLoop& loop : loops)
    if (extent(loop.dim) == 0)
      return carried;
  return emitNestFrom(stage, loops, scope, carried, body);
}

} // namespace lz::emit

// Unrolls short loops whose body computes each element from the elements at the same place (point
// by point). So values stay in registers between trips. Generators of random bits are such loops.
//
//   %r:2 = while(%i = %zero, %x = %a) cond { %i < 3 }
//     do { return %i + 1, multiply(%x, %x) }
//   ->  %0 = multiply %a, %a
//       %1 = multiply %0, %0
//       %r = multiply %1, %1
//
// If 5 trips read and write an array of 10^7 f32, they move 400 MB. The unrolled loop moves 80 MB.
//
// Needs: calls inlined, canonical form.
// Leaves: no such loop, unless its condition has effects, its trip count is unknown, or its trips
// have more than kMostOps arithmetic ops in total. Values do not change, but a multiplication and
// an addition from two trips can be fused into one FMA.
#include "hlo/ir/Effects.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "hlo/rewrite/Trips.h"

#include "mlir/IR/IRMapping.h"

namespace lz::hlo {
namespace {

// The limit is twice the size of the loop of Threefry, which has five trips of about 45 ops. A
// kernel of 512 integer ops compiles in 20 ms. With half or twice this limit, all plans of the
// bench's 258 programs stay the same.
constexpr int64_t kMostOps = 512;

bool isArithmetic(mlir::Operation& op) {
  const OpInfo* info = opInfo(&op);
  return info && info->kind == OpKind::Elementwise;
}

// Finds the values of a body that are known in every trip: state that starts as a constant, and
// values that depend only on known values.
class KnownValues {
public:
  KnownValues(mlir::Block& body, mlir::ValueRange starts) : body_(body) {
    for (auto [argument, start] : llvm::zip(body.getArguments(), starts))
      if (!isConstant(start))
        forget(argument);
    for (mlir::Operation& op : body.without_terminator())
      if (op.getNumRegions() != 0 || hasEffects(&op) ||
          llvm::any_of(op.getOperands(), [&](mlir::Value value) { return !contains(value); }))
        forgetAll(op.getResults());
    while (!forgotten_.empty())
      forgetUsersOf(forgotten_.pop_back_val());
  }

  bool contains(mlir::Value value) const {
    return value.getParentBlock() == &body_ ? !unknown_.contains(value) : isConstant(value);
  }

private:
  static bool isConstant(mlir::Value value) {
    return is(value.getDefiningOp(), Opcode::Constant) || splatOf(value).valid();
  }

  void forget(mlir::Value value) {
    if (unknown_.insert(value).second)
      forgotten_.push_back(value);
  }
  void forgetAll(mlir::ValueRange values) {
    for (mlir::Value value : values)
      forget(value);
  }
  // Marks the values that depend on `value` as unknown. If the value becomes the state of the next
  // trip, that state is unknown.
  void forgetUsersOf(mlir::Value value) {
    for (mlir::OpOperand& use : value.getUses())
      if (use.getOwner() == body_.getTerminator())
        forget(body_.getArgument(use.getOperandNumber()));
      else if (use.getOwner()->getBlock() == &body_)
        forgetAll(use.getOwner()->getResults());
  }

  mlir::Block& body_;
  llvm::DenseSet<mlir::Value> unknown_;
  llvm::SmallVector<mlir::Value> forgotten_;
};

// Returns whether each op of the body works point by point, broadcasts a scalar, or reads only
// known values. Fusion then makes one kernel of all trips and computes no value twice.
bool isPointwise(mlir::Operation* loop) {
  mlir::Block& body = loop->getRegion(1).front();
  const KnownValues known(body, loop->getOperands());
  return llvm::all_of(body.without_terminator(), [&](mlir::Operation& op) {
    const OpInfo* info = opInfo(&op);
    if (!info || op.getNumRegions() != 0)
      return false;
    if (info->kind == OpKind::Elementwise || info->kind == OpKind::Source)
      return true;
    if (info->kind != OpKind::View)
      return false;
    return llvm::all_of(op.getOperands(), [&](mlir::Value value) {
      return known.contains(value) || typeOf(value).dims.empty();
    });
  });
}

void writeOut(mlir::Operation* loop, int64_t trips, mlir::IRRewriter& rewriter) {
  mlir::Block& body = loop->getRegion(1).front();
  llvm::SmallVector<mlir::Value> state(loop->getOperands());
  rewriter.setInsertionPoint(loop);
  for (int64_t trip = 0; trip < trips; ++trip) {
    mlir::IRMapping values;
    values.map(body.getArguments(), state);
    for (mlir::Operation& op : body.without_terminator())
      rewriter.clone(op, values);
    for (auto [value, next] : llvm::zip(state, body.getTerminator()->getOperands()))
      value = values.lookupOrDefault(next);
  }
  rewriter.replaceOp(loop, state);
}

struct UnrollLoops : ModulePass<UnrollLoops> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UnrollLoops)
  static constexpr llvm::StringLiteral kName = "lz-unroll-loops";
  static constexpr llvm::StringLiteral kSummary =
      "Unroll loops of a few trips that work point by point.";

  // Unrolls inner loops first, so that a loop of loops can become a loop of ops.
  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::IRRewriter rewriter(module.getContext());
    module.walk<mlir::WalkOrder::PostOrder>([&](mlir::Operation* op) {
      if (is(op, Opcode::While) && !hasEffects(op) && isPointwise(op))
        unroll(op, rewriter);
    });
    return mlir::success();
  }

private:
  static void unroll(mlir::Operation* loop, mlir::IRRewriter& rewriter) {
    const int64_t ops =
        std::max<int64_t>(llvm::count_if(loop->getRegion(1).front(), isArithmetic), 1);
    const int64_t most = kMostOps / ops;
    std::optional<int64_t> trips = tripsUpTo(loop, most + 1);
    if (trips && *trips <= most)
      writeOut(loop, *trips, rewriter);
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createUnrollLoopsPass() {
  return std::make_unique<UnrollLoops>();
}

} // namespace lz::hlo

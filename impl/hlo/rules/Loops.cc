// Removes state of loops that is not needed, replaces loops that run never or once, and moves
// invariant ops out of loops.
#include "hlo/ir/Effects.h"
#include "hlo/ir/PlainAttrs.h"
#include "hlo/rewrite/BlockOrder.h"
#include "hlo/rewrite/OpMaker.h"
#include "hlo/rewrite/Trips.h"
#include "hlo/rules/Tables.h"
#include "semantics/eval/Evaluate.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"
#include "mlir/IR/IRMapping.h"

namespace lz::hlo {
namespace {

// Makes the loop again without the state in `removed`. The new condition and body read the start
// value of this state instead.
mlir::Operation* withoutState(mlir::Operation* op, const llvm::BitVector& removed,
                              mlir::PatternRewriter& rewriter) {
  mlir::OperationState state(op->getLoc(), op->getName());
  for (mlir::OpResult result : op->getResults())
    if (unsigned i = result.getResultNumber(); !removed[i]) {
      state.operands.push_back(op->getOperand(i));
      state.types.push_back(result.getType());
    }
  state.addAttributes(op->getAttrs());
  for (mlir::Region& region : op->getRegions()) {
    for (unsigned i : removed.set_bits())
      rewriter.replaceAllUsesWith(region.getArgument(i), op->getOperand(i));
    region.front().eraseArguments(removed);
    state.addRegion()->takeBody(region);
  }
  mlir::Operation* loop = rewriter.create(state);
  mlir::Operation* next = loop->getRegion(1).front().getTerminator();
  rewriter.modifyOpInPlace(next, [&] { next->eraseOperands(removed); });
  return loop;
}

// Removes carried values of a loop. At least one carried value is kept, because a loop without
// operands has another syntax.
struct RemoveState : OpcodePattern {
  explicit RemoveState(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::While) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    llvm::BitVector removed = find(op);
    if (removed.all())
      removed.reset(0);
    if (removed.none())
      return mlir::failure();
    llvm::SmallVector<mlir::Value> results(op->getOperands());
    mlir::Operation* loop = withoutState(op, removed, rewriter);
    unsigned kept = 0;
    for (unsigned i = 0; i < results.size(); ++i)
      if (!removed[i])
        results[i] = loop->getResult(kept++);
    rewriter.replaceOp(op, results);
    return mlir::success();
  }

protected:
  virtual llvm::BitVector find(mlir::Operation* loop) const = 0;
};

// Removes carried values that the body returns unchanged. Condition and body read the initial value
// from outside of the loop instead, so no copy of it is made for the loop.
//
//   %r:2 = while(%i = %n, %m = %matrix) cond { .. } do { .., return %next, %m }
//   ->  %r = while(%i = %n) cond { .. } do { .. %matrix .., return %next }
struct UnchangedState : RemoveState {
  using RemoveState::RemoveState;

  llvm::BitVector find(mlir::Operation* loop) const override {
    mlir::Block& body = loop->getRegion(1).front();
    llvm::BitVector unchanged(body.getNumArguments());
    for (mlir::OpOperand& next : body.getTerminator()->getOpOperands())
      unchanged[next.getOperandNumber()] = next.get() == body.getArgument(next.getOperandNumber());
    return unchanged;
  }
};

// Removes carried values that nothing needs: neither the code after the loop, nor the condition,
// nor another carried value.
struct UnusedState : RemoveState {
  using RemoveState::RemoveState;

  llvm::BitVector find(mlir::Operation* loop) const override {
    mlir::Block &condition = loop->getRegion(0).front(), &body = loop->getRegion(1).front();
    llvm::BitVector needed(loop->getNumResults());
    for (mlir::OpResult result : loop->getResults())
      needed[result.getResultNumber()] =
          !result.use_empty() || !condition.getArgument(result.getResultNumber()).use_empty();
    llvm::SmallVector<mlir::Value> roots;
    for (unsigned i : needed.set_bits())
      roots.push_back(body.getTerminator()->getOperand(i));
    for (mlir::Operation& op : body.without_terminator())
      if (hasEffects(&op))
        llvm::append_range(roots, readBy(&op));
    llvm::DenseSet<mlir::Value> seen;
    while (!roots.empty()) {
      mlir::Value value = roots.pop_back_val();
      if (value.getParentBlock() != &body || !seen.insert(value).second)
        continue;
      if (mlir::Operation* op = value.getDefiningOp()) {
        llvm::append_range(roots, readBy(op));
        continue;
      }
      unsigned i = mlir::cast<mlir::BlockArgument>(value).getArgNumber();
      if (!needed[i])
        roots.push_back(body.getTerminator()->getOperand(i));
      needed.set(i);
    }
    return needed.flip();
  }
};

// Scalars of a loop that are known at compile time: known start values, and values that follow from
// them.
class KnownScalars {
public:
  void set(mlir::Value value, Literal literal) { known_[value] = std::move(literal); }

  // Returns the known value, or an invalid literal.
  Literal of(mlir::Value value) const {
    auto it = known_.find(value);
    return it == known_.end() ? splatOfScalar(value) : it->second;
  }

  static Literal splatOfScalar(mlir::Value value) {
    return typeOf(value).rank() == 0 ? splatOf(value) : Literal();
  }

  // Computes the values of the block that follow from its known arguments.
  void run(mlir::Block& block) {
    for (mlir::Operation& op : block.without_terminator())
      if (Literal result = resultOf(op); result.valid())
        set(op.getResult(0), std::move(result));
  }

private:
  Literal resultOf(mlir::Operation& op) const {
    const OpInfo* info = opInfo(&op);
    if (!info || info->kind != OpKind::Elementwise || !hasKnownTypes(&op))
      return {};
    std::vector<Literal> operands;
    for (mlir::Value operand : op.getOperands()) {
      operands.push_back(of(operand));
      if (!operands.back().valid())
        return {};
    }
    StatusOr<Attrs> attrs = plainAttrs(&op, *info, Literals::Copy);
    if (!attrs.ok())
      return {};
    StatusOr<Literal> value =
        eval::evaluateOp(info->opcode, operands, *attrs, typeOf(op.getResult(0)));
    return value.ok() ? *std::move(value) : Literal();
  }

  llvm::DenseMap<mlir::Value, Literal> known_;
};

// Removes while(i = 3; i < 3), which never runs, and replaces while(i = 2; i < 3; i + 1) by its
// body.
struct KnownTrips : OpcodePattern {
  explicit KnownTrips(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::While) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    if (hasEffects(op->getRegion(0)))
      return mlir::failure();
    llvm::SmallVector<Literal> first, second;
    for (mlir::Value value : op->getOperands())
      first.push_back(KnownScalars::splatOfScalar(value));
    Literal enters = condition(op, first);
    if (!enters.valid())
      return mlir::failure();
    if (enters.toInt(0) == 0) {
      rewriter.replaceOp(op, op->getOperands());
      return mlir::success();
    }
    mlir::Block& body = op->getRegion(1).front();
    KnownScalars scalars = startingFrom(body, first);
    for (mlir::Value next : body.getTerminator()->getOperands())
      second.push_back(scalars.of(next));
    Literal stays = condition(op, second);
    if (!stays.valid() || stays.toInt(0) != 0)
      return mlir::failure();
    mlir::Operation* terminator = body.getTerminator();
    llvm::SmallVector<mlir::Value> operands(op->getOperands());
    rewriter.inlineBlockBefore(&body, op, operands);
    llvm::SmallVector<mlir::Value> results(terminator->getOperands());
    rewriter.replaceOp(op, results);
    rewriter.eraseOp(terminator);
    return mlir::success();
  }

private:
  static KnownScalars startingFrom(mlir::Block& block, llvm::ArrayRef<Literal> arguments) {
    KnownScalars scalars;
    for (auto [argument, literal] : llvm::zip(block.getArguments(), arguments))
      if (literal.valid())
        scalars.set(argument, literal);
    scalars.run(block);
    return scalars;
  }
  static Literal condition(mlir::Operation* op, llvm::ArrayRef<Literal> state) {
    mlir::Block& block = op->getRegion(0).front();
    return startingFrom(block, state).of(block.getTerminator()->getOperand(0));
  }
};

// Moves products, sums and factorizations before the loop if they are the same in every iteration,
// because they depend only on values from outside. Cheap ops that they read are copied. The
// originals of the cheap ops stay in the loop, since a loop that reads a constant from outside is
// slower. An op that can fail, or that can run forever, moves only if the loop is certain to run.
struct InvariantOps : OpcodePattern {
  explicit InvariantOps(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::While) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    mlir::Block& body = op->getRegion(1).front();
    const bool runs = tripsUpTo(op, 1) == 1;
    llvm::DenseSet<mlir::Operation*> invariant;
    mlir::Operation* found = nullptr;
    for (mlir::Operation& inner : body.without_terminator()) {
      bool isInvariant =
          opInfo(&inner) && (runs ? !hasEffects(&inner) : mayRunEarly(&inner)) &&
          llvm::all_of(readBy(&inner), [&](mlir::Value value) {
            return value.getParentBlock() != &body || invariant.contains(value.getDefiningOp());
          });
      if (!isInvariant)
        continue;
      invariant.insert(&inner);
      if (!found && isWorthIt(inner))
        found = &inner;
    }
    if (!found)
      return mlir::failure();
    rewriter.replaceOp(found, copyBefore(op, found, rewriter)->getResults());
    return mlir::success();
  }

private:
  static bool isWorthIt(mlir::Operation& op) {
    OpKind kind = opInfo(&op)->kind;
    return kind == OpKind::Contraction || kind == OpKind::Reduce || kind == OpKind::Library;
  }
  static mlir::Operation* copyBefore(mlir::Operation* loop, mlir::Operation* op,
                                     mlir::PatternRewriter& rewriter) {
    llvm::SetVector<mlir::Operation*> needed;
    needed.insert(op);
    for (size_t i = 0; i < needed.size(); ++i)
      for (mlir::Value value : readBy(needed[i]))
        if (value.getParentBlock() == op->getBlock())
          needed.insert(value.getDefiningOp());
    rewriter.setInsertionPoint(loop);
    mlir::IRMapping map;
    mlir::Operation* copy = nullptr;
    for (mlir::Operation& inner : *op->getBlock())
      if (needed.contains(&inner))
        copy = rewriter.clone(inner, map);
    return copy; // the last copied op is `op` itself
  }
};

constexpr Rule kLoopsRules[] = {
    {"unchanged-state", "while(x) that hands x on -> the loop captures x",
     addPattern<UnchangedState>},
    {"unused-state", "while(x, y) -> while(x) if y is not read and decides nothing",
     addPattern<UnusedState>},
    {"known-trips", "while that is not entered -> its operands; that runs once -> its body",
     addPattern<KnownTrips>},
    {"invariant-ops", "while(dot(x, y) of captured values) -> dot(x, y) before it; sums, library",
     addPattern<InvariantOps>},
};

} // namespace

llvm::ArrayRef<Rule> loopRules() {
  return kLoopsRules;
}

} // namespace lz::hlo

#include "hlo/tiles/TileLoop.h"

#include "base/Integers.h"
#include "hlo/ir/Effects.h"
#include "hlo/rewrite/BlockOrder.h"
#include "hlo/tiles/TileOps.h"
#include "spec/Identity.h"

#include "llvm/ADT/SetVector.h"

#include <algorithm>

namespace lz::hlo {
namespace {

using OpSet = llvm::SetVector<mlir::Operation*>;

class RoundWriter {
public:
  RoundWriter(const TiledDim& tiledDim, const TileRounds& rounds, const RoundOps& round)
      : tiledDim_(tiledDim), rounds_(rounds), ops_(round), first_(round.ops.back()) {
    // The loop is written before the first op whose result it replaces.
    for (const auto* ops : {&round.combined, &round.outputs})
      for (mlir::Operation* op : *ops)
        if (op->isBeforeInBlock(first_))
          first_ = op;
  }

  // Returns the ops that must be moved before the loop, in their order, or nullopt if one of them
  // cannot be moved.
  std::optional<llvm::SmallVector<mlir::Operation*>> movedUp() const {
    OpSet moved, done;
    for (mlir::Value value : valuesReadBy(tiledDim_, rounds_, ops_))
      addLater(value, moved);
    const size_t read = moved.size();
    for (size_t i = 0; i < moved.size(); ++i) {
      if (isDone(moved[i], /*isReadOutside=*/i >= read)) {
        done.insert(moved[i]);
        continue;
      }
      if (hasEffects(moved[i]) || tiledDim_.combined.contains(moved[i]) ||
          tiledDim_.derived.contains(moved[i]))
        return std::nullopt;
      for (mlir::Value value : readBy(moved[i]))
        addLater(value, moved);
    }
    moved.set_subtract(done);
    return inBlockOrder(moved.getArrayRef());
  }

  bool hasTrips(int64_t tile) const { return tiledDim_.extent - beginOfLoop(tile) >= tile; }

  // Writes a loop over all tiles.
  void write(int64_t tile, mlir::RewriterBase& rewriter) {
    moveUp(rewriter);
    const int64_t begin = beginOfLoop(tile),
                  end = tiledDim_.extent - (tiledDim_.extent - begin) % tile;
    Values states = startStates(rewriter);
    if (begin > 0)
      states = tileAt(0, begin, states, rewriter);
    if (begin < end)
      states = loop(states, {number(begin, rewriter), {}, end, tile}, rewriter);
    if (end < tiledDim_.extent)
      states = tileAt(end, tiledDim_.extent - end, states, rewriter);
    finish(states, rewriter);
  }

  // Writes a loop over the tiles that `count` counts.
  void write(const LoopCount& count, mlir::RewriterBase& rewriter) {
    moveUp(rewriter);
    finish(loop(startStates(rewriter), count, rewriter), rewriter);
  }

private:
  void moveUp(mlir::RewriterBase& rewriter) {
    const std::optional<llvm::SmallVector<mlir::Operation*>> moved = movedUp();
    for (mlir::Operation* op : *moved)
      rewriter.moveOpBefore(op, first_);
    rewriter.setInsertionPoint(first_);
  }

  mlir::Value number(int64_t value, mlir::RewriterBase& rewriter) const {
    return OpMaker(rewriter, first_->getLoc()).splat(LoopCount::type(), double(value));
  }

  // Returns the first element of the loop. If the round selects the largest k elements, the first
  // tile is computed before the loop. It has at least k elements, so that the state always has k,
  // and the elements after it are whole tiles. In other rounds the loop begins at 0.
  int64_t beginOfLoop(int64_t tile) const {
    int64_t most = 0;
    for (mlir::Operation* op : ops_.combined)
      if (is(op, Opcode::TopK))
        most = std::max(most, typeOf(op->getResult(0)).dims.back());
    return most > 0 ? tiledDim_.extent - (tiledDim_.extent - most) / tile * tile : 0;
  }

  // Makes the ops of one tile outside of the loop.
  Values tileAt(int64_t begin, int64_t extent, mlir::ValueRange states,
                mlir::RewriterBase& rewriter) const {
    return makeTile(tiledDim_, rounds_, ops_, rewriter, number(begin, rewriter), extent, states);
  }

  // Adds the op that makes a value, if it comes after the place of the loop.
  void addLater(mlir::Value value, OpSet& ops) const {
    mlir::Operation* op = value.getDefiningOp();
    if (op && op->getBlock() == tiledDim_.block && op != first_ && first_->isBeforeInBlock(op))
      ops.insert(op);
  }

  // Returns whether the loop of an earlier round makes the results of the op, so that the op need
  // not move. If the op is an output, other tiled ops still read its tiles, but ops outside read
  // the stored result.
  bool isDone(mlir::Operation* op, bool isReadOutside) const {
    const size_t earlier = size_t(&ops_ - rounds_.rounds.begin());
    return llvm::any_of(llvm::ArrayRef(rounds_.rounds).take_front(earlier),
                        [&](const RoundOps& round) {
                          return (isReadOutside && llvm::is_contained(round.outputs, op)) ||
                                 (llvm::is_contained(round.combined, op) && isPlain(op));
                        });
  }

  // Returns whether the state of a combined op is its result.
  bool isPlain(mlir::Operation* op) const {
    const CombinedOp& combined = rounds_.combined.find(op)->second;
    return !combined.rescaling && combined.factors.empty() && combined.pointOps.empty();
  }

  Values startStates(mlir::RewriterBase& rewriter) const {
    Values states;
    for (mlir::Operation* op : ops_.ops)
      if (tiledDim_.combined.contains(op))
        addStartsOf(op, states, rewriter);
    for (mlir::Operation* op : ops_.outputs)
      for (mlir::Value result : op->getResults())
        states.push_back(OpMaker(rewriter, op->getLoc()).splat(typeOf(result), 0));
    return states;
  }

  static void addStartsOf(mlir::Operation* op, Values& states, mlir::RewriterBase& rewriter) {
    OpMaker maker(rewriter, op->getLoc());
    const TensorType type = typeOf(op->getResult(0));
    if (is(op, Opcode::TopK)) {
      states.append(op->getNumResults(), mlir::Value()); // nothing is selected yet
    } else if (is(op, Opcode::Gather)) {
      states.push_back(maker.splat(type, 0));
    } else if (is(op, Opcode::Scatter)) {
      states.push_back(op->getOperand(0));
    } else if (is(op, Opcode::DotGeneral)) {
      const bool isWidened = isFloat(type.dtype) && storageBits(type.dtype) < 32;
      const DType dtype = isWidened ? DType::F32 : type.dtype;
      states.push_back(maker.splat({dtype, type.dims}, 0));
    } else if (const Literal identity = identityOfReduce(op); identity.valid()) {
      states.push_back(maker.splat(identity, type.dims));
    } else {
      for (mlir::Value init : op->getOperands().drop_front(op->getNumResults()))
        states.push_back(maker.broadcast(init, type.dims, {}));
    }
  }

  Values loop(mlir::ValueRange starts, const LoopCount& count, mlir::RewriterBase& rewriter) const {
    return makeLoop(
        count, starts,
        [&](mlir::OpBuilder& inside, mlir::Value offset, mlir::ValueRange states) {
          return makeTile(tiledDim_, rounds_, ops_, inside, offset, count.step, states);
        },
        rewriter, first_->getLoc());
  }

  void finish(mlir::ValueRange states, mlir::RewriterBase& rewriter) {
    for (mlir::Operation* op : ops_.ops) {
      if (!tiledDim_.combined.contains(op))
        continue;
      rewriter.setInsertionPoint(op);
      const Values results = finished(op, states.take_front(op->getNumResults()), rewriter);
      states = states.drop_front(op->getNumResults());
      extrema_[op] = results[0];
      rewriter.replaceAllUsesWith(op->getResults(), results);
    }
    for (mlir::Operation* op : ops_.outputs) {
      auto isOutside = [&](mlir::OpOperand& use) { return !tiledDim_.contains(use.getOwner()); };
      for (mlir::Value result : op->getResults()) {
        rewriter.replaceUsesWithIf(result, states.front(), isOutside);
        states = states.drop_front();
      }
    }
  }

  // Returns the results of a combined op. `states` are its states after all tiles.
  Values finished(mlir::Operation* op, mlir::ValueRange states,
                  mlir::RewriterBase& rewriter) const {
    const CombinedOp& combined = rounds_.combined.find(op)->second;
    if (is(op, Opcode::TopK) || is(op, Opcode::Scatter))
      return Values(states);
    if (is(op, Opcode::Gather))
      return {afterPoints(tiledDim_, combined, states[0], op, rewriter)};
    OpMaker maker(rewriter, op->getLoc());
    mlir::Value value = states[0];
    if (is(op, Opcode::Reduce)) {
      const Literal identity = identityOfReduce(op);
      if (!identity.valid())
        return Values(states);
      if (mlir::Value init = op->getOperand(1); !(splatOf(init) == identity)) {
        init = maker.broadcast(maker.convert(init, identity.type().dtype), typeOf(value).dims, {});
        value = maker.make(*combinerOf(op->getRegion(0)), {init, value});
      }
    }
    if (combined.rescaling)
      value = withoutElements(op, *combined.rescaling, value, rewriter);
    value = maker.convert(value, typeOf(op->getResult(0)).dtype);
    for (const SumFactor& factor : combined.factors)
      value = maker.make(factor.opcode,
                         {value, maker.broadcast(factor.value(), typeOf(value).dims, factor.dims)});
    return {value};
  }

  // If all elements of a row are -inf (for a minimum: inf), the extremum equals its start value.
  // Then the program computes, for example, exp(-inf - -inf), which is NaN, but the loop does not
  // compute it. So this function adds g times 0 to the sum of such a row. If g is NaN, the sum
  // becomes NaN.
  mlir::Value withoutElements(mlir::Operation* op, const Rescaling& rescaling, mlir::Value value,
                              mlir::RewriterBase& rewriter) const {
    OpMaker maker(rewriter, op->getLoc());
    mlir::Value extremum = extrema_.lookup(rescaling.extremum);
    const TensorType row = typeOf(extremum), type = typeOf(value);
    mlir::Value g = valueOfG(tiledDim_, rescaling, extremum, {}, rewriter),
                zero = maker.splat(row, 0);
    mlir::Value isNone =
        maker.compare("EQ", extremum, maker.splat(identityOfReduce(rescaling.extremum), row.dims));
    mlir::Value added =
        maker.make(Opcode::Select, {isNone, maker.make(Opcode::Multiply, {g, zero}), zero});
    added =
        likeResult(tiledDim_, op, rescaling, maker.convert(added, type.dtype), type.dims, maker);
    return maker.make(Opcode::Add, {value, added});
  }

  const TiledDim& tiledDim_;
  const TileRounds& rounds_;
  const RoundOps& ops_;
  mlir::Operation* first_;
  llvm::DenseMap<mlir::Operation*, mlir::Value> extrema_; // results of combined ops after all tiles
};

} // namespace

bool canWriteTileLoops(const TiledDim& tiledDim, const TileRounds& rounds) {
  return llvm::all_of(rounds.rounds, [&](const RoundOps& round) {
    return round.ops.empty() || RoundWriter(tiledDim, rounds, round).movedUp();
  });
}

bool haveTrips(const TiledDim& tiledDim, const TileRounds& rounds, int64_t tile) {
  return llvm::all_of(rounds.rounds, [&](const RoundOps& round) {
    return round.ops.empty() || RoundWriter(tiledDim, rounds, round).hasTrips(tile);
  });
}

void writeTileLoops(const TiledDim& tiledDim, const TileRounds& rounds, int64_t tile,
                    mlir::RewriterBase& rewriter) {
  for (const RoundOps& round : rounds.rounds)
    if (!round.ops.empty())
      RoundWriter(tiledDim, rounds, round).write(tile, rewriter);
}

void writeLoopOfTiles(const TiledDim& tiledDim, const TileRounds& rounds, const LoopCount& count,
                      mlir::RewriterBase& rewriter) {
  for (const RoundOps& round : rounds.rounds)
    if (!round.ops.empty())
      RoundWriter(tiledDim, rounds, round).write(count, rewriter);
}

} // namespace lz::hlo

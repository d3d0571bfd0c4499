#include "hlo/tiles/TileRounds.h"

#include "absl/algorithm/container.h"
#include "hlo/rewrite/BlockOrder.h"
#include "hlo/rewrite/Dot.h"
#include "hlo/rewrite/TakeAlong.h"
#include "hlo/tiles/Rescale.h"
#include "spec/OpAttrs.inc.h"

#include "llvm/ADT/SetVector.h"

namespace lz::hlo {
namespace {

// Returns whether the op adds up the elements of operand `operand`, or products with these
// elements. Then a factor of the operand can be applied to the result instead.
bool isLinear(mlir::Operation* op) {
  if (is(op, Opcode::DotGeneral))
    return true;
  return is(op, Opcode::Reduce) && combinerOf(op->getRegion(0)) == Opcode::Add &&
         isFloat(typeOf(op->getResult(0)).dtype);
}

// Returns whether a sum starts at zero, so that a factor of all elements can be applied to the sum
// instead.
bool startsAtZero(mlir::Operation* op) {
  if (!is(op, Opcode::Reduce))
    return true;
  const Literal init = splatOf(op->getOperand(1));
  return init.valid() && init.toDouble(0) == 0;
}

// Returns the operands that a round needs for an op, with their dimensions. A tile of the operand
// along this dimension is needed, or the whole operand if the dimension is kWhole.
llvm::SmallVector<std::pair<mlir::Value, int64_t>, 4>
operandsIn(mlir::Operation* op, const TiledDim& tiledDim, const TileRounds& rounds) {
  llvm::SmallVector<std::pair<mlir::Value, int64_t>, 4> operands;
  if (auto it = rounds.combined.find(op); it != rounds.combined.end()) {
    const TileDims& dims = tiledDim.combined.find(op)->second;
    const unsigned count = it->second.selection ? 1 : unsigned(dims.size());
    for (unsigned i = 0; i < count; ++i)
      operands.emplace_back(it->second.operand(op, i), dims[i]);
    return operands;
  }
  auto tiled = tiledDim.tiled.find(op);
  const TileDims dims = tiled != tiledDim.tiled.end() ? *operandsOfTile(op, tiled->second)
                                                      : TileDims(op->getNumOperands(), kWhole);
  for (auto [operand, dim] : llvm::zip(op->getOperands(), dims))
    operands.emplace_back(operand, dim);
  return operands;
}

class RoundFinder {
public:
  RoundFinder(const TiledDim& tiledDim, bool rescales) : tiledDim_(tiledDim), rescales_(rescales) {}

  TileRounds run() {
    const auto [first, last] = range();
    for (mlir::Operation& op :
         llvm::make_range(first->getIterator(), std::next(last->getIterator()))) {
      if (tiledDim_.combined.contains(&op))
        addCombined(&op);
      else if (tiledDim_.tiled.contains(&op))
        addTiled(&op);
      else if (const int round = roundBefore(&op))
        after_[&op] = round;
    }
    for (const auto& [op, combined] : rounds_.combined)
      roundAt(combined.round).combined.push_back(op);
    for (const auto& [op, dim] : tiledDim_.tiled)
      if (tiledDim_.isOutput(op))
        roundAt(tiled_.lookup(op)).outputs.push_back(op);
    for (RoundOps& round : rounds_.rounds)
      findOps(round);
    return std::move(rounds_);
  }

private:
  // Returns the first and the last op that take part.
  std::pair<mlir::Operation*, mlir::Operation*> range() const {
    mlir::Operation *first = tiledDim_.tiled.front().first, *last = first;
    auto extend = [&](mlir::Operation* op) {
      if (op->isBeforeInBlock(first))
        first = op;
      if (last->isBeforeInBlock(op))
        last = op;
    };
    for (const auto& [op, dim] : tiledDim_.tiled)
      extend(op);
    for (const auto& [op, dims] : tiledDim_.combined)
      extend(op);
    return {first, last};
  }

  // Rounds are counted from 1 here. 0 means before all rounds. Returns the round after which a
  // value exists as a whole.
  int after(mlir::Value value) const { return after_.lookup(value.getDefiningOp()); }

  // Returns the last round that an op waits for.
  int roundBefore(mlir::Operation* op) const {
    int round = 0;
    for (mlir::Value value : readBy(op))
      round = std::max(round, after(value));
    return round;
  }

  // Returns the first round that can compute an op from these parts of its operands.
  int roundOf(mlir::ValueRange operands, const TileDims& dims) const {
    int round = 0;
    for (auto [operand, dim] : llvm::zip(operands, dims)) {
      auto it = dim == kWhole ? tiled_.end() : tiled_.find(operand.getDefiningOp());
      round = std::max(round, it != tiled_.end() ? it->second : after(operand));
    }
    return round;
  }

  void addTiled(mlir::Operation* op) {
    const int round = roundOf(op->getOperands(), *operandsOfTile(op, tiledDim_.tiled.lookup(op)));
    tiled_[op] = round;
    after_[op] = tiledDim_.derived.contains(op) ? round + 1 : roundBefore(op);
  }

  void addCombined(mlir::Operation* op) {
    CombinedOp combined;
    combined.freed.resize(op->getNumOperands());
    const TileDims& dims = tiledDim_.combined.find(op)->second;
    if (isLinear(op) && startsAtZero(op))
      for (unsigned i = 0; i < dims.size(); ++i)
        if (dims[i] != kWhole)
          removeFactors(op, i, combined);
    llvm::SmallVector<mlir::Value> operands;
    for (unsigned i = 0; i < dims.size(); ++i)
      operands.push_back(combined.operand(op, i));
    combined.round = roundOf(operands, dims);
    if (is(op, Opcode::Gather) && combined.round > 0 && !pickSelected(op, combined))
      pickEarlier(op, combined);
    if (rescales_ && isLinear(op) && combined.round > 0)
      for (unsigned i = 0; i < dims.size() && !combined.rescaling; ++i)
        rescale(op, combined, i, dims);
    after_[op] = combined.round + 1;
    for (mlir::Operation* point : combined.pointOps)
      after_[op] = std::max(after_[op], roundBefore(point));
    for (const SumFactor& factor : combined.factors)
      after_[op] = std::max(after_[op], after(factor.value()));
    rounds_.combined.insert({op, std::move(combined)});
  }

  // If the picked places are those that a selection finds in the same round, the loop carries the
  // picked elements along with the selected ones. So the picks need not wait for the selection.
  bool pickSelected(mlir::Operation* op, CombinedOp& combined) const {
    const mlir::Value places = scalarsOfVectors(op->getOperand(1));
    mlir::Operation* top = places ? places.getDefiningOp() : nullptr;
    auto selection = rounds_.combined.find(top);
    if (!is(top, Opcode::TopK) || selection == rounds_.combined.end() ||
        places != top->getResult(1))
      return false;
    const int64_t dim = tiledDim_.combined.find(op)->second[0];
    const int round = selection->second.round;
    if (dim + 1 != typeOf(op->getOperand(0)).rank() || roundOf({op->getOperand(0)}, {dim}) > round)
      return false;
    combined.selection = top;
    combined.round = round;
    return true;
  }

  // Finds an earlier value of the table from which the picked value is computed point by point. If
  // the loop picks elements of the earlier value, the picks need not wait for values of the row.
  void pickEarlier(mlir::Operation* op, CombinedOp& combined) const {
    llvm::SetVector<mlir::Operation*> points;
    mlir::Value earlier;
    points.insert(op->getOperand(0).getDefiningOp());
    for (size_t i = 0; i < points.size(); ++i) {
      auto tiled = tiledDim_.tiled.find(points[i]);
      if (tiled == tiledDim_.tiled.end() || !isPointwise(points[i]))
        return;
      for (auto [operand, dim] :
           llvm::zip(points[i]->getOperands(), *operandsOfTile(points[i], tiled->second))) {
        mlir::Operation* def = operand.getDefiningOp();
        if (dim == kWhole || operand == earlier)
          continue;
        const bool isEarlier = def && tiledDim_.tiled.contains(def) && tiled_.lookup(def) == 0 &&
                               tiledDim_.derived.contains(def);
        if (isEarlier && earlier)
          return;
        if (isEarlier)
          earlier = operand;
        else if (def)
          points.insert(def);
        else
          return;
      }
    }
    if (!earlier || typeOf(earlier) != typeOf(op->getOperand(0)))
      return;
    combined.freed[0] = earlier;
    combined.round = after(op->getOperand(1));
    combined.pointOps = inBlockOrder(points.getArrayRef());
  }

  // Moves factors of the row from an operand to the result, if tiles of the operand would have to
  // wait for them.
  void removeFactors(mlir::Operation* op, unsigned operand, CombinedOp& combined) {
    const Ints dims = resultDims(op, operand);
    mlir::Value value = op->getOperand(operand);
    while (mlir::Operation* scale = value.getDefiningOp()) {
      if (!tiledDim_.tiled.contains(scale) ||
          !(is(scale, Opcode::Multiply) || is(scale, Opcode::Divide)))
        return;
      bool isRemoved =
          removeFactor(scale, 1, dims, combined, value) ||
          (is(scale, Opcode::Multiply) && removeFactor(scale, 0, dims, combined, value));
      if (!isRemoved)
        return;
      combined.freed[operand] = value;
    }
  }

  bool removeFactor(mlir::Operation* scale, unsigned i, const Ints& dims, CombinedOp& combined,
                    mlir::Value& value) {
    mlir::Operation* broadcast = scale->getOperand(i).getDefiningOp();
    if (!is(broadcast, Opcode::BroadcastInDim) || !tiledDim_.tiled.contains(broadcast) ||
        (*operandsOfTile(broadcast, tiledDim_.tiled.lookup(broadcast)))[0] != kWhole ||
        after(broadcast->getOperand(0)) == 0)
      return false;
    SumFactor factor{*opcodeOf(scale), broadcast, {}};
    AttrsOf<BroadcastInDimAttrs> attrs(broadcast);
    for (int64_t d : attrs.broadcastDimensions()) {
      if (dims[size_t(d)] < 0)
        return false;
      factor.dims.push_back(dims[size_t(d)]);
    }
    combined.factors.insert(combined.factors.begin(), std::move(factor));
    value = scale->getOperand(1 - i);
    return true;
  }

  void rescale(mlir::Operation* op, CombinedOp& combined, unsigned operand, const TileDims& dims) {
    if (dims[operand] == kWhole)
      return;
    std::optional<Rescaling> rescaling = rescalingOf(tiledDim_, combined.operand(op, operand),
                                                     [&](mlir::Value v) { return after(v) > 0; });
    // Rescaling multiplies the sum so far by a factor for each element of the extremum. So the
    // result must have all dimensions of the extremum.
    Ints kept = resultDims(op, operand);
    kept.erase(kept.begin() + dims[operand]);
    if (!rescaling || absl::c_linear_search(kept, -1))
      return;
    auto extremum = rounds_.combined.find(rescaling->extremum);
    if (extremum == rounds_.combined.end())
      return;
    const int round = extremum->second.round;
    // The round that computes the extremum must be able to compute the other operand, too, and all
    // other values that g and its weights need.
    for (unsigned i = 0; i < dims.size(); ++i)
      if (i != operand && roundOf({combined.operand(op, i)}, {dims[i]}) > round)
        return;
    if (roundWithout(combined.operand(op, operand), *rescaling) > round)
      return;
    combined.round = round;
    combined.rescaling = std::move(rescaling);
    combined.rescaling->operand = operand;
  }

  // Returns the round that could compute a tiled value if the value did not have to wait for the
  // extremum of the rescaling.
  int roundWithout(mlir::Value value, const Rescaling& rescaling) const {
    llvm::SetVector<mlir::Operation*> seen;
    seen.insert(value.getDefiningOp());
    int round = 0;
    for (size_t i = 0; i < seen.size(); ++i) {
      mlir::Operation* op = seen[i];
      const bool isTiled = tiledDim_.tiled.contains(op);
      const TileDims dims = isTiled ? *operandsOfTile(op, tiledDim_.tiled.lookup(op))
                                    : TileDims(op->getNumOperands(), kWhole);
      for (auto [operand, dim] : llvm::zip(op->getOperands(), dims)) {
        mlir::Operation* def = operand.getDefiningOp();
        if (def == rescaling.extremum)
          continue;
        if (def && ((dim != kWhole && tiledDim_.tiled.contains(def)) ||
                    llvm::is_contained(rescaling.rowOps, def)))
          seen.insert(def);
        else
          round = std::max(round, after(operand));
      }
    }
    return round;
  }

  RoundOps& roundAt(int round) {
    rounds_.rounds.resize(std::max(rounds_.rounds.size(), size_t(round) + 1));
    return rounds_.rounds[size_t(round)];
  }

  // Finds the ops that compute a tile in a round, and the values that these ops read.
  void findOps(RoundOps& round) const {
    llvm::SetVector<mlir::Operation*> seen;
    seen.insert(round.combined.begin(), round.combined.end());
    seen.insert(round.outputs.begin(), round.outputs.end());
    for (mlir::Operation* op : round.combined)
      if (const auto& rescaling = rounds_.combined.find(op)->second.rescaling)
        seen.insert(rescaling->rowOps.begin(), rescaling->rowOps.end());
    for (size_t i = 0; i < seen.size(); ++i)
      for (auto [operand, dim] : operandsIn(seen[i], tiledDim_, rounds_))
        if (dim != kWhole && tiledDim_.tiled.contains(operand.getDefiningOp()))
          seen.insert(operand.getDefiningOp());
    round.ops = inBlockOrder(seen.getArrayRef());
  }

  const TiledDim& tiledDim_;
  bool rescales_;
  TileRounds rounds_;
  llvm::DenseMap<mlir::Operation*, int> tiled_; // the first round that can compute tiles of an op
  llvm::DenseMap<mlir::Operation*, int> after_;
};

} // namespace

llvm::SetVector<mlir::Value> valuesReadBy(const TiledDim& tiledDim, const TileRounds& rounds,
                                          const RoundOps& round) {
  llvm::SetVector<mlir::Value> read;
  const llvm::DenseSet<mlir::Operation*> made(round.ops.begin(), round.ops.end());
  for (mlir::Operation* op : round.ops)
    for (auto [operand, dim] : operandsIn(op, tiledDim, rounds)) {
      mlir::Operation* def = operand.getDefiningOp();
      // If an op needs a value as a whole, the tiles of this value that the round makes are not
      // enough.
      if (tiledDim.tiled.contains(def) ? dim == kWhole : !made.contains(def))
        read.insert(operand);
    }
  return read;
}

bool isPointwise(mlir::Operation* op) {
  return hasKnownTypes(op) && op->getNumResults() == 1 &&
         (opInfo(op)->kind == OpKind::Elementwise || is(op, Opcode::BroadcastInDim) ||
          is(op, Opcode::Constant));
}

Ints resultDims(mlir::Operation* op, unsigned operand) {
  Ints dims(size_t(typeOf(op->getOperand(operand)).rank()), -1);
  if (is(op, Opcode::Reduce)) {
    AttrsOf<ReduceAttrs> attrs(op);
    for (int64_t d = 0, kept = 0; d < int64_t(dims.size()); ++d)
      if (!absl::c_linear_search(attrs.dimensions(), d))
        dims[size_t(d)] = kept++;
    return dims;
  }
  const Dot dot(op);
  const DotSide& side = operand == 0 ? dot.lhs : dot.rhs;
  int64_t next = 0;
  for (int64_t d : side.batching)
    dims[size_t(d)] = next++;
  next += operand == 0 ? 0 : int64_t(dot.lhs.free().size());
  for (int64_t d : side.free())
    dims[size_t(d)] = next++;
  return dims;
}

TileRounds roundsOf(const TiledDim& tiledDim, bool rescales) {
  return RoundFinder(tiledDim, rescales).run();
}

} // namespace lz::hlo

#include "hlo/tiles/price/TilePrice.h"

#include "base/Integers.h"
#include "base/machine/ThreadPool.h"
#include "hlo/tiles/CompileTime.h"
#include "hlo/tiles/price/Moves.h"
#include "hlo/tiles/price/ProductPrice.h"
#include "hlo/tiles/price/WholeRows.h"
#include "spec/OpAttrs.inc.h"
#include "spec/OpCost.h"

#include <algorithm>
#include <vector>

namespace lz::hlo {
namespace {

double flopsOf(mlir::Operation* op) {
  if (is(op, Opcode::DotGeneral))
    return 2 * multiplyAddsOf(op);
  const bool isReduce = is(op, Opcode::Reduce);
  if (!isReduce && opInfo(op)->kind != OpKind::Elementwise)
    return 0;
  return double(typeOf(isReduce ? op->getOperand(0) : op->getResult(0)).numElements());
}

bool isFactor(mlir::Value value) {
  return llvm::any_of(value.getUsers(),
                      [](mlir::Operation* user) { return is(user, Opcode::DotGeneral); });
}

bool isNew(mlir::Operation* op, const RoundOps& round) {
  return llvm::is_contained(round.combined, op) || llvm::is_contained(round.outputs, op);
}

} // namespace

// Everything in the price of loops that is the same for all extents of the tiles.
class TilePricer::Parts {
public:
  Parts(const CutDim& outer, const CutDim* inner, MachineClass cpu)
      : outer_(outer), inner_(inner), cpu_(cpu), costs_(costTable(cpu)) {
    const CutDim& last = inner ? *inner : outer;
    mostOfRows_ = mostColumnsOfRows(last.tiledDim, last.rounds, cpu);
    addTables();
    for (size_t i = 0; i < outer.rounds.rounds.size(); ++i)
      addRound(outer.rounds.rounds[i], i > 0);
    auto addFlops = [&](mlir::Operation* op) {
      if (is(op, Opcode::DotGeneral))
        products_.push_back(productOf(op));
      fixed_.storedFlops += flopsOf(op);
      pointsOnceNs_ += nsOfPoints(op);
    };
    for (const auto& [op, dim] : outer.tiledDim.tiled)
      addFlops(op);
    for (const auto& [op, dims] : outer.tiledDim.combined)
      addFlops(op);
    for (const ProductPrice& product : products_)
      fixed_.stored += product.nsToMultiply({1, 1});
    fixed_.stored += thunks_ * kNsOfKernels / kRuns + pointsOnceNs_;
    // The elements selected so far and the tile are copied to one array.
    if ((combinesSelections() || selectsFromCopy_) && tables_.size() == 1)
      tables_.push_back(tables_.front());
    fixed_.tiled += nsToCompile() + pointsOnceNs_;
    fixed_.whole = heldBytes({1, 1});
  }

  // The tables of a tile have half of a cache, because operands and packed panels need the rest.
  // For example, the neighbours of 2,000 queries of 100 numbers take 257 ms with tiles of 8 MB
  // (1000 x 1000), and 293 ms with tiles of 12.5 MB (250 x 6250; Zen 4, two threads).
  TilePrice at(int64_t tile, int64_t innerTile) const {
    TilePrice price = fixed_;
    const Trips trips = {double(ceilDiv(outer_.tiledDim.extent, tile)),
                         inner_ ? double(ceilDiv(inner_->tiledDim.extent, innerTile)) : 1};
    // On whole rows, a tile of the tables never exists as a whole.
    const bool isOnRows = (inner_ ? innerTile : tile) <= mostOfRows_;
    price.held = isOnRows ? 0 : heldBytes(trips);
    for (const Table& table : tables_)
      price.tiled += isOnRows ? 0 : nsToMove(2 * table.bytes, 2 * price.held, costs_);
    for (const ProductPrice& product : products_)
      price.tiled += product.nsToMultiply(trips);
    for (const ProductPrice& product : again_)
      price.tiled += product.nsToMultiply(trips);
    for (const ProductPrice& product : passed_)
      price.tiled += product.nsOfOperands(trips);
    for (const Array& array : read_)
      price.tiled += (trips.times(array.cuts) - 1) *
                     nsToMove(array.bytes, array.bytes / trips.apart(array.cuts), costs_);
    for (const State& state : states_)
      price.tiled += nsOfState(state, trips);
    price.tiled += trips.all() * thunks_ * ThreadPool::kHandOffNs + pointsNs_;
    return price;
  }

  // Returns the bytes of tiles of the two largest tables or states. An op reads one and makes
  // another, and their memory serves the next ops, too. Sums that a product makes are added up in
  // place, so no memory is needed beside their result.
  double heldBytes(Trips trips) const {
    double largest = 0, second = 0;
    auto add = [&](double bytes) {
      second = std::max(second, std::min(bytes, largest));
      largest = std::max(largest, bytes);
    };
    for (const Table& table : tables_)
      add(table.bytes / trips.parts(table.cuts));
    for (const State& state : states_)
      if (!state.isOfProduct && (state.combined.outer || state.combined.inner))
        add(state.bytes / trips.parts(state.cuts));
    return largest + second;
  }

  // Returns the time to compile the kernels of the loops, as a part of each run. A loop that
  // combines selections makes its first tile before it, and a loop has two kernels of its own.
  double nsToCompile() const {
    return (thunks_ * (combinesSelections() ? 2 : 1) + (inner_ ? 4 : 2)) * kNsOfKernels / kRuns;
  }

  bool combinesSelections() const {
    return llvm::any_of(states_, [](const State& state) {
      return state.selected > 0 && (state.combined.outer || state.combined.inner);
    });
  }

private:
  struct Table {
    double bytes;
    Cuts cuts;
  };
  using Array = Table;

  // A result that is updated for each tile, or stored part by part.
  struct State {
    double bytes;
    Cuts combined, cuts;
    bool isOfProduct;
    double selected = 0; // the number of selected elements
  };

  Cuts cutsOf(mlir::Value result) const {
    auto isCut = [&](const TiledDim& tiledDim) {
      return tiledDim.tiled.contains(result.getDefiningOp());
    };
    return {isCut(outer_.tiledDim), inner_ && isCut(inner_->tiledDim)};
  }

  // The tables are the values that are arrays if nothing runs by tiles: results of products,
  // operands of products and selections, and shared functions. Other elementwise ops run as parts
  // of the kernels that read them.
  void addTables() {
    const TiledDim& tiledDim = outer_.tiledDim;
    llvm::SetVector<mlir::Value> tables;
    auto addOperands = [&](mlir::Operation* op, const TileDims& dims) {
      if (is(op, Opcode::DotGeneral) || is(op, Opcode::TopK))
        for (auto [operand, dim] : llvm::zip(op->getOperands(), dims))
          if (dim != kWhole && tiledDim.derived.contains(operand.getDefiningOp())) {
            tables.insert(operand);
            selectsFromCopy_ |= is(operand.getDefiningOp(), Opcode::Concatenate);
          }
    };
    for (const auto& [op, dim] : tiledDim.tiled) {
      if (!tiledDim.derived.contains(op))
        continue;
      addOperands(op, *operandsOfTile(op, dim));
      if ((is(op, Opcode::DotGeneral) && !tiledDim.isOutput(op)) || isSharedFunction(op))
        tables.insert(op->getResult(0));
    }
    for (const auto& [op, dims] : tiledDim.combined)
      addOperands(op, dims);
    for (mlir::Value table : tables) {
      tables_.push_back({bytesOf(table), cutsOf(table)});
      fixed_.tables += tables_.back().bytes;
      fixed_.stored += nsToMove(2 * tables_.back().bytes, tables_.back().bytes, costs_);
    }
    addMakers(tables);
  }

  // Finds the tiled ops from which the tables are computed, and the ops of the tables.
  void addMakers(const llvm::SetVector<mlir::Value>& tables) {
    for (mlir::Value table : tables)
      makers_.insert(table.getDefiningOp());
    for (size_t i = 0; i < makers_.size(); ++i)
      for (mlir::Value operand : makers_[i]->getOperands())
        if (outer_.tiledDim.tiled.contains(operand.getDefiningOp()))
          makers_.insert(operand.getDefiningOp());
  }

  void addRound(const RoundOps& round, bool isLater) {
    addArrays(round);
    for (mlir::Operation* op : round.ops) {
      fixed_.tiledFlops += flopsOf(op);
      thunks_ += thunksOf(op, round);
      const bool isAgain = isLater && !isNew(op, round);
      if (isAgain && makers_.contains(op))
        pointsNs_ += nsOfPoints(op);
      if (!is(op, Opcode::DotGeneral))
        continue;
      passed_.push_back(productOf(op));
      if (isAgain)
        again_.push_back(passed_.back());
    }
    for (const auto* ops : {&round.combined, &round.outputs})
      for (mlir::Operation* op : *ops)
        addState(op);
  }

  // Returns the number of kernels and products that run for the op. A selection has three: kernels
  // make its keys, and places of its results. A reduction of a table is a kernel.
  int thunksOf(mlir::Operation* op, const RoundOps& round) const {
    if (is(op, Opcode::TopK))
      return 3;
    const bool isReduced = is(op, Opcode::Reduce) && outer_.tiledDim.derived.contains(op);
    return is(op, Opcode::DotGeneral) || isReduced || llvm::is_contained(round.combined, op);
  }

  void addArrays(const RoundOps& round) {
    for (mlir::Value value : valuesReadBy(outer_.tiledDim, outer_.rounds, round)) {
      if (splatOf(value).valid())
        continue;
      const double bytes = bytesOf(value);
      const bool isSliced = outer_.tiledDim.sliced.contains(value);
      (isSliced ? fixed_.along : fixed_.across) += bytes;
      fixed_.beside += isSliced && !isFactor(value) ? bytes : 0;
      if (!isFactor(value))
        read_.push_back({bytes, {isSliced, inner_ && inner_->tiledDim.sliced.contains(value)}});
    }
    for (mlir::Operation* op : round.outputs) {
      fixed_.along += bytesOf(op->getResult(0));
      fixed_.beside += is(op, Opcode::DotGeneral) ? 0 : bytesOf(op->getResult(0));
    }
    for (mlir::Operation* op : round.combined)
      fixed_.across += bytesOf(op->getResult(0));
  }

  void addState(mlir::Operation* op) {
    State state = {
        0,
        {outer_.tiledDim.combined.contains(op), inner_ && inner_->tiledDim.combined.contains(op)},
        cutsOf(op->getResult(0)),
        is(op, Opcode::DotGeneral)};
    for (mlir::Value result : op->getResults())
      state.bytes += bytesOf(result);
    if (is(op, Opcode::TopK))
      state.selected = double(typeOf(op->getResult(0)).numElements());
    states_.push_back(state);
  }

  ProductPrice productOf(mlir::Operation* op) const {
    return {op, outer_.tiledDim, inner_ ? &inner_->tiledDim : nullptr, cpu_};
  }

  // The time to select one element. It is needed again for each tile.
  static constexpr double kSelectedNs = 10;

  double nsOfState(const State& state, Trips trips) const {
    const double times = trips.parts(state.combined);
    const double ns =
        times * nsToMove(2 * state.bytes, state.bytes / trips.parts(state.cuts), costs_);
    return times > 1 ? ns + times * state.selected * kSelectedNs / kThreads : ns;
  }

  // Returns the time to compute the points of an op once.
  double nsOfPoints(mlir::Operation* op) const {
    const TensorType type = typeOf(op->getResult(0));
    double steps = 0;
    if (opInfo(op)->kind == OpKind::Elementwise)
      steps = costOf(opInfo(op)->opcode, type.dtype) * double(type.numElements());
    else if (is(op, Opcode::Reduce))
      steps = double(typeOf(op->getOperand(0)).numElements());
    return steps / 16 * costs_.nsPerStep / kThreads;
  }

  const CutDim& outer_;
  const CutDim* inner_;
  int64_t mostOfRows_; // columns of a tile of which a sweep computes whole rows
  MachineClass cpu_;
  const CostTable& costs_;
  TilePrice fixed_; // what does not depend on extents
  llvm::SetVector<mlir::Operation*> makers_;
  std::vector<Table> tables_;
  std::vector<Array> read_;
  // `products_` has all products once, `again_` has those that a later round computes again, and
  // `passed_` has those of all rounds.
  std::vector<ProductPrice> products_, again_, passed_;
  std::vector<State> states_;
  double thunks_ = 0;
  double pointsOnceNs_ = 0;      // the points of all ops, which are computed in either way
  double pointsNs_ = 0;          // those that later rounds compute again
  bool selectsFromCopy_ = false; // whether a selection reads a concatenation
};

TilePricer::TilePricer(const CutDim& outer, const CutDim* inner, MachineClass cpu)
    : parts_(std::make_unique<Parts>(outer, inner, cpu)) {}
TilePricer::~TilePricer() = default;

TilePrice TilePricer::at(int64_t tile, int64_t innerTile) const {
  return parts_->at(tile, innerTile);
}

} // namespace lz::hlo

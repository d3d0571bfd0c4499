#include "hlo/tiles/TilePrice.h"

#include "absl/algorithm/container.h"
#include "base/Integers.h"
#include "base/machine/CostTable.h"
#include "base/machine/ThreadPool.h"
#include "hlo/rewrite/BlockOrder.h"
#include "hlo/rewrite/Dot.h"
#include "spec/OpAttrs.inc.h"
#include "spec/OpCost.h"

#include <algorithm>

namespace lz::hlo {
namespace {

double bytesOf(mlir::Value value) {
  const TensorType type = typeOf(value);
  return double(type.numElements()) * double(storageBits(type.dtype)) / 8;
}

bool isOfBatch(const SweptDim& swept) {
  auto readsWhole = [](mlir::Operation* op, const TileDims& dims) {
    return is(op, Opcode::DotGeneral) && llvm::is_contained(dims, kWhole);
  };
  return swept.combined.empty() && llvm::none_of(swept.tiled, [&](const auto& entry) {
           return readsWhole(entry.first, *operandsOfTile(entry.first, entry.second));
         });
}

// Returns whether a reduction of the table works on its rows. If it has one result, it is split,
// and reduces the last of its dimensions first (hlo/passes/SplitReductions.cc).
bool reducesRows(mlir::Operation* reduce, int64_t dim) {
  AttrsOf<ReduceAttrs> attrs(reduce);
  const absl::Span<const int64_t> dims = attrs.dimensions();
  return *absl::c_max_element(dims) == dim &&
         (dims.size() == 1 || typeOf(reduce->getResult(0)).numElements() == 1);
}

// Returns whether the ops of the sweep wait only for values that belong to one row each.
bool waitsForRows(const SweptDim& swept) {
  // The ops that depend on combined results, and whether they combine several rows.
  llvm::DenseMap<mlir::Operation*, bool> mixesRows;
  const auto isBefore = [](const auto& a, const auto& b) {
    return a.first->isBeforeInBlock(b.first);
  };
  mlir::Operation* first = std::ranges::min_element(swept.combined, isBefore)->first;
  mlir::Operation* last = std::ranges::max_element(swept.combined, isBefore)->first;
  for (mlir::Operation& op :
       llvm::make_range(first->getIterator(), std::next(last->getIterator()))) {
    bool waits = false, isMixed = false;
    for (mlir::Value value : readBy(&op))
      if (auto it = mixesRows.find(value.getDefiningOp()); it != mixesRows.end())
        waits = true, isMixed |= it->second;
    if (isMixed && swept.contains(&op))
      return false;
    if (swept.combined.contains(&op)) {
      mixesRows[&op] = is(&op, Opcode::Reduce) && AttrsOf<ReduceAttrs>(&op).dimensions().size() > 1;
    } else if (waits && !swept.tiled.contains(&op)) {
      const OpKind kind = hasKnownTypes(&op) ? opInfo(&op)->kind : OpKind::Opaque;
      const bool isPointByPoint = kind == OpKind::Elementwise || kind == OpKind::View;
      mixesRows[&op] = isMixed || !isPointByPoint;
    }
  }
  return true;
}

class Pricer {
public:
  Pricer(const SweptDim& swept, const SweepPasses& passes, int64_t tile, MachineClass cpu)
      : swept_(swept), passes_(passes), costs_(costTable(cpu)),
        trips_(double(ceilDiv(swept.extent, tile))), part_(double(tile) / double(swept.extent)),
        isInCache_(runsOnWholeRows(swept, passes, tile, cpu)), isBatch_(isOfBatch(swept)) {}

  TilePrice run() const {
    TilePrice price;
    for (mlir::Value table : storedTables()) {
      const double bytes = bytesOf(table);
      price.tables += bytes;
      price.largest = std::max(price.largest, bytes);
      price.stored += nsToMove(2 * bytes, bytes);
      // If the loop goes over a batch, more loops inside of it can make tiles as small as
      // necessary.
      const double held = isBatch_ ? std::min(bytes * part_, costs_.caches[2]) : bytes * part_;
      if (!isInCache_)
        price.tiled += nsToMove(2 * bytes, held);
    }
    double products = 0;
    auto addOp = [&](mlir::Operation* op) {
      products += is(op, Opcode::DotGeneral) ? nsToMultiply(op) : 0;
      price.storedFlops += flopsOf(op);
    };
    for (const auto& [op, dim] : swept_.tiled)
      addOp(op);
    for (const auto& [op, dims] : swept_.combined)
      addOp(op);
    price.stored += products, price.tiled += products;
    const llvm::SetVector<mlir::Operation*> makers = makersOf(storedTables());
    for (size_t i = 0; i < passes_.passes.size(); ++i) {
      price.tiled += nsOfPass(passes_.passes[i], i > 0);
      if (i > 0)
        price.tiled += nsOfPoints(passes_.passes[i], makers);
      countArrays(passes_.passes[i], price);
      for (mlir::Operation* op : passes_.passes[i].ops)
        price.tiledFlops += flopsOf(op);
    }
    return price;
  }

private:
  // Returns the time to move `bytes` bytes with all threads. `held` is the number of bytes that a
  // cache must hold to keep the array.
  double nsToMove(double bytes, double held) const {
    const double perNs = held <= costs_.caches[1] * kThreads ? costs_.bytesPerNs[1] * kThreads
                         : held <= costs_.caches[2]          ? costs_.bytesPerNs[2] * kThreads
                                                             : costs_.memoryPerNs;
    return bytes / perNs;
  }

  // Returns the values that are arrays if nothing runs by tiles: results of products, operands of
  // products and selections, and shared functions. Other elementwise ops run as parts of the
  // kernels that read them.
  llvm::SetVector<mlir::Value> storedTables() const {
    llvm::SetVector<mlir::Value> tables;
    auto addOperands = [&](mlir::Operation* op, const TileDims& dims) {
      if (is(op, Opcode::DotGeneral) || is(op, Opcode::TopK))
        for (auto [operand, dim] : llvm::zip(op->getOperands(), dims))
          if (dim != kWhole && swept_.derived.contains(operand.getDefiningOp()))
            tables.insert(operand);
    };
    for (const auto& [op, dim] : swept_.tiled) {
      if (!swept_.derived.contains(op))
        continue;
      addOperands(op, *operandsOfTile(op, dim));
      if ((is(op, Opcode::DotGeneral) && !swept_.isOutput(op)) || isSharedFunction(op))
        tables.insert(op->getResult(0));
    }
    for (const auto& [op, dims] : swept_.combined)
      addOperands(op, dims);
    return tables;
  }

  // Returns the tiled ops from which the tables are computed, and the ops of the tables.
  llvm::SetVector<mlir::Operation*> makersOf(const llvm::SetVector<mlir::Value>& tables) const {
    llvm::SetVector<mlir::Operation*> makers;
    for (mlir::Value table : tables)
      makers.insert(table.getDefiningOp());
    for (size_t i = 0; i < makers.size(); ++i)
      for (mlir::Value operand : makers[i]->getOperands())
        if (swept_.tiled.contains(operand.getDefiningOp()))
          makers.insert(operand.getDefiningOp());
    return makers;
  }

  // Returns the time in which a pass computes the points of tables again that would be stored.
  double nsOfPoints(const PassOps& pass, const llvm::SetVector<mlir::Operation*>& makers) const {
    double steps = 0;
    for (mlir::Operation* op : pass.ops) {
      if (!makers.contains(op) || isNew(op, pass))
        continue;
      const TensorType type = typeOf(op->getResult(0));
      if (opInfo(op)->kind == OpKind::Elementwise)
        steps += costOf(opInfo(op)->opcode, type.dtype) * double(type.numElements());
      else if (is(op, Opcode::Reduce))
        steps += double(typeOf(op->getOperand(0)).numElements());
    }
    return steps / 16 * costs_.nsPerStep / kThreads;
  }

  void countArrays(const PassOps& pass, TilePrice& price) const {
    for (mlir::Value value : valuesReadBy(swept_, passes_, pass)) {
      if (splatOf(value).valid())
        continue;
      const double bytes = bytesOf(value);
      const bool isSliced = swept_.sliced.contains(value);
      (isSliced ? price.along : price.across) += bytes;
      price.beside += isSliced && !isFactor(value) ? bytes : 0;
    }
    for (mlir::Operation* op : pass.outputs) {
      price.along += bytesOf(op->getResult(0));
      price.beside += is(op, Opcode::DotGeneral) ? 0 : bytesOf(op->getResult(0));
    }
    for (mlir::Operation* op : pass.combined)
      price.across += bytesOf(op->getResult(0));
  }

  // The time to select one element. It is needed again for each tile.
  static constexpr double kSelectedNs = 10;

  double nsOfPass(const PassOps& pass, bool isAgain) const {
    double state = 0, ns = 0;
    for (const auto* ops : {&pass.combined, &pass.outputs})
      for (mlir::Operation* op : *ops)
        for (mlir::Value result : op->getResults())
          state += ops == &pass.combined ? bytesOf(result) : bytesOf(result) * part_;
    ns += trips_ * nsToMove(2 * state, state) + nsToReadArrays(pass);
    for (mlir::Operation* op : pass.ops) {
      const bool isThunk = is(op, Opcode::DotGeneral) || is(op, Opcode::TopK) ||
                           llvm::is_contained(pass.combined, op);
      ns += isThunk ? trips_ * ThreadPool::kHandOffNs : 0;
      if (is(op, Opcode::TopK) && swept_.combined.contains(op))
        ns += trips_ * double(typeOf(op->getResult(0)).numElements()) * kSelectedNs / kThreads;
      if (is(op, Opcode::DotGeneral))
        ns += nsOfProduct(op, isAgain && !isNew(op, pass));
    }
    return ns;
  }

  // Returns the time to read whole arrays again for each tile. Whole operands of products are
  // packed again, which nsOfProduct counts.
  double nsToReadArrays(const PassOps& pass) const {
    double ns = 0;
    for (mlir::Value value : valuesReadBy(swept_, passes_, pass))
      if (!splatOf(value).valid() && !swept_.sliced.contains(value) && !isFactor(value))
        ns += (trips_ - 1) * nsToMove(bytesOf(value), bytesOf(value));
    return ns;
  }

  static bool isFactor(mlir::Value value) {
    return llvm::any_of(value.getUsers(),
                        [](mlir::Operation* user) { return is(user, Opcode::DotGeneral); });
  }

  static bool isNew(mlir::Operation* op, const PassOps& pass) {
    return llvm::is_contained(pass.combined, op) || llvm::is_contained(pass.outputs, op);
  }

  // Returns the time that a product takes in addition to its multiply-adds: to pack or read whole
  // operands again for each tile. Slices are read in place. If `isAgain`, the time includes the
  // multiply-adds, because another pass has computed the same product.
  double nsOfProduct(mlir::Operation* op, bool isAgain) const {
    const TileCosts& tiles = costs_.contraction.tiles;
    auto combined = swept_.combined.find(op);
    const TileDims dims = combined != swept_.combined.end()
                              ? combined->second
                              : *operandsOfTile(op, swept_.tiled.lookup(op));
    double ns = 0;
    for (auto [operand, dim] : llvm::zip(op->getOperands(), dims)) {
      if (dim == kWhole)
        ns += (trips_ - 1) *
              std::max(double(typeOf(operand).numElements()) * tiles.packLhs.runs / kThreads,
                       nsToReadAgain(op, bytesOf(operand)));
    }
    return isAgain ? ns + nsToMultiply(op) : ns;
  }

  // Returns the time to read an operand that no cache holds for one more tile. The multiply-adds of
  // the tile overlap with reading.
  double nsToReadAgain(mlir::Operation* op, double bytes) const {
    if (bytes <= costs_.caches[2])
      return 0;
    return std::max(0.0, bytes / costs_.memoryPerNs - nsToMultiply(op) / trips_);
  }

  static double productsOf(const Dot& dot) {
    double products = double(dot.result.numElements());
    for (int64_t d : dot.lhs.contracting)
      products *= double(typeOf(dot.lhs.value).dims[size_t(d)]);
    return products;
  }

  static double flopsOf(mlir::Operation* op) {
    if (is(op, Opcode::DotGeneral))
      return 2 * productsOf(Dot(op));
    const bool isReduce = is(op, Opcode::Reduce);
    if (!isReduce && opInfo(op)->kind != OpKind::Elementwise)
      return 0;
    return double(typeOf(isReduce ? op->getOperand(0) : op->getResult(0)).numElements());
  }

  double nsToMultiply(mlir::Operation* op) const {
    const Dot dot(op);
    const double lanes = costs_.registerBytes * 8 / double(storageBits(dot.result.dtype));
    return productsOf(dot) / lanes * costs_.contraction.tiles.step / kThreads;
  }

  const SweptDim& swept_;
  const SweepPasses& passes_;
  const CostTable& costs_;
  double trips_, part_; // part_: the part of the swept dimension in a tile
  bool isInCache_;      // whether a tile of the tables never exists as a whole
  bool isBatch_;        // whether the swept dimension is one of the batch in all products
};

} // namespace

bool isSharedFunction(mlir::Operation* op) {
  const bool takesLong = opInfo(op) && (isFunction(*opInfo(op)) || is(op, Opcode::Reduce));
  return takesLong && op->getNumResults() == 1 && !op->use_empty() && !op->hasOneUse();
}

bool isComputedBySums(const SweptDim& swept) {
  // The largest number of cost steps for 16 pairs. The gradients of exp(-|x_i - y_j|^2 / (2 l^2))
  // for points of ten numbers take about 110. They run in 0.4 times the time of a loop (Zen 5).
  constexpr double kMostSteps = 256;
  double steps = 0;
  for (const auto& [op, dim] : swept.tiled) {
    const OpKind kind = opInfo(op)->kind;
    if (kind != OpKind::Elementwise && kind != OpKind::View && kind != OpKind::Source &&
        !is(op, Opcode::Reduce))
      return false;
    const TensorType type = typeOf(op->getResult(0));
    if (kind == OpKind::Elementwise)
      steps += costOf(opInfo(op)->opcode, type.dtype) * double(type.numElements());
  }
  const double pairs = double(typeOf(swept.tiled.front().first->getResult(0)).numElements());
  return steps <= kMostSteps * pairs && llvm::all_of(swept.combined, [](const auto& entry) {
           return is(entry.first, Opcode::Reduce);
         });
}

bool runsOnWholeRows(const SweptDim& swept, const SweepPasses& passes, int64_t columns,
                     MachineClass cpu) {
  // The rows of a tile of the product, which must fit into half of the second-level cache.
  constexpr int64_t kRows = 14;
  int products = 0, sums = 0;
  // The product has the swept dimension in one operand, and makes the table.
  auto makesRows = [&](mlir::Operation* op, int64_t dim) {
    return llvm::is_contained(*operandsOfTile(op, dim), kWhole) &&
           llvm::none_of(op->getOperands(),
                         [&](mlir::Value v) { return swept.derived.contains(v.getDefiningOp()); });
  };
  for (const auto& [op, dim] : swept.tiled) {
    products += is(op, Opcode::DotGeneral);
    if ((is(op, Opcode::DotGeneral) && !makesRows(op, dim)) ||
        ((is(op, Opcode::Transpose) || is(op, Opcode::Reduce)) && swept.derived.contains(op)))
      return false;
  }
  for (const auto& [op, dims] : swept.combined) {
    sums += is(op, Opcode::DotGeneral);
    if (is(op, Opcode::TopK) || (is(op, Opcode::Reduce) && !reducesRows(op, dims[0])))
      return false;
  }
  const bool hasOutputs =
      llvm::any_of(passes.passes, [](const PassOps& pass) { return !pass.outputs.empty(); });
  // Sums of 16-bit floats are f32, and are rounded when they are complete.
  const int64_t bits = storageBits(typeOf(swept.tiled.front().first->getResult(0)).dtype);
  const int64_t bytes = (bits < 32 ? bits + 32 : bits) / 8;
  return products == 1 && sums <= 1 && !hasOutputs && !swept.combined.empty() &&
         kRows * columns * bytes <= secondLevelBytes(cpu) / 2 && waitsForRows(swept);
}

TilePrice priceOf(const SweptDim& swept, const SweepPasses& passes, int64_t tile,
                  MachineClass cpu) {
  return Pricer(swept, passes, tile, cpu).run();
}

} // namespace lz::hlo

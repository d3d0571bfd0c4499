#include "hlo/tiles/price/WholeRows.h"

#include "absl/algorithm/container.h"
#include "base/machine/CostTable.h"
#include "contraction/plan/Kinds.h"
#include "hlo/rewrite/BlockOrder.h"
#include "hlo/rewrite/Dot.h"
#include "spec/OpAttrs.inc.h"
#include "spec/OpCost.h"

#include <algorithm>

namespace lz::hlo {
namespace {

// Returns whether a reduction of the table works on its rows. If the reduction has one result, it
// is split, and reduces the last of its dimensions first (hlo/passes/SplitReductions.cc).
bool reducesRows(mlir::Operation* reduce, int64_t dim) {
  AttrsOf<ReduceAttrs> attrs(reduce);
  const absl::Span<const int64_t> dims = attrs.dimensions();
  return *absl::c_max_element(dims) == dim &&
         (dims.size() == 1 || typeOf(reduce->getResult(0)).numElements() == 1);
}

// Returns whether the ops of the sweep wait only for values that belong to one row each.
bool waitsForRows(const TiledDim& tiledDim) {
  // The ops that depend on combined results, and whether they combine several rows.
  llvm::DenseMap<mlir::Operation*, bool> mixesRows;
  const auto isBefore = [](const auto& a, const auto& b) {
    return a.first->isBeforeInBlock(b.first);
  };
  mlir::Operation* first = std::ranges::min_element(tiledDim.combined, isBefore)->first;
  mlir::Operation* last = std::ranges::max_element(tiledDim.combined, isBefore)->first;
  for (mlir::Operation& op :
       llvm::make_range(first->getIterator(), std::next(last->getIterator()))) {
    bool waits = false, isMixed = false;
    for (mlir::Value value : readBy(&op))
      if (auto it = mixesRows.find(value.getDefiningOp()); it != mixesRows.end())
        waits = true, isMixed |= it->second;
    if (isMixed && tiledDim.contains(&op))
      return false;
    if (tiledDim.combined.contains(&op)) {
      mixesRows[&op] = is(&op, Opcode::Reduce) && AttrsOf<ReduceAttrs>(&op).dimensions().size() > 1;
    } else if (waits && !tiledDim.tiled.contains(&op)) {
      const OpKind kind = hasKnownTypes(&op) ? opInfo(&op)->kind : OpKind::Opaque;
      const bool isPointByPoint = kind == OpKind::Elementwise || kind == OpKind::View;
      mixesRows[&op] = isMixed || !isPointByPoint;
    }
  }
  return true;
}

} // namespace

bool isOfDots(mlir::Operation* op) {
  const Dot dot(op);
  auto extentOf = [](const DotSide& side, const Ints& dims) {
    int64_t extent = 1;
    for (int64_t d : dims)
      extent *= typeOf(side.value).dims[size_t(d)];
    return extent;
  };
  const int64_t lhsRows = extentOf(dot.lhs, dot.lhs.free()),
                rhsRows = extentOf(dot.rhs, dot.rhs.free());
  const DotSide& many = lhsRows <= rhsRows ? dot.rhs : dot.lhs;
  const bool isContiguous = absl::c_linear_search(many.contracting, typeOf(many.value).rank() - 1);
  return isContiguous && contraction::hasFewLongRows(std::min(lhsRows, rhsRows),
                                                     extentOf(dot.lhs, dot.lhs.contracting));
}

int64_t mostColumnsOfRows(const TiledDim& tiledDim, const TileRounds& rounds, MachineClass cpu) {
  // The rows of a tile of the product, which must fit into half of the second-level cache.
  constexpr int64_t kRows = 14;
  int products = 0, sums = 0;
  // The product has the tiled dimension in one operand, and makes the table.
  auto makesRows = [&](mlir::Operation* op, int64_t dim) {
    return llvm::is_contained(*operandsOfTile(op, dim), kWhole) &&
           llvm::none_of(op->getOperands(), [&](mlir::Value v) {
             return tiledDim.derived.contains(v.getDefiningOp());
           });
  };
  for (const auto& [op, dim] : tiledDim.tiled) {
    const bool isProduct = is(op, Opcode::DotGeneral);
    products += isProduct;
    if ((isProduct && (!makesRows(op, dim) || isOfDots(op))) ||
        ((is(op, Opcode::Transpose) || is(op, Opcode::Reduce)) && tiledDim.derived.contains(op)))
      return 0;
  }
  for (const auto& [op, dims] : tiledDim.combined) {
    sums += is(op, Opcode::DotGeneral);
    if (is(op, Opcode::TopK) || (is(op, Opcode::DotGeneral) && isOfDots(op)) ||
        (is(op, Opcode::Reduce) && !reducesRows(op, dims[0])))
      return 0;
  }
  const bool hasOutputs =
      llvm::any_of(rounds.rounds, [](const RoundOps& round) { return !round.outputs.empty(); });
  // Sums of 16-bit floats are f32, and are rounded when they are complete.
  const int64_t bits = storageBits(typeOf(tiledDim.tiled.front().first->getResult(0)).dtype);
  const int64_t bytes = (bits < 32 ? bits + 32 : bits) / 8;
  const bool isPossible = products == 1 && sums <= 1 && !hasOutputs && !tiledDim.combined.empty() &&
                          waitsForRows(tiledDim);
  return isPossible ? secondLevelBytes(cpu) / 2 / (kRows * bytes) : 0;
}

bool isSharedFunction(mlir::Operation* op) {
  const bool takesLong = opInfo(op) && (isFunction(*opInfo(op)) || is(op, Opcode::Reduce));
  return takesLong && op->getNumResults() == 1 && !op->use_empty() && !op->hasOneUse();
}

bool isComputedBySums(const TiledDim& tiledDim) {
  // The largest number of cost steps for 16 pairs. The gradients of exp(-|x_i - y_j|^2 / (2 l^2))
  // for points of ten numbers take about 110. They run in 0.4 times the time of a loop (Zen 5).
  constexpr double kMostSteps = 256;
  double steps = 0;
  for (const auto& [op, dim] : tiledDim.tiled) {
    const OpKind kind = opInfo(op)->kind;
    if (kind != OpKind::Elementwise && kind != OpKind::View && kind != OpKind::Source &&
        !is(op, Opcode::Reduce))
      return false;
    const TensorType type = typeOf(op->getResult(0));
    if (kind == OpKind::Elementwise)
      steps += costOf(opInfo(op)->opcode, type.dtype) * double(type.numElements());
  }
  const double pairs = double(typeOf(tiledDim.tiled.front().first->getResult(0)).numElements());
  return steps <= kMostSteps * pairs && llvm::all_of(tiledDim.combined, [](const auto& entry) {
           return is(entry.first, Opcode::Reduce);
         });
}

} // namespace lz::hlo

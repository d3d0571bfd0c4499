#include "hlo/split/TensorCut.h"

#include "base/Integers.h"
#include "hlo/tiles/TileLoop.h"

#include <algorithm>
#include <compare>
#include <limits>

namespace lz::hlo {
namespace {

bool isFreeOfMemory(mlir::Operation* op) {
  return is(op, Opcode::BroadcastInDim) || opInfo(op)->kind == OpKind::Source;
}

int64_t bytesOf(mlir::Value value) {
  return typeOf(value).numBytes();
}

int64_t mostBytesOf(mlir::Operation* op) {
  int64_t most = 0;
  for (mlir::Value result : op->getResults())
    most = std::max(most, bytesOf(result));
  return most;
}

// Returns whether the order of the elements matters to the op that combines them.
bool isFloatSum(mlir::Operation* op) {
  if (!isFloat(typeOf(op->getResult(0)).dtype))
    return false;
  if (is(op, Opcode::DotGeneral))
    return true;
  if (!is(op, Opcode::Reduce) && !is(op, Opcode::Scatter))
    return false;
  const std::optional<Opcode> combiner = combinerOf(op->getRegion(0));
  return combiner == Opcode::Add || combiner == Opcode::Multiply;
}

// Returns whether a slice of a triangular solve has fewer systems than the whole. The library adds
// up in an order that depends on the number of systems.
bool isSolveOfFewer(mlir::Operation* op, int64_t dim) {
  return is(op, Opcode::TriangularSolve) && (*operandsOfTile(op, dim))[0] == kWhole;
}

// Returns whether the cut may change in which order floats are added up.
bool changesSums(const TiledDim& tiledDim, bool keepsOrder) {
  auto isReduction = [](mlir::Operation* op) {
    return isFloatSum(op) && !is(op, Opcode::DotGeneral);
  };
  return llvm::any_of(tiledDim.combined,
                      [](const auto& entry) { return isFloatSum(entry.first); }) ||
         llvm::any_of(tiledDim.tiled, [&](const auto& entry) {
           return isSolveOfFewer(entry.first, entry.second) ||
                  (keepsOrder && isReduction(entry.first));
         });
}

// Returns the bytes that the largest tensor of the loop has for each index of the tiled dimension.
int64_t bytesOfSlice(const TiledDim& tiledDim) {
  int64_t most = 1;
  for (const auto& [op, dim] : tiledDim.tiled)
    if (!isFreeOfMemory(op))
      most = std::max(most, ceilDiv(mostBytesOf(op), tiledDim.extent));
  return most;
}

// Divides the dimension into as few slices of at most `most` elements as possible. Returns the
// extent of these slices. Only the last one can be smaller.
int64_t evenExtent(int64_t extent, int64_t most) {
  return ceilDiv(extent, ceilDiv(extent, std::max<int64_t>(most, 1)));
}

// Returns the bytes of large results that the loop stores slice by slice.
int64_t storedOutputs(const TiledDim& tiledDim, const SplitLimits& limits) {
  int64_t bytes = 0;
  for (const auto& [op, dim] : tiledDim.tiled)
    if (tiledDim.isOutput(op) && mostBytesOf(op) > limits.tensorBytes)
      bytes += mostBytesOf(op);
  return bytes;
}

// What speaks against a cut, the weightiest first.
struct CutCost {
  int64_t storedBytes; // of large tensors that are still stored
  bool cutsSum;
  bool isTooLarge; // whether one slice has more bytes than it may have
  int64_t rounds;
  double bytesAgain; // that are read again for each slice

  auto operator<=>(const CutCost&) const = default;
};

CutCost costOf(const TensorCut& cut, const SplitLimits& limits) {
  const TiledDim& tiledDim = cut.tiledDim;
  const int64_t trips = ceilDiv(tiledDim.extent, cut.extent);
  CutCost cost{storedOutputs(tiledDim, limits), cut.cutsSum,
               bytesOfSlice(tiledDim) * cut.extent > limits.sliceBytes, cut.numRounds(), 0};
  for (const RoundOps& round : cut.rounds.rounds)
    for (mlir::Value value : valuesReadBy(tiledDim, cut.rounds, round)) {
      if (!tiledDim.sliced.contains(value))
        cost.bytesAgain += double(trips) * double(bytesOf(value));
      if (value.getDefiningOp() && bytesOf(value) > limits.tensorBytes)
        cost.storedBytes += bytesOf(value);
    }
  return cost;
}

} // namespace

int64_t TensorCut::numRounds() const {
  return llvm::count_if(rounds.rounds, [](const RoundOps& round) { return !round.ops.empty(); });
}

std::string textOf(NoCut reason) {
  switch (reason) {
  case NoCut::TooShort:
    return "no dimension has enough elements";
  case NoCut::TooLong:
    return "a loop cannot count its elements";
  case NoCut::NotByTiles:
    return "an op that makes or reads it cannot be computed by slices";
  case NoCut::ReadAsWhole:
    return "it is a result of the program, or an op needs all of it";
  case NoCut::SavesNothing:
    return "a loop over slices would store as many bytes of other tensors";
  case NoCut::CutsSum:
    return "slices would add up floats in another order";
  }
  return "";
}

CutOrReason cutAlong(mlir::Operation* op, int64_t dim, int64_t extent, const SplitLimits& limits) {
  const int64_t whole = typeOf(op->getResult(0)).dims[size_t(dim)];
  if (whole <= std::max<int64_t>(extent, 1))
    return NoCut::TooShort;
  if (whole > std::numeric_limits<int32_t>::max())
    return NoCut::TooLong; // loops count in 32 bits
  std::optional<TiledDim> tiledDim =
      tiledDimOf(op, dim, {.tableBytes = std::max<int64_t>(limits.tensorBytes, 1)});
  if (!tiledDim)
    return NoCut::NotByTiles;
  if (tiledDim->isOutput(op))
    return NoCut::ReadAsWhole;
  if (storedOutputs(*tiledDim, limits) >= mostBytesOf(op))
    return NoCut::SavesNothing;
  TensorCut cut{dim, extent, std::move(*tiledDim), {}};
  cut.rounds = roundsOf(cut.tiledDim, limits.rescales && !limits.strict);
  cut.cutsSum = changesSums(cut.tiledDim, limits.keepsOrder);
  if (limits.strict && cut.cutsSum)
    return NoCut::CutsSum;
  if (extent <= 0)
    cut.extent = evenExtent(whole, limits.sliceBytes / bytesOfSlice(cut.tiledDim));
  if (cut.extent >= whole)
    return NoCut::TooShort;
  if (cut.numRounds() == 0 || !canWriteTileLoops(cut.tiledDim, cut.rounds) ||
      !haveTrips(cut.tiledDim, cut.rounds, cut.extent))
    return NoCut::NotByTiles;
  cut.bytesAgain = costOf(cut, limits).bytesAgain;
  return cut;
}

CutOrReason bestCut(mlir::Operation* op, const SplitLimits& limits) {
  CutOrReason best = NoCut::TooShort;
  for (int64_t dim = 0; dim < typeOf(op->getResult(0)).rank(); ++dim) {
    CutOrReason found = cutAlong(op, dim, 0, limits);
    if (const auto* reason = std::get_if<NoCut>(&found)) {
      if (NoCut* most = std::get_if<NoCut>(&best))
        *most = std::max(*most, *reason);
      continue;
    }
    const auto* old = std::get_if<TensorCut>(&best);
    if (!old || costOf(std::get<TensorCut>(found), limits) < costOf(*old, limits))
      best = std::move(found);
  }
  return best;
}

} // namespace lz::hlo

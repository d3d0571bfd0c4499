#include "hlo/split/TensorCut.h"

#include "absl/strings/str_cat.h"
#include "base/Integers.h"
#include "hlo/build/Bridge.h"
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

// Returns an op that the cut may let add up floats in another order, or null if there is none.
mlir::Operation* changedSum(const TiledDim& tiledDim, bool keepsOrder) {
  for (const auto& [op, dims] : tiledDim.combined)
    if (isFloatSum(op))
      return op;
  for (const auto& [op, dim] : tiledDim.tiled)
    if (isSolveOfFewer(op, dim) || (keepsOrder && isFloatSum(op) && !is(op, Opcode::DotGeneral)))
      return op;
  return nullptr;
}

// Returns the op outside of the loop that reads the tensor, or null if the program returns it.
mlir::Operation* readerOutside(mlir::Operation* op, const TiledDim& tiledDim) {
  for (mlir::Operation* user : op->getUsers())
    if (!tiledDim.contains(user) && hasKnownTypes(user) && user->getNumResults() > 0)
      return user;
  return nullptr;
}

std::string nameOf(mlir::Operation* op) {
  const std::string location = locationFromIr(op->getLoc());
  return absl::StrCat(op->getName().getStringRef().str(), location.empty() ? "" : " at ", location);
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

std::string textOf(const WhyWhole& why, mlir::Operation* maker) {
  const std::string op = !why.op           ? "an op that makes or reads it"
                         : why.op == maker ? "this op"
                                           : nameOf(why.op);
  switch (why.reason) {
  case NoCut::TooShort:
    return "no dimension has enough elements";
  case NoCut::TooLong:
    return "a loop cannot count its elements";
  case NoCut::NotByTiles:
    return absl::StrCat(op, " cannot be computed by slices");
  case NoCut::ReadAsWhole:
    return why.op ? absl::StrCat(op, " reads all of it") : "it is a result of the program";
  case NoCut::SavesNothing:
    return "a loop over slices would store as many bytes of other tensors";
  case NoCut::CutsSum:
    return absl::StrCat("slices of ", why.op ? op : "it", " would add up floats in another order");
  }
  return "";
}

CutOrReason cutAlong(mlir::Operation* op, int64_t dim, int64_t extent, const SplitLimits& limits) {
  const int64_t whole = typeOf(op->getResult(0)).dims[size_t(dim)];
  if (whole <= std::max<int64_t>(extent, 1))
    return WhyWhole{NoCut::TooShort};
  if (whole > std::numeric_limits<int32_t>::max())
    return WhyWhole{NoCut::TooLong}; // loops count in 32 bits
  mlir::Operation* blocker = nullptr;
  std::optional<TiledDim> tiledDim =
      tiledDimOf(op, dim, {.tableBytes = std::max<int64_t>(limits.tensorBytes, 1)}, &blocker);
  if (!tiledDim)
    return WhyWhole{NoCut::NotByTiles, blocker};
  if (tiledDim->isOutput(op))
    return WhyWhole{NoCut::ReadAsWhole, readerOutside(op, *tiledDim)};
  if (storedOutputs(*tiledDim, limits) >= mostBytesOf(op))
    return WhyWhole{NoCut::SavesNothing};
  TensorCut cut{dim, extent, std::move(*tiledDim), {}};
  cut.rounds = roundsOf(cut.tiledDim, limits.rescales && !limits.strict);
  mlir::Operation* sum = changedSum(cut.tiledDim, limits.keepsOrder);
  cut.cutsSum = sum != nullptr;
  if (limits.strict && cut.cutsSum)
    return WhyWhole{NoCut::CutsSum, sum};
  if (extent <= 0)
    cut.extent = evenExtent(whole, limits.sliceBytes / bytesOfSlice(cut.tiledDim));
  if (cut.extent >= whole)
    return WhyWhole{NoCut::TooShort};
  if (cut.numRounds() == 0 || !canWriteTileLoops(cut.tiledDim, cut.rounds) ||
      !haveTrips(cut.tiledDim, cut.rounds, cut.extent))
    return WhyWhole{NoCut::NotByTiles};
  cut.bytesAgain = costOf(cut, limits).bytesAgain;
  return cut;
}

CutOrReason bestCut(mlir::Operation* op, const SplitLimits& limits) {
  CutOrReason best = WhyWhole{NoCut::TooShort};
  for (int64_t dim = 0; dim < typeOf(op->getResult(0)).rank(); ++dim) {
    CutOrReason found = cutAlong(op, dim, 0, limits);
    if (const auto* why = std::get_if<WhyWhole>(&found)) {
      if (auto* most = std::get_if<WhyWhole>(&best); most && why->reason > most->reason)
        *most = *why;
      continue;
    }
    const auto* old = std::get_if<TensorCut>(&best);
    if (!old || costOf(std::get<TensorCut>(found), limits) < costOf(*old, limits))
      best = std::move(found);
  }
  return best;
}

} // namespace lz::hlo

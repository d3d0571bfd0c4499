// A map in ranges of the grid (Ranges.h): for each range of the outer dims a branch, in it for each
// range of the lanes a loop of its own.
//
//   out[d0] of 1006, split at 3 and 1003, 16 lanes, a unit of all:
//     lanes 0, 1, 2 of the vector at 0
//     13 lanes from 3 on, the vectors at 16, 32, ..., 976, and 11 lanes of the one at 992
//     3 lanes from 1003 on
//
// Every vector that is whole lies at a multiple of the lanes, as without ranges.
#include "emit/core/KernelEmitter.h"

#include "llvm/Support/MathExtras.h"

namespace lz::emit {

using mlir::Value;
using Values = KernelEmitter::Values;

Status KernelEmitter::emitRanges(Scope& unit, const Columns& tile) {
  GridRange range;
  for (const std::vector<DimRange>& parts : schedule_.ranges.ofDim)
    range.push_back(parts.front());
  return emitRangesFrom(0, range, unit, tile);
}

Status KernelEmitter::emitRangesFrom(int32_t dim, GridRange& range, Scope& scope,
                                     const Columns& tile) {
  if (dim == gridDims_.back()) {
    for (const DimRange& part : schedule_.ranges.ofDim[size_t(dim)]) {
      range[size_t(dim)] = part;
      LZ_RETURN_IF_ERROR(emitLanesOf(range, scope, tile));
    }
    return okStatus();
  }
  const std::vector<DimRange>& parts = schedule_.ranges.ofDim[size_t(dim)];
  if (parts.size() == 1)
    return emitRangesFrom(dim + 1, range, scope, tile);
  for (const DimRange& part : parts) {
    focus(scope);
    Value at = asValue(scope.dims[size_t(dim)]);
    Value isInside = b_.andi(b_.cmpi(LaneBuilder::ICmp::sge, at, b_.intLike(at, part.first)),
                             b_.cmpi(LaneBuilder::ICmp::sle, at, b_.intLike(at, part.last)));
    LZ_RETURN_IF_ERROR(emitIf(scope, isInside, [&](Scope& inside) {
      range[size_t(dim)] = part;
      inside.bind(dim, {at});
      inside.range = &range;
      return emitRangesFrom(dim + 1, range, inside, tile);
    }));
  }
  return okStatus();
}

// What of the tile lies in the range of the lanes.
Status KernelEmitter::emitLanesOf(const GridRange& range, Scope& scope, const Columns& tile) {
  int32_t dim = gridDims_.back();
  int64_t first = range[size_t(dim)].first, end = range[size_t(dim)].last + 1;
  int64_t wholeFirst = int64_t(llvm::alignTo(uint64_t(first), uint64_t(lanes_))),
          wholeEnd = end / lanes_ * lanes_;
  auto some = [&](int64_t from, int64_t to) -> Status {
    focus(scope);
    Value at = b_.intConstant(64, from);
    Value isInTile = b_.andi(b_.cmpi(LaneBuilder::ICmp::sle, tile.first, at),
                             b_.cmpi(LaneBuilder::ICmp::slt, at, tile.end));
    return emitIf(scope, isInTile, [&](Scope& rest) {
      rest.range = &range;
      rest.startsAnywhere = from % lanes_ != 0;
      focus(rest);
      rest.bindLanes(dim, {at}, lanes_, laneTailMask(int(to - from)));
      return emitOutputs(rest);
    });
  };
  if (first < wholeFirst)
    LZ_RETURN_IF_ERROR(some(first, std::min(end, wholeFirst)));
  if (wholeFirst < wholeEnd) {
    focus(scope);
    Value from = b_.maxs(tile.first, b_.intConstant(64, wholeFirst)),
          to = b_.mins(tile.end, b_.intConstant(64, wholeEnd));
    auto vector = [&](Scope& child, Value i, const Values&) -> StatusOr<Values> {
      child.range = &range;
      child.bindLanes(dim, {i}, lanes_, {});
      fetchMap(child);
      LZ_RETURN_IF_ERROR(emitOutputs(child));
      return Values();
    };
    LZ_RETURN_IF_ERROR(emitFor(scope, {from}, {to}, lanes_, {}, vector).status());
  }
  return wholeFirst <= wholeEnd && wholeEnd < end ? some(wholeEnd, end) : okStatus();
}

} // namespace lz::emit

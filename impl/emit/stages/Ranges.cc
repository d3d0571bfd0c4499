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

Status KernelEmitter::emitRanges(const Stage& ranges, Scope& unit) {
  Part part = partOfUnit(unit);
  GridRange range;
  for (const std::vector<DimRange>& parts : schedule_.ranges.ofDim)
    range.push_back(parts.front());
  return emitRangesFrom(0, range, ranges, unit, part);
}

Status KernelEmitter::emitRangesFrom(int32_t dim, GridRange& range, const Stage& ranges,
                                     Scope& scope, const Part& part) {
  if (dim == gridDims_.back()) {
    for (const DimRange& some : schedule_.ranges.ofDim[size_t(dim)]) {
      range[size_t(dim)] = some;
      LZ_RETURN_IF_ERROR(emitLanesOf(range, ranges, scope, part));
    }
    return okStatus();
  }
  const std::vector<DimRange>& parts = schedule_.ranges.ofDim[size_t(dim)];
  if (parts.size() == 1)
    return emitRangesFrom(dim + 1, range, ranges, scope, part);
  for (const DimRange& some : parts) {
    focus(scope);
    Value at = asValue(scope.dims[size_t(dim)]);
    Value isInside = b_.andi(b_.cmpi(LaneBuilder::ICmp::sge, at, b_.intLike(at, some.first)),
                             b_.cmpi(LaneBuilder::ICmp::sle, at, b_.intLike(at, some.last)));
    LZ_RETURN_IF_ERROR(emitIf(scope, isInside, [&](Scope& inside) {
      range[size_t(dim)] = some;
      inside.bind(dim, {at});
      inside.range = &range;
      return emitRangesFrom(dim + 1, range, ranges, inside, part);
    }));
  }
  return okStatus();
}

// What of the unit lies in the range of the lanes.
Status KernelEmitter::emitLanesOf(const GridRange& range, const Stage& ranges, Scope& scope,
                                  const Part& part) {
  int32_t dim = gridDims_.back();
  int64_t first = range[size_t(dim)].first, end = range[size_t(dim)].last + 1;
  int64_t wholeFirst = int64_t(llvm::alignTo(uint64_t(first), uint64_t(lanes_))),
          wholeEnd = end / lanes_ * lanes_;
  auto some = [&](int64_t from, int64_t to) -> Status {
    focus(scope);
    Value at = b_.intConstant(64, from);
    Value isInUnit = b_.andi(b_.cmpi(LaneBuilder::ICmp::sle, part.first, at),
                             b_.cmpi(LaneBuilder::ICmp::slt, at, part.end));
    return emitIf(scope, isInUnit, [&](Scope& rest) {
      rest.stage = &ranges;
      rest.range = &range;
      rest.startsAnywhere = from % lanes_ != 0;
      focus(rest);
      rest.bindLanes(dim, {at}, lanes_, laneTailMask(int(to - from)));
      return emitVector(rest);
    });
  };
  if (first < wholeFirst)
    LZ_RETURN_IF_ERROR(some(first, std::min(end, wholeFirst)));
  if (wholeFirst < wholeEnd) {
    focus(scope);
    Value from = b_.maxs(part.first, b_.intConstant(64, wholeFirst)),
          to = b_.mins(part.end, b_.intConstant(64, wholeEnd));
    auto vector = [&](Scope& child, Value i, const Values&) -> StatusOr<Values> {
      child.stage = &ranges;
      child.range = &range;
      child.bindLanes(dim, {i}, lanes_, {});
      fetchMap(ranges, child);
      LZ_RETURN_IF_ERROR(emitVector(child));
      return Values();
    };
    LZ_RETURN_IF_ERROR(emitFor(scope, {from}, {to}, lanes_, {}, vector).status());
  }
  return wholeFirst <= wholeEnd && wholeEnd < end ? some(wholeEnd, end) : okStatus();
}

} // namespace lz::emit

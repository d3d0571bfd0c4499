// Emits a map in ranges of the grid (Ranges.h). Each range of the outer dims has a branch. Inside
// of the branch, each range of the lane dim has a loop.
//
//   out[d0] with 1006 points, split at 3 and 1003, 16 lanes, one unit:
//     lanes 0, 1, 2 of the vector at 0
//     13 lanes from 3 on, the vectors at 16, 32, ..., 976, and 11 lanes of the one at 992
//     3 lanes from 1003 on
//
// Vectors begin at multiples of the number of lanes, as without ranges.
#include "emit/stages/Map.h"

#include "llvm/Support/MathExtras.h"

namespace lz::emit {

using mlir::Value;

// Emits the part of the unit that lies in this range of the lane dim.
static Status emitLanesOf(Stages& s, const schedule::GridRange& range,
                          const schedule::Stage& ranges, Scope& scope, const Part& part) {
  KernelContext& k = s.k;
  int32_t dim = k.gridDims.back();
  int64_t first = range[size_t(dim)].first, end = range[size_t(dim)].last + 1;
  int64_t wholeFirst = int64_t(llvm::alignTo(uint64_t(first), uint64_t(k.lanes))),
          wholeEnd = end / k.lanes * k.lanes;
  auto some = [&](int64_t from, int64_t to) -> Status {
    k.focus(scope);
    Value at = k.b.intConstant(64, from);
    Value isInUnit = k.b.andi(k.b.cmpi(LaneBuilder::ICmp::sle, part.first, at),
                              k.b.cmpi(LaneBuilder::ICmp::slt, at, part.end));
    return emitIf(k, scope, isInUnit, [&](Scope& rest) {
      rest.stage = &ranges;
      rest.range = &range;
      rest.startsAnywhere = from % k.lanes != 0;
      k.focus(rest);
      rest.bindLanes(dim, {at}, k.lanes, laneTailMask(k, int(to - from), k.lanes));
      return emitVector(s, rest);
    });
  };
  if (first < wholeFirst)
    LZ_RETURN_IF_ERROR(some(first, std::min(end, wholeFirst)));
  if (wholeFirst < wholeEnd) {
    k.focus(scope);
    Value from = k.b.maxs(part.first, k.b.intConstant(64, wholeFirst)),
          to = k.b.mins(part.end, k.b.intConstant(64, wholeEnd));
    auto vector = [&](Scope& child, Value i, const Values&) -> StatusOr<Values> {
      child.stage = &ranges;
      child.range = &range;
      child.bindLanes(dim, {i}, k.lanes, {});
      fetchMap(k, ranges, child);
      LZ_RETURN_IF_ERROR(emitVector(s, child));
      return Values();
    };
    LZ_RETURN_IF_ERROR(emitFor(k, scope, {from}, {to}, k.lanes, {}, vector).status());
  }
  return wholeFirst <= wholeEnd && wholeEnd < end ? some(wholeEnd, end) : okStatus();
}

static Status emitRangesFrom(Stages& s, int32_t dim, schedule::GridRange& range,
                             const schedule::Stage& ranges, Scope& scope, const Part& part) {
  KernelContext& k = s.k;
  if (dim == k.gridDims.back()) {
    for (const schedule::DimRange& some : k.schedule.ranges.ofDim[size_t(dim)]) {
      range[size_t(dim)] = some;
      LZ_RETURN_IF_ERROR(emitLanesOf(s, range, ranges, scope, part));
    }
    return okStatus();
  }
  const std::vector<schedule::DimRange>& parts = k.schedule.ranges.ofDim[size_t(dim)];
  if (parts.size() == 1)
    return emitRangesFrom(s, dim + 1, range, ranges, scope, part);
  for (const schedule::DimRange& some : parts) {
    k.focus(scope);
    Value at = k.asValue(scope.dims[size_t(dim)]);
    Value isInside = k.b.andi(k.b.cmpi(LaneBuilder::ICmp::sge, at, k.b.intLike(at, some.first)),
                              k.b.cmpi(LaneBuilder::ICmp::sle, at, k.b.intLike(at, some.last)));
    LZ_RETURN_IF_ERROR(emitIf(k, scope, isInside, [&](Scope& inside) {
      range[size_t(dim)] = some;
      inside.bind(dim, {at});
      inside.range = &range;
      return emitRangesFrom(s, dim + 1, range, ranges, inside, part);
    }));
  }
  return okStatus();
}

Status emitRanges(Stages& s, const schedule::Stage& ranges, Scope& unit) {
  Part part = s.unit.part(s.k, unit);
  schedule::GridRange range;
  for (const std::vector<schedule::DimRange>& parts : s.k.schedule.ranges.ofDim)
    range.push_back(parts.front());
  return emitRangesFrom(s, 0, range, ranges, unit, part);
}

} // namespace lz::emit

// Packing costs a copy, and for the shared operand also a wait of all threads. But the elements of
// a packed panel are dense, and they are in the order in which they are read. Reading a panel in
// place takes longer than reading a packed panel. How much longer depends on the layout of the
// operand. Prices.cc predicts the times of the two ways, and the faster way is used:
//
//   rhs, row stride 1        Each panel of lhs reads the rows again, and each byte takes longer.
//                            It takes even longer if lines share sets of a cache.
//   lhs, row stride 1        Each panel of rhs reads the rows again, and each element takes longer.
//   lhs, k stride 1          The same. But packing takes longer, too, because it transposes rows.
//                            All 16 values of a cache line are used while the first-level cache
//                            holds the line, unless rows of a panel share sets.
//
//   x W, 32 x 784 x 512, AVX-512   x: k has stride 1, in place
//                                  W: rows have stride 1, read by 3 panels of x, in place
//   18 x 512 x 2048, AVX2          W: read by 3 panels, and its rows are 8 KiB apart, packed
//   18 x 512 x 2064, AVX2          W: in place
#include "contraction/plan/InPlace.h"

#include "base/Integers.h"
#include "base/machine/CacheSets.h"
#include "base/machine/CostTable.h"
#include "contraction/plan/Blocking.h"

namespace lz::contraction {
namespace {

// If the panels of rhs already lie one after another in memory, returns how to read rhs in place.
// Otherwise returns nullopt. Example: The axis of the rows has two parts, n / 32 groups with stride
// k * 32, and in each group 32 rows with stride 1. Then a panel has 32 rows.
std::optional<InPlace> inGroups(const TiledContraction& spec) {
  const OperandSpec& rhs = spec.rhs;
  if (rhs.dtype != spec.compute || !rhs.window.empty() || rhs.rows.size() != 2)
    return std::nullopt;
  const AxisPart &groups = rhs.rows[0], &rows = rhs.rows[1];
  std::optional<int64_t> k = evenStride(rhs.k);
  if (rows.stride != 1 || rows.extent % spec.nr != 0 || k != rows.extent)
    return std::nullopt;
  return InPlace{1, *k, rows.extent, groups.stride};
}

} // namespace

std::optional<InPlace> evenStrides(const OperandSpec& operand, DType compute) {
  if (operand.dtype != compute || !operand.window.empty())
    return std::nullopt;
  std::optional<int64_t> rows = evenStride(operand.rows), k = evenStride(operand.k);
  if (!rows || !k)
    return std::nullopt;
  return InPlace{*rows, *k};
}

bool fetchesRows(const TiledContraction& spec, const OperandSpec& operand) {
  constexpr int64_t kLongBytes = 1 << 10;
  const std::optional<InPlace> lies = evenStrides(operand, spec.compute);
  if (!lies || lies->kStride != 1 || spec.ownByRows)
    return false;
  const int64_t size = int64_t(byteSize(spec.compute)), rowBytes = spec.k * size;
  return lies->rowStride * size > kCacheLineBytes && rowBytes <= kLongBytes &&
         spec.batch * points(operand.rows) * rowBytes > secondLevelBytes(spec.cpu);
}

std::optional<InPlace> lhsInPlace(const TiledContraction& spec) {
  std::optional<InPlace> result = evenStrides(spec.lhs, spec.compute);
  if (!result || (result->rowStride != 1 && result->kStride != 1))
    return std::nullopt;
  result->isPrefetched = spec.n <= spec.nr && fetchesRows(spec, spec.lhs);
  return result;
}

std::optional<InPlace> rhsInPlace(const TiledContraction& spec) {
  if (std::optional<InPlace> groups = inGroups(spec))
    return groups;
  std::optional<InPlace> result = evenStrides(spec.rhs, spec.compute);
  return result && result->rowStride == 1 ? result : std::nullopt;
}

std::vector<SidesInPlace> waysToRead(const TiledContraction& spec) {
  if (!isLhsShared(spec) && stripsOf(spec))
    return {{}}; // with strips, rhs must be packed
  std::optional<InPlace> lhs = lhsInPlace(spec), rhs = rhsInPlace(spec);
  std::vector<SidesInPlace> ways;
  for (bool isLhs : {true, false})
    for (bool isRhs : {true, false})
      if ((lhs || !isLhs) && (rhs || !isRhs) && (isRhs || !rhs || rhs->groupRows == 0))
        ways.push_back({isLhs, isRhs});
  return ways;
}

bool arePanelsApart(const TiledContraction& spec, const InPlace& rhs) {
  return linesHeld(rhs.kStride * int64_t(byteSize(spec.compute))) < blockOfK(spec);
}

} // namespace lz::contraction

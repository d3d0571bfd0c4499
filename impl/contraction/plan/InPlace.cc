// Packing costs a copy, and a wait of all threads for what they share. A packed panel is dense and
// in the order of its use; what each pass over it saves depends on where the panel would lie.
//
//   rhs, rows side by side   the costs are counted per byte: base/machine/CostTable.h
//   lhs, rows side by side   packing takes the time of four panels of rhs that multiply with it
//   lhs, k side by side      its rows are turned, which takes as long as many panels; in place each
//                            line of 16 values of k is used up before it goes from the first level
//
//   x W, 32 x 784 x 512, AVX-512   x: k side by side, in place
//                                  W: rows side by side, read by 3 panels of x, in place
//   18 x 512 x 2048, AVX2          W: read by 3 panels, and its rows are 8 KiB apart, packed
//   18 x 512 x 2064, AVX2          W: in place
#include "contraction/plan/InPlace.h"

#include "base/Integers.h"
#include "base/machine/CacheSets.h"
#include "base/machine/CostTable.h"
#include "contraction/plan/Blocking.h"

namespace lz::contraction {
namespace {

constexpr int64_t kLineBytes = 64, kFirstLevelBytes = 32 << 10;
// Panels of rhs up to which packing lhs does not pay: rows side by side or not.
constexpr int64_t kFewReads = 4, kFewReadsOfTurned = 64;

bool packingPays(const TiledContraction& spec, const InPlace& lies) {
  const ContractionCosts& costs = costTable(spec.cpu).contraction;
  double saved = arePanelsApart(spec, lies) ? costs.packedSavesApart : costs.packedSaves;
  return double(ceilDiv(spec.m, spec.mr)) * saved > costs.pack;
}

// Panels of rhs that lie one behind the other, like packed ones: {n / 32, k * 32} {32, 1}.
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

std::optional<InPlace> lhsInPlace(const TiledContraction& spec) {
  std::optional<InPlace> result = evenStrides(spec.lhs, spec.compute);
  if (!result)
    return std::nullopt;
  int64_t reads = ceilDiv(spec.n, spec.nr);
  if (result->rowStride == 1)
    return reads <= kFewReads ? result : std::nullopt;
  bool sharesSets = result->rowStride * int64_t(byteSize(spec.compute)) % kCacheWayBytes == 0;
  if (result->kStride != 1 || sharesSets || reads > kFewReadsOfTurned)
    return std::nullopt;
  return result;
}

std::optional<InPlace> rhsInPlace(const TiledContraction& spec) {
  if (std::optional<InPlace> groups = inGroups(spec))
    return groups;
  std::optional<InPlace> result = evenStrides(spec.rhs, spec.compute);
  if (!result || result->rowStride != 1)
    return std::nullopt;
  int64_t size = int64_t(byteSize(spec.compute));
  // A panel that the first-level cache cannot hold comes from the second one either way; two rows
  // in a page and whole lines are as good as a dense panel.
  int64_t rowBytes = result->kStride * size;
  bool isLong = blockOfK(spec) * spec.nr * size > kFirstLevelBytes;
  bool isNear = rowBytes <= kCacheWayBytes / 2 && rowBytes % kLineBytes == 0;
  if (packingPays(spec, *result) && !(isLong && isNear))
    return std::nullopt;
  return result;
}

bool arePanelsApart(const TiledContraction& spec, const InPlace& rhs) {
  return linesHeld(rhs.kStride * int64_t(byteSize(spec.compute))) < blockOfK(spec);
}

} // namespace lz::contraction

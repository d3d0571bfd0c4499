// The rule, one for each way in which rows lie. A packed panel is dense and in the order of its
// use. Packing it takes
//
//   rows side by side   the time of one or two panels of the other operand that multiply with it
//   k side by side      that of four to eight: its rows are turned
//
// and a wait of all threads for what they share. What is read in place costs nothing more while its
// lines stay in the first-level cache, or while a line of 16 values of k is used up before it goes.
//
//   x W, 32 x 784 x 512   x: k side by side, in place
//                         W: rows side by side, read by the 3 panels of x only, in place
//   2048 x 2048 x 2048    both packed: rows are 8 KiB apart, in few sets of the caches; rhs is read
//                         by 147 panels
#include "contraction/plan/InPlace.h"

#include "base/Integers.h"
#include "contraction/plan/Blocking.h"

namespace lz::contraction {
namespace {

// Lines that are a multiple of this apart share a set of the first-level cache.
constexpr int64_t kCacheWayBytes = 4096;
constexpr int64_t kLineBytes = 64, kFirstLevelBytes = 32 << 10;
// Panels of the other operand up to which packing does not pay: rows side by side or not.
constexpr int64_t kFewReads = 4, kFewReadsOfRhs = 12, kFewReadsOfTurned = 64;

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
  std::optional<InPlace> result = evenStrides(spec.rhs, spec.compute);
  if (!result || result->rowStride != 1)
    return std::nullopt;
  int64_t size = int64_t(byteSize(spec.compute));
  // A panel that the first-level cache cannot hold comes from the second one either way; two rows
  // in a page and whole lines are as good as a dense panel.
  int64_t rowBytes = result->kStride * size;
  bool isLong = blockOfK(spec) * spec.nr * size > kFirstLevelBytes;
  bool isNear = rowBytes <= kCacheWayBytes / 2 && rowBytes % kLineBytes == 0;
  if (ceilDiv(spec.m, spec.mr) > kFewReadsOfRhs && !(isLong && isNear))
    return std::nullopt;
  return result;
}

} // namespace lz::contraction

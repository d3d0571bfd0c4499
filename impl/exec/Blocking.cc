#include "exec/Blocking.h"

#include "base/Caches.h"
#include "exec/Packing.h"

#include <algorithm>

namespace lz::exec {
namespace {

constexpr int64_t kMostKcF32 = 640, kMostKcF64 = 256;
// Of the shared operand, packed. Batch elements that run side by side have one each.
constexpr int64_t kSharedBytes = 4 << 20, kSharedBytesInBatch = 1 << 20;
// Of several blocks of k: what all chunks read of both operands stays in the second-level cache.
constexpr int64_t kGroupBytes = 1 << 20;
// Of the sums of a converted output.
constexpr int64_t kSumsBytes = 4 << 20;
// Of the shared operand where rows of the output are completed in scratch.
constexpr int64_t kWholeSharedBytes = 8 << 20;
// So many chunks at least then: more than a thread takes (PackedContraction.cc) cost nothing.
constexpr int64_t kChunks = 16;

int64_t roundUp(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit * unit;
}
int64_t ceilDiv(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit;
}

int64_t secondLevelCacheBytes() {
  constexpr int64_t kLeast = 256 << 10, kMost = 2 << 20;
  return std::clamp(caches().second, kLeast, kMost);
}

int64_t bytesOfRows(const ContractionSpec& spec, int64_t rows) {
  return rows * spec.n * int64_t(byteSize(spec.outType));
}

} // namespace

Blocking blockingOf(const ContractionSpec& spec) {
  Blocking b;
  b.elementBytes = int64_t(byteSize(spec.compute));
  // Blocks of about the same length: 784 is 392 + 392.
  int64_t k = std::max<int64_t>(spec.k, 1);
  b.kc = ceilDiv(k, ceilDiv(k, spec.compute == DType::F64 ? kMostKcF64 : kMostKcF32));
  int64_t lhsPanels = std::max<int64_t>(ceilDiv(spec.m, spec.mr), 1);
  int64_t rhsPanels = std::max<int64_t>(ceilDiv(spec.n, spec.nr), 1);
  b.lhsIsShared = lhsPanels < rhsPanels;
  b.sharedWidth = b.lhsIsShared ? spec.mr : spec.nr;
  b.privateWidth = b.lhsIsShared ? spec.nr : spec.mr;
  int64_t shared = b.lhsIsShared ? lhsPanels : rhsPanels;
  int64_t others = b.lhsIsShared ? rhsPanels : lhsPanels;

  int64_t sharedPanel = b.kc * b.sharedWidth * b.elementBytes;
  if (!b.lhsIsShared)
    b.strips = stripsOf(spec.lhs, spec.compute, spec.mr);
  b.lhs = lhsInPlace(spec);
  if (!b.strips)
    b.rhs = rhsInPlace(spec);
  b.privateStride = std::max(b.kc * b.privateWidth, b.strips ? b.strips->elements() : 0);
  int64_t privatePanel = b.privateStride * b.elementBytes;
  int64_t most = spec.batch > 1 ? kSharedBytesInBatch : kSharedBytes;
  b.sharedPanels = std::clamp<int64_t>(most / sharedPanel, 1, shared);
  b.kBlocks =
      std::clamp<int64_t>(kGroupBytes / (sharedPanel * b.sharedPanels), 1, ceilDiv(k, b.kc));
  int64_t cache = secondLevelCacheBytes();
  b.privatePanels = std::clamp<int64_t>(cache / 8 / privatePanel, 1, others);
  b.cachedPanels = std::clamp<int64_t>(cache / 4 / sharedPanel, 1, b.sharedPanels);

  if (spec.outByRows) {
    b.sharedPanels = shared;
    b.kBlocks = ceilDiv(k, b.kc);
    b.cachedPanels = std::clamp<int64_t>(cache / 4 / sharedPanel, 1, shared);
    int64_t panels =
        std::min(cache / 4 / bytesOfRows(spec, b.privateWidth), ceilDiv(others, kChunks));
    b.privatePanels = std::clamp<int64_t>(panels, 1, b.privatePanels);
  }

  b.converted = spec.outType != spec.compute;
  int64_t sumsOfPanel = b.privateWidth * b.sharedPanels * b.sharedWidth * b.elementBytes;
  b.privateBlock = b.converted ? std::clamp<int64_t>(kSumsBytes / sumsOfPanel, 1, others) : others;
  if (!spec.largeBlocks) {
    b.privatePanels = b.cachedPanels = b.privateBlock = 1;
    if (!spec.outByRows)
      b.sharedPanels = b.kBlocks = 1;
  }
  return b;
}

ScratchLayout scratchLayoutOf(const ContractionSpec& spec, const Blocking& b) {
  ScratchLayout layout;
  int64_t used = 0;
  auto take = [&](int64_t bytes) {
    int64_t offset = used;
    used += roundUp(bytes, 64);
    return offset;
  };
  constexpr int64_t kNumber = sizeof(int64_t);
  int64_t sharedRows = isSmall(spec) ? 0 : b.sharedPanels * b.sharedWidth;
  int64_t privateRows = b.privatePanels * b.privateWidth;
  // Of an operand in place one panel at most is packed.
  int64_t packedShared = b.shared() ? std::min(b.sharedWidth, sharedRows) : sharedRows;
  layout.packedShared = take(packedShared * b.kc * b.kBlocks * b.elementBytes);
  layout.sums =
      take(b.converted ? b.privateBlock * b.privateWidth * sharedRows * b.elementBytes : 0);
  layout.sharedOffsets = take(sharedRows * kNumber);
  layout.sharedBytes = used;

  used = 0;
  // The small operand of a small contraction is packed here, too.
  layout.packedPrivate =
      take(std::max((b.own() ? 1 : b.privatePanels) * b.privateStride, kSmallRows * b.kc) *
           b.elementBytes);
  layout.tile = take(int64_t(spec.mr) * spec.nr * b.elementBytes);
  int64_t packedRows = std::max({privateRows, kPackedTogether * b.sharedWidth, kSmallRows});
  layout.packNumbers = take(std::max(packScratchNumbers(spec.lhs, packedRows, b.kc),
                                     packScratchNumbers(spec.rhs, packedRows, b.kc)) *
                            kNumber);
  layout.privateOffsets = take(std::max(privateRows, kSmallColumns) * kNumber);
  layout.kOffsets = take(b.kc * kNumber);
  layout.runs = take(b.strips ? b.kc * int64_t(sizeof(KernelRun)) : 0);
  layout.outRows = take(spec.outByRows ? bytesOfRows(spec, privateRows) + 64 : 0);
  layout.threadBytes = used;
  return layout;
}

bool canUseStrips(const ContractionSpec& spec) {
  return !blockingOf(spec).lhsIsShared && stripsOf(spec.lhs, spec.compute, spec.mr).has_value();
}

bool canKeepRows(const ContractionSpec& spec) {
  if (isSmall(spec) || isAlongPixels(spec) || spec.k == 0 || spec.isSwapped || !hasDenseRows(spec))
    return false;
  ContractionSpec byRows = spec;
  byRows.outByRows = true;
  Blocking b = blockingOf(byRows);
  int64_t shared = b.sharedPanels * b.sharedWidth * b.kc * b.kBlocks * b.elementBytes;
  return !b.lhsIsShared && bytesOfRows(spec, b.privateWidth) <= secondLevelCacheBytes() / 2 &&
         shared <= (spec.batch > 1 ? kSharedBytesInBatch : kWholeSharedBytes);
}

int64_t ContractionSpec::scratchBytes(int threads) const {
  if (isAlongPixels(*this))
    return std::max(threads, 1) * pixelScratchBytes(*this);
  ScratchLayout layout = scratchLayoutOf(*this, blockingOf(*this));
  int64_t count = std::max(threads, 1);
  return isBatched(*this, int(count)) ? count * layout.bytes()
                                      : layout.sharedBytes + count * layout.threadBytes;
}

} // namespace lz::exec

#include "contraction/plan/Blocking.h"

#include "base/ElementStorage.h"
#include "base/Integers.h"
#include "base/machine/CostTable.h"
#include "contraction/plan/DotsPlan.h"
#include "contraction/plan/Kinds.h"

#include <algorithm>

namespace lz::contraction {
namespace {

// Some sizes decide how sums are split. They are the same for every CPU class and machine, so that
// results are the same, too. kFewBytes limits the size of a block of the few rows of dot products.
// Such a block should stay in the first-level cache, because all other rows are multiplied with it.
constexpr int64_t kFewBytes = 32 << 10;
constexpr int64_t kMostKcF32 = 640, kMostKcF64 = 512;
// The smallest number of chunks of a contraction that completes rows or makes rows in scratch. More
// chunks than threads take no extra time (run/PackedContraction.cc). With a value of 8 or 32,
// mlp-step-128 takes the same time (Zen 5).
constexpr int64_t kChunks = 16;

// Returns the limit of the bytes that the packed shared operand of one group may take. If there is
// a batch, the limit is lower, because several batch elements may run at the same time.
int64_t sharedBytes(const TiledContraction& spec) {
  return lastLevelBytes(spec.cpu) / (spec.batch > 1 ? 16 : 4);
}

// Returns the limit that replaces sharedBytes if the contraction's rows are completed or made in
// scratch. This limit is higher, because a group of such a contraction has all columns and all of
// k.
int64_t wholeSharedBytes(const TiledContraction& spec) {
  return lastLevelBytes(spec.cpu) / (spec.batch > 1 ? 16 : 2);
}

// In a sweep each thread has its own sums. Returns the number of bytes of one row of these sums.
int64_t sumBytesOfRow(const TiledContraction& spec, const Blocking& b) {
  const bool hasSums = b.converted && spec.isInSweep;
  return hasSums ? roundUp(spec.n, spec.nr) * b.elementBytes : 0;
}

// Makes each chunk compute all columns and all of k. Limits chunks so that their rows in scratch
// fit into the second-level cache.
void takeWholeRows(const TiledContraction& spec, int64_t cache, int64_t shared, int64_t others,
                   Blocking& b) {
  int64_t bytes =
      b.privateWidth * ((spec.outByRows ? outRowBytes(spec) : 0) +
                        (spec.ownByRows ? ownRowBytes(spec) : 0) + sumBytesOfRow(spec, b));
  b.sharedPanels = shared;
  b.kBlocks = ceilDiv(spec.k, b.kc);
  b.cachedPanels =
      std::clamp<int64_t>(cache / 4 / (b.kc * b.sharedWidth * b.elementBytes), 1, shared);
  b.privatePanels = std::clamp<int64_t>(std::min(cache / 4 / bytes, ceilDiv(others, kChunks)), 1,
                                        b.privatePanels);
}

// If the output is converted, makes each chunk compute all of k, so that the chunk can also round
// its sums. A group then has fewer panels of the shared operand. The panels of all its blocks
// together are at most as large as `most` panels of one block.
void takeWholeK(int64_t k, int64_t most, Blocking& b) {
  // Products of f16, from 2048 x 2048 x 2048 to 8192, were measured with the values 8, 16 and 32.
  // The times differ by at most 3 % (two threads of a Zen 5).
  constexpr int64_t kLeastPanels = 16;
  int64_t blocks = ceilDiv(k, b.kc), panels = std::min(most / blocks, b.sharedPanels);
  if (panels < std::min(kLeastPanels, b.sharedPanels))
    return;
  b.kBlocks = blocks;
  b.sharedPanels = panels;
}

// Returns true if the shared operand is read in place, or if the part of it that takeWholeRows
// packs is small.
bool isWholeSharedSmall(const TiledContraction& spec, const Blocking& b) {
  return b.shared() || b.sharedPanels * b.sharedWidth * b.kc * b.kBlocks * b.elementBytes <=
                           wholeSharedBytes(spec);
}

PackedLayout layoutOf(const TiledContraction& spec, const Blocking& b) {
  PackedLayout layout;
  constexpr int64_t kNumber = sizeof(int64_t);
  int64_t sharedRows = b.sharedPanels * b.sharedWidth;
  int64_t privateRows = b.privatePanels * b.privateWidth;
  // If the operand is read in place, only a panel that is not full is packed.
  int64_t packedShared = b.shared() ? std::min(b.sharedWidth, sharedRows) : sharedRows;
  int64_t packedOwn = (b.own() ? 1 : b.privatePanels) * b.privateStride;
  int64_t sums = b.converted ? b.privateBlock * b.privateWidth * sharedRows : 0;
  ScratchOffsets shared;
  layout.packedShared = shared.take(packedShared * b.kc * b.kBlocks * b.elementBytes);
  layout.sums = shared.take(spec.isInSweep ? 0 : sums * b.elementBytes);
  layout.sharedOffsets = shared.take(sharedRows * kNumber);
  layout.sharedBytes = shared.used();

  ScratchOffsets own;
  int64_t packedRows = std::max(privateRows, kPackedTogether * b.sharedWidth);
  layout.packedPrivate = own.take(packedOwn * b.elementBytes);
  layout.ownSums = own.take(spec.isInSweep ? sums * b.elementBytes : 0);
  layout.tile = own.take(int64_t(spec.mr) * spec.nr * b.elementBytes);
  layout.packNumbers = own.take(std::max(packScratchNumbers(spec.lhs, packedRows, b.kc),
                                         packScratchNumbers(spec.rhs, packedRows, b.kc)) *
                                kNumber);
  layout.privateOffsets = own.take(privateRows * kNumber);
  layout.runs = own.take(b.strips ? b.kc * int64_t(sizeof(KernelRun)) : 0);
  layout.outRows = own.take(spec.outByRows ? privateRows * outRowBytes(spec) + 64 : 0);
  layout.ownRows = own.take(spec.ownByRows ? privateRows * ownRowBytes(spec) + 64 : 0);
  layout.threadBytes = own.used();
  return layout;
}

} // namespace

int64_t secondLevelOf(const Caches& caches) {
  // With half or twice these values, all 258 programs of the bench get the same plans.
  constexpr int64_t kLeast = 256 << 10, kMost = 2 << 20;
  return std::clamp(caches.second, kLeast, kMost);
}

int64_t ScratchOffsets::take(int64_t bytes) {
  int64_t offset = used_;
  used_ += roundUp(bytes, 64);
  return offset;
}

int64_t packScratchNumbers(const OperandSpec& operand, int64_t rows, int64_t kc) {
  int64_t perPoint = int64_t(1 + operand.window.size());
  if (operand.joinsPairs)
    kc *= 2;
  return (rows + kc) * perPoint + (operand.window.empty() ? 0 : kc);
}

bool isBatched(const TiledContraction& spec, int threads) {
  return spec.batch >= 2 * int64_t(threads);
}

bool isLhsShared(const TiledContraction& spec) {
  return !spec.isInSweep && std::max<int64_t>(ceilDiv(spec.m, spec.mr), 1) <
                                std::max<int64_t>(ceilDiv(spec.n, spec.nr), 1);
}

const OperandSpec& ownOperand(const TiledContraction& spec) {
  return isLhsShared(spec) ? spec.rhs : spec.lhs;
}

int64_t outRowBytes(const TiledContraction& spec) {
  const bool isApart = spec.isInSweep && spec.outByRows;
  return storageBytes(spec.outType,
                      isApart ? strideOfRows(spec.outBatch, spec.outRowAxis(), spec.n) : spec.n);
}

int64_t ownRowBytes(const TiledContraction& spec) {
  const OperandSpec& own = ownOperand(spec);
  const bool isApart = spec.isInSweep && spec.ownByRows;
  return storageBytes(own.dtype, isApart ? strideOfRows(own.batch, own.rows, spec.k) : spec.k);
}

// Returns kc. Blocks have about equal lengths: k = 784 is split into 392 + 392.
int64_t blockOfK(const TiledContraction& spec) {
  int64_t k = std::max<int64_t>(spec.k, 1);
  bool isF64 = spec.compute == DType::F64;
  int64_t most = !spec.largeBlocks ? SmallBlocks::k : isF64 ? kMostKcF64 : kMostKcF32;
  if (!isDots(spec))
    return ceilDiv(k, ceilDiv(k, most));
  int64_t few = std::clamp<int64_t>(std::min(spec.decidingM(), spec.decidingN()), 1, kFewRows);
  most = spec.largeBlocks ? kFewBytes / (few * int64_t(byteSize(spec.compute))) : SmallBlocks::k;
  return std::min(k, roundUp(ceilDiv(k, ceilDiv(k, most)), kDotLanes<float>));
}

Blocking blockingOf(const TiledContraction& spec, const Caches& caches, SidesInPlace sides) {
  Blocking b;
  b.elementBytes = int64_t(byteSize(spec.compute));
  int64_t k = std::max<int64_t>(spec.k, 1);
  b.kc = blockOfK(spec);
  int64_t lhsPanels = std::max<int64_t>(ceilDiv(spec.m, spec.mr), 1);
  int64_t rhsPanels = std::max<int64_t>(ceilDiv(spec.n, spec.nr), 1);
  b.lhsIsShared = isLhsShared(spec);
  b.sharedWidth = b.lhsIsShared ? spec.mr : spec.nr;
  b.privateWidth = b.lhsIsShared ? spec.nr : spec.mr;
  int64_t shared = b.lhsIsShared ? lhsPanels : rhsPanels;
  int64_t others = b.lhsIsShared ? rhsPanels : lhsPanels;

  int64_t sharedPanel = b.kc * b.sharedWidth * b.elementBytes;
  if (!b.lhsIsShared)
    b.strips = stripsOf(spec);
  if (sides.lhs)
    b.lhs = lhsInPlace(spec);
  if (sides.rhs)
    b.rhs = rhsInPlace(spec);
  b.privateStride = std::max(b.kc * b.privateWidth, b.strips ? b.strips->elements() : 0);
  int64_t privatePanel = b.privateStride * b.elementBytes;
  int64_t most = sharedBytes(spec);
  b.sharedPanels = std::clamp<int64_t>(most / sharedPanel, 1, shared);
  // A group has several blocks of k. The data of a group, from lhs and rhs, should stay in the
  // caches.
  b.kBlocks = std::clamp<int64_t>(lastLevelBytes(spec.cpu) / 16 / (sharedPanel * b.sharedPanels), 1,
                                  ceilDiv(k, b.kc));
  b.converted = spec.outType != spec.compute;
  if (b.converted)
    takeWholeK(k, most / sharedPanel, b);
  int64_t cache = secondLevelOf(caches);
  b.privatePanels = std::clamp<int64_t>(cache / 8 / privatePanel, 1, others);
  b.cachedPanels = std::clamp<int64_t>(cache / 4 / sharedPanel, 1, b.sharedPanels);
  // Here rhs is read in place, and the few rows of lhs are one panel. The loop goes through a row
  // of rhs in all panels of a chunk, so longer chunks let the processor prefetch more of the row.
  // No data is read twice, so a chunk may be larger than usual.
  if (b.rhs && b.lhsIsShared && shared == 1)
    b.privatePanels = std::clamp<int64_t>(cache / 2 / privatePanel, 1, others);

  bool wholeRows = spec.outByRows || spec.ownByRows;
  if (wholeRows)
    takeWholeRows(spec, cache, shared, others, b);

  int64_t sumsOfPanel = b.privateWidth * b.sharedPanels * b.sharedWidth * b.elementBytes;
  const int64_t mostSums =
      spec.isInSweep ? b.privatePanels : lastLevelBytes(spec.cpu) / 4 / sumsOfPanel;
  b.privateBlock = b.converted ? std::clamp<int64_t>(mostSums, 1, others) : others;
  if (!spec.largeBlocks) {
    b.privatePanels = b.cachedPanels = b.privateBlock = 1;
    if (!wholeRows)
      b.sharedPanels = b.kBlocks = 1;
  }
  return b;
}

PackedPlan planPacked(const TiledContraction& spec, int threads, const Caches& caches,
                      SidesInPlace sides) {
  PackedPlan plan;
  plan.blocking = blockingOf(spec, caches, sides);
  plan.layout = layoutOf(spec, plan.blocking);
  plan.isBatched = isBatched(spec, threads);
  return plan;
}

bool fitsRowsOfOutput(const TiledContraction& spec, const Caches& caches, SidesInPlace sides) {
  TiledContraction byRows = spec;
  byRows.outByRows = true;
  Blocking b = blockingOf(byRows, caches, sides);
  const int64_t bytes = b.privateWidth * (outRowBytes(spec) + sumBytesOfRow(spec, b));
  return !b.lhsIsShared && bytes <= secondLevelOf(caches) / 2 && isWholeSharedSmall(spec, b);
}

bool fitsRowsOfOperand(const TiledContraction& spec, const Caches& caches, SidesInPlace sides) {
  TiledContraction byRows = spec;
  byRows.ownByRows = true;
  Blocking b = blockingOf(byRows, caches, sides);
  const OperandSpec& own = ownOperand(spec);
  const bool isApart = spec.isInSweep && spec.ownByRows;
  return (isApart ? hasRowsApart(own) : hasDenseRows(own)) &&
         b.privateWidth * ownRowBytes(spec) <= lastLevelBytes(spec.cpu) / 2 &&
         isWholeSharedSmall(byRows, b);
}

} // namespace lz::contraction

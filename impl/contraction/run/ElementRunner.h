// Computes whole batch elements, or some rows of a batch element, of a contraction on packed
// panels. Uses the blocks of plan/Blocking.h. Only for files of contraction/run.
#pragma once

#include "base/ElementStorage.h"
#include "base/Integers.h"
#include "contraction/run/Chunks.h"
#include "contraction/run/Loops.h"
#include "contraction/run/PackPoints.h"
#include "contraction/run/Packing.h"
#include "contraction/run/ProductRows.h"
#include "contraction/run/Tiles.h"
#include "contraction/run/vector/RoundRow.h"

#include <algorithm>

namespace lz::contraction {

// The least time of a chunk. Handing out a shorter chunk takes longer than it saves.
inline constexpr double kLeastChunkNs = ThreadPool::kGrainNs / 2;

// The addresses in the scratch that all threads share.
struct SharedScratch {
  std::byte *packed, *sums;
  int64_t* offsets;

  SharedScratch(const PackedLayout& layout, std::byte* base)
      : packed(base + layout.packedShared), sums(base + layout.sums),
        offsets(reinterpret_cast<int64_t*>(base + layout.sharedOffsets)) {}
};

struct ThreadScratch {
  std::byte *packed, *sums, *tile, *outRows, *ownRows;
  int64_t *packNumbers, *offsets;
  KernelRun* runs;

  // `base` is the address of the thread's part of the scratch.
  ThreadScratch(const PackedLayout& layout, std::byte* base)
      : packed(base + layout.packedPrivate), sums(base + layout.ownSums), tile(base + layout.tile),
        outRows(base + layout.outRows), ownRows(base + layout.ownRows),
        packNumbers(reinterpret_cast<int64_t*>(base + layout.packNumbers)),
        offsets(reinterpret_cast<int64_t*>(base + layout.privateOffsets)),
        runs(reinterpret_cast<KernelRun*>(base + layout.runs)) {}
};

// One operand of the contraction.
struct Side {
  const OperandSpec& operand;
  const void* data; // of the current batch element
  const Axis& out;
  int64_t rows, width;
  const std::optional<InPlace>& inPlace;

  // Returns the index of the first row that must be packed, among `count` rows. All later rows are
  // packed, too. If lhs is read in place, none of its rows is packed. If rhs is read in place, only
  // its last rows are packed, if they do not fill a panel.
  int64_t firstPacked(int64_t count, bool isLhs) const {
    return !inPlace ? 0 : isLhs ? count : count / width * width;
  }
};

// A part of the result, and a group of blocks of k. The products for the values of k in this group
// are added to sums in scratch.
struct Block {
  int64_t shared0, sharedRows;      // rows of the shared operand
  int64_t privateRow0, privateRows; // rows of the private one
  int64_t k0, k;
  bool isLast; // the last block that adds to these rows of C
};

// Computes whole batch elements, or some rows of a batch element. T is the compute type.
template <typename T> class ElementRunner {
public:
  ElementRunner(const PackedPlan& plan, const ContractionData& data, const ProductScratch& scratch)
      : spec_(data.spec()), data_(data), blocking_(plan.blocking), layout_(plan.layout),
        scratch_(layout_, scratch.shared), threads_(scratch.threads),
        threadStride_(scratch.threadStride), workers_(scratch.workers), pool_(data.pool) {}

  void run(int64_t batch) {
    begin(batch);
    const Side shared = sharedSide(), own = ownSide();
    int64_t sharedStep = blocking_.sharedPanels * shared.width;
    int64_t privateStep = blocking_.privateBlock * own.width;
    int64_t kStep = blocking_.kBlocks * blocking_.kc;
    for (int64_t s = 0; s < shared.rows; s += sharedStep) {
      int64_t sharedRows = std::min(sharedStep, shared.rows - s);
      offsetsOf(shared.out, s, sharedRows, scratch_.offsets);
      for (int64_t p = 0; p < own.rows; p += privateStep)
        for (int64_t k = 0; k < spec_.k; k += kStep) {
          bool isLast = s + sharedStep >= shared.rows && k + kStep >= spec_.k;
          Block block = {s,     sharedRows,
                         p,     std::min(privateStep, own.rows - p),
                         k,     std::min(kStep, spec_.k - k),
                         isLast};
          if (p == 0 || kStep < spec_.k) // otherwise the panels are still in scratch
            packShared(shared, block);
          runChunks(own, block);
        }
    }
    if (blocking_.lhsIsShared || spec_.isSwapped)
      finishRows(data_, batch * spec_.outRows(), (batch + 1) * spec_.outRows());
  }

  // Selects the batch element for the functions below.
  void begin(int64_t batch) {
    batch_ = batch;
    out_ = offsetAt(spec_.outBatch, batch);
    lhs_ = operandAt(spec_.lhs, data_.lhs, batch);
    rhs_ = operandAt(spec_.rhs, data_.rhs, batch);
  }

  // Packs all of the shared operand. After that, `multiply` can compute rows of the product.
  void packShared() {
    const Side shared = sharedSide();
    offsetsOf(shared.out, 0, shared.rows, scratch_.offsets);
    packShared(shared, wholeRows(0, 0));
  }

  // Returns the address at which the output would begin (addressOfRows).
  void* multiply(int64_t row, int64_t count, int worker) {
    const ThreadScratch scratch = threadScratch(worker);
    Side own = ownSide();
    if (spec_.ownByRows)
      own.data = operandAt(own.operand, ownRows(row, scratch), batch_);
    const Block block = wholeRows(row, count);
    return multiply(own, block, {0, ceilDiv(count, own.width), 0, block.sharedRows}, scratch);
  }

  void* ownRows(int64_t row, int worker) { return ownRows(row, threadScratch(worker)); }

private:
  Side lhsSide() const { return {spec_.lhs, lhs_, spec_.outM, spec_.m, spec_.mr, blocking_.lhs}; }
  Side rhsSide() const { return {spec_.rhs, rhs_, spec_.outN, spec_.n, spec_.nr, blocking_.rhs}; }
  Side sharedSide() const { return blocking_.lhsIsShared ? lhsSide() : rhsSide(); }
  Side ownSide() const { return blocking_.lhsIsShared ? rhsSide() : lhsSide(); }
  Block wholeRows(int64_t row, int64_t count) const {
    return {0, sharedSide().rows, row, count, 0, spec_.k, true};
  }
  void* ownRows(int64_t row, const ThreadScratch& scratch) const {
    const int64_t first = batch_ * ownSide().rows + row;
    return addressOfRows(scratch.ownRows, first * data_.plan.ownRowBytes);
  }

  static const void* operandAt(const OperandSpec& operand, const void* base, int64_t batch) {
    int64_t offset = storageOffset(operand.dtype, offsetAt(operand.batch, batch)).byte;
    return reinterpret_cast<const void*>(uintptr_t(base) + uintptr_t(offset));
  }
  ThreadScratch threadScratch(int worker) const {
    return ThreadScratch(layout_, threads_ + worker * threadStride_);
  }
  // Returns the packed panels of the shared operand for the block that begins with value k.
  T* sharedPanels(const Block& block, int64_t k) const {
    int64_t panels = ceilDiv(block.sharedRows, blocking_.sharedWidth);
    if (blocking_.shared())
      panels = std::min<int64_t>(panels, 1);
    return reinterpret_cast<T*>(scratch_.packed) + (k - block.k0) * panels * blocking_.sharedWidth;
  }

  void packShared(const Side& side, const Block& block) {
    int64_t first = side.firstPacked(block.sharedRows, blocking_.lhsIsShared);
    int64_t count = block.sharedRows - first, panels = ceilDiv(count, side.width);
    if (count == 0)
      return;
    int64_t step = std::clamp<int64_t>(panels / (2 * workers_), 1, kPackedTogether) * side.width;
    int64_t pieces = ceilDiv(count, step), kBlocks = ceilDiv(block.k, blocking_.kc);
    auto pack = [&](int64_t lo, int64_t hi, int worker) {
      ThreadScratch scratch = threadScratch(worker);
      for (int64_t unit = lo; unit < hi; ++unit) {
        int64_t row = unit % pieces * step, k = block.k0 + unit / pieces * blocking_.kc;
        int64_t kc = std::min(blocking_.kc, block.k0 + block.k - k);
        packBlock(side.operand,
                  {side.data, block.shared0 + first + row, std::min(step, count - row), k, kc,
                   int(side.width), spec_.compute, spec_.cpu, scratch.packNumbers},
                  sharedPanels(block, k) + row * kc);
      }
    };
    const int64_t all = side.rows - side.firstPacked(side.rows, blocking_.lhsIsShared);
    const double share = double(count * block.k) / double(spec_.batch * all * spec_.k);
    pool_.parallelFor(pieces * kBlocks, data_.nsOfPackedPart(share, pieces * kBlocks), pack,
                      workers_);
  }

  void runChunks(const Side& side, const Block& block) {
    const double ns = data_.nsOfPart(spec_.batch * spec_.m * spec_.n) * double(block.privateRows) *
                      double(block.sharedRows) * double(block.k) / double(spec_.k);
    Chunks chunks(chunkRuleOf(block, ns));
    auto run = [&](int64_t, int worker) {
      runChunk(side, block, chunks.next(), threadScratch(worker));
    };
    pool_.parallelEach(chunks.size(), ns, run, int(workers_));
  }

  ChunkRule chunkRuleOf(const Block& block, double totalNs) const {
    int64_t panels = ceilDiv(block.privateRows, blocking_.privateWidth);
    int64_t most = std::min(blocking_.privatePanels, panels);
    double nsPerPanel = totalNs / double(panels);
    int64_t least = workers_ > 1 ? std::min(most, int64_t(kLeastChunkNs / nsPerPanel) + 1)
                                 : ceilDiv(panels, ceilDiv(panels, most));
    int64_t parts = canSplitRows() ? partsOf(block, nsPerPanel) : 1;
    int64_t step = ceilDiv(ceilDiv(block.sharedRows, blocking_.sharedWidth), parts);
    return {panels, least, most, block.sharedRows, step * blocking_.sharedWidth, workers_};
  }

  // Returns whether rows of C may be split between chunks.
  bool canSplitRows() const {
    return workers_ > 1 && !blocking_.converted && !data_.rows && !spec_.outByRows &&
           !spec_.ownByRows && !blocking_.strips;
  }

  // The work for one private panel can be split into several chunks. Each chunk has other rows of
  // the shared operand, and packs the panel again. Returns the number of these chunks.
  int64_t partsOf(const Block& block, double nsPerPanel) const {
    constexpr int64_t kMostParts = 4, kLeastPanels = 4;
    int64_t sharedPanels = ceilDiv(block.sharedRows, blocking_.sharedWidth);
    int64_t parts = std::min(sharedPanels / kLeastPanels, int64_t(nsPerPanel / kLeastChunkNs));
    return std::clamp<int64_t>(parts, 1, kMostParts);
  }

  void runChunk(const Side& side, const Block& block, const Chunk& chunk,
                const ThreadScratch& scratch) {
    const int64_t row = chunk.panel * side.width, rows = rowsOf(side, block, chunk);
    const int64_t firstRow = batch_ * side.rows + block.privateRow0 + row;
    Side own = side;
    if (spec_.ownByRows)
      own.data = operandAt(side.operand, makeRows(data_, firstRow, rows, scratch.ownRows), batch_);
    void* out = multiply(own, block, chunk, scratch);
    if (data_.rows && block.isLast && !blocking_.lhsIsShared && !spec_.isSwapped)
      data_.rows->finish(firstRow, firstRow + rows, out);
  }

  static int64_t rowsOf(const Side& own, const Block& block, const Chunk& chunk) {
    return std::min(chunk.panels * own.width, block.privateRows - chunk.panel * own.width);
  }

  // Multiplies the rows of a chunk. Returns the address at which the output begins. If only some
  // rows exist, returns the address at which the output would begin (addressOfRows).
  void* multiply(const Side& own, const Block& block, const Chunk& chunk,
                 const ThreadScratch& scratch) {
    const int64_t row = chunk.panel * own.width, rows = rowsOf(own, block, chunk);
    offsetsOf(own.out, block.privateRow0 + row, rows, scratch.offsets);
    const int64_t firstRow = batch_ * own.rows + block.privateRow0 + row;
    void* out =
        spec_.outByRows ? addressOfRows(scratch.outRows, firstRow * outRowBytes(spec_)) : data_.out;
    for (int64_t k = block.k0; k < block.k0 + block.k; k += blocking_.kc)
      runTiles(own, block, chunk, {row, rows, scratch.offsets}, k, scratch, out);
    if (blocking_.converted && block.k0 + block.k == spec_.k)
      round(block, row, rows, scratch, out);
    return out;
  }

  // Computes the tiles of a chunk for the block of k that begins with value k. `own` is the chunk's
  // rows of the private operand.
  void runTiles(const Side& side, const Block& block, const Chunk& chunk, const TileRange& own,
                int64_t k, const ThreadScratch& scratch, void* out) {
    int64_t kc = std::min(blocking_.kc, block.k0 + block.k - k);
    int64_t firstRow = block.privateRow0 + own.first;
    packPrivate(side, firstRow, own.count, k, kc, scratch);
    TileStrips strips;
    if (blocking_.strips)
      strips = {&*blocking_.strips, firstRow,
                runsOf(*blocking_.strips, side.operand, k, kc, spec_.nr, scratch.runs),
                scratch.runs};
    T* sums = blocking_.converted ? sumsOf(scratch) : nullptr;
    TileTarget<T> target = {static_cast<T*>(out) + out_, sums, sumsStride(), spec_.adds || k > 0};
    Tiles<T> tiles(spec_, kc, strips, target, reinterpret_cast<T*>(scratch.tile));
    TilePanels<T> mine = {own,
                          reinterpret_cast<const T*>(scratch.packed),
                          blocking_.strips ? blocking_.privateStride : kc * side.width,
                          inPlace(side.data, side.inPlace, k),
                          firstRow,
                          blocking_.own() ? &*blocking_.own() : nullptr};
    int64_t cached = blocking_.cachedPanels * blocking_.sharedWidth;
    int64_t end = chunk.shared0 + chunk.sharedRows;
    for (int64_t s = chunk.shared0; s < end; s += cached) {
      int64_t panel = blocking_.shared() ? 0 : s;
      TilePanels<T> shared = {{s, std::min(cached, end - s), scratch_.offsets + s},
                              sharedPanels(block, k) + panel * kc,
                              kc * blocking_.sharedWidth,
                              inPlace(blocking_.lhsIsShared ? lhs_ : rhs_, blocking_.shared(), k),
                              block.shared0 + s,
                              blocking_.shared() ? &*blocking_.shared() : nullptr};
      if (blocking_.lhsIsShared)
        tiles.run(shared, mine);
      else
        tiles.run(mine, shared);
    }
  }

  // Returns the address of value k in the first row of an operand. Returns nullptr if the operand
  // is not read in place.
  static const T* inPlace(const void* data, const std::optional<InPlace>& lies, int64_t k) {
    return lies ? static_cast<const T*>(data) + k * lies->kStride : nullptr;
  }

  // Packs rows of the private operand for a block of k, as panels or as strips.
  void packPrivate(const Side& side, int64_t row0, int64_t rows, int64_t k, int64_t kc,
                   const ThreadScratch& scratch) {
    auto pack = [&](int64_t row, int64_t count, void* target) {
      packBlock(side.operand,
                {side.data, row, count, k, kc, int(side.width), spec_.compute, spec_.cpu,
                 scratch.packNumbers},
                target);
    };
    if (!blocking_.strips) {
      int64_t first = side.firstPacked(rows, !blocking_.lhsIsShared);
      if (first < rows)
        pack(row0 + first, rows - first, scratch.packed);
      return;
    }
    auto* target = reinterpret_cast<T*>(scratch.packed);
    for (int64_t i = 0; i < rows; i += side.width, target += blocking_.privateStride) {
      int64_t count = std::min(side.width, rows - i);
      if (areInLine(side.operand, row0 + i, count))
        fillStrips(side.operand, *blocking_.strips, {side.data, row0 + i, k, kc, spec_.compute},
                   target);
      else
        pack(row0 + i, count, target);
    }
  }

  T* sumsOf(const ThreadScratch& scratch) const {
    return reinterpret_cast<T*>(spec_.isInSweep ? scratch.sums : scratch_.sums);
  }

  // Returns the number of elements from one row of the sums in scratch to the next. A row has all
  // columns of a Block.
  int64_t sumsStride() const {
    return blocking_.lhsIsShared ? blocking_.privateBlock * blocking_.privateWidth
                                 : blocking_.sharedPanels * blocking_.sharedWidth;
  }

  void round(const Block& block, int64_t row, int64_t rows, const ThreadScratch& scratch,
             void* address) {
    TileRange own = {row, rows, scratch.offsets}, shared = {0, block.sharedRows, scratch_.offsets};
    const TileRange& m = blocking_.lhsIsShared ? shared : own;
    const TileRange& n = blocking_.lhsIsShared ? own : shared;
    bool dense = isEven(n.offsets, n.count, 1);
    visitDType(spec_.outType, [&](auto zero) {
      using Out = decltype(zero);
      Out* out = static_cast<Out*>(address) + out_;
      for (int64_t i = 0; i < m.count; ++i) {
        const T* sums = sumsOf(scratch) + (m.first + i) * sumsStride() + n.first;
        if (dense)
          roundRow(spec_.cpu, sums, n.count, out + m.offsets[i] + n.offsets[0]);
        else
          for (int64_t j = 0; j < n.count; ++j)
            out[m.offsets[i] + n.offsets[j]] = Out(sums[j]);
      }
    });
  }

  const TiledContraction& spec_;
  const ContractionData& data_;
  const Blocking& blocking_;
  const PackedLayout& layout_;
  SharedScratch scratch_;
  std::byte* threads_;
  int64_t threadStride_;
  int64_t workers_;
  ThreadPool& pool_;
  int64_t batch_ = 0, out_ = 0; // the batch element, and its offset in the output
  const void *lhs_ = nullptr, *rhs_ = nullptr;
};

} // namespace lz::contraction

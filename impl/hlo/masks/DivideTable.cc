#include "hlo/masks/DivideTable.h"

#include "base/Integers.h"
#include "base/machine/CostTable.h"
#include "base/machine/ThreadPool.h"
#include "hlo/rewrite/Dot.h"
#include "hlo/tiles/CompileTime.h"
#include "hlo/tiles/IndexDifferences.h"
#include "hlo/tiles/MaskRanges.h"
#include "spec/OpCost.h"

#include <algorithm>
#include <limits>

namespace lz::hlo {
namespace {

// Blocks have at least kFewestRows rows. Their columns begin and end at multiples of kColumnStep,
// so that products have whole tiles.
constexpr int64_t kFewestRows = 64, kColumnStep = 64;
// A block has at least 1 / kMostBlocks of the rows of the table. More blocks would have so many ops
// that later passes take too long.
constexpr int64_t kMostBlocks = 32;
// The most columns of a tile, as for tiles of whole rows (hlo/tiles/price/TileExtents.cc).
constexpr int64_t kMostTile = 2048;
// Compile times. A block whose kernels equal those of an earlier block takes only the 1.2 ms in
// which passes visit its ops (kNsOfOps). The body of a loop takes as long as the kernels of two
// blocks. A body with an inner loop takes as long as the kernels of four blocks.
constexpr double kNsOfOps = 1.2e6, kKernelsOfLoop = 2, kKernelsOfTiles = 4;
// Blocks that run one after another may take kMostNsToCompile to compile. If they take longer, a
// loop is chosen, even if it runs up to kMostTimeOfLoop times as long. The limit is 40 ms because
// all of an attention should compile in less than 60 ms, and the rest of it takes 16 ms. With 16
// blocks, causal attention of 4,096 compiles in 111 ms and runs in 162 to 176 ms. With a loop, it
// compiles in 42 ms and runs in 164 to 181 ms.
constexpr double kMostNsToCompile = 40e6, kMostTimeOfLoop = 1.25;
// The time that a trip of a loop takes besides the work of its block. Kernels of indices, masks and
// states run on one thread, while the other threads fall asleep. On two threads of a Zen 4, 72
// trips of 256 x 512 pairs take 14 ms longer than 36 trips of 512 x 512. Packing takes about a
// third of that.
constexpr double kNsOfTrip = 100e3;

double bytesOf(const TensorType& type) {
  return double(type.numElements()) * double(storageBits(type.dtype)) / 8;
}

double pairsOf(const PairRect& rect) {
  return double(rect.rowEnd - rect.rowBegin) * double(rect.columnEnd - rect.columnBegin);
}

// The predicted times of blocks.
class BlockPrice {
public:
  BlockPrice(const PairTable& table, MachineClass cpu)
      : table_(table), costs_(costTable(cpu)), nsPerPair_(nsOfTable() / pairs()) {}

  double pairs() const { return double(table_.rows.extent) * double(table_.columns.extent); }

  double nsOfTable() const {
    double ns = 0;
    for (const PairOp& part : table_.ops)
      if (table_.columns.derived.contains(part.op) || table_.combinesColumns(part))
        ns += nsOf(part.op);
    return ns;
  }

  double nsOf(const PairRect& rect) const { return pairsOf(rect) * nsPerPair_ + nsOfBlock(rect); }

  // The time to compile the kernels of a block. There is one kernel between two products.
  double nsOfKernels() const {
    const auto products = llvm::count_if(
        table_.ops, [](const PairOp& part) { return is(part.op, Opcode::DotGeneral); });
    return double(std::max<int64_t>(1, products - 1)) * kNsOfKernels;
  }

private:
  double nsOf(mlir::Operation* op) const {
    const TensorType type = typeOf(op->getResult(0));
    if (is(op, Opcode::DotGeneral)) {
      const Dot dot(op);
      double products = double(type.numElements());
      for (int64_t d : dot.lhs.contracting)
        products *= double(typeOf(dot.lhs.value).dims[size_t(d)]);
      // A tile of a product has at least this many steps for each value of k.
      constexpr double kSteps = 12;
      const double lanes = costs_.registerBytes * 8 / double(storageBits(type.dtype));
      const TileCosts& tiles = costs_.contraction.tiles;
      return products / lanes * (tiles.k / kSteps + tiles.step) / kThreads;
    }
    if (is(op, Opcode::Reduce))
      return nsOfElements(typeOf(op->getOperand(0)), Opcode::Add);
    return opInfo(op)->kind == OpKind::Elementwise ? nsOfElements(type, *opcodeOf(op)) : 0;
  }

  double nsOfElements(const TensorType& type, Opcode opcode) const {
    return double(type.numElements()) / 16 * costOf(opcode, type.dtype) * costs_.nsPerStep /
           kThreads;
  }

  // The time that a block takes besides computing its pairs. Its products start and pack the
  // operands of its columns. Other parts of its operands are read again, and its results are copied
  // to their places. A tile of an inner loop takes the same time, because the tile adds to the
  // results.
  double nsOfBlock(const PairRect& rect) const {
    const double rows = double(rect.rowEnd - rect.rowBegin) / double(table_.rows.extent),
                 columns =
                     double(rect.columnEnd - rect.columnBegin) / double(table_.columns.extent);
    double ns = 0;
    for (const PairOp& part : table_.ops) {
      ns += is(part.op, Opcode::DotGeneral) ? ThreadPool::kHandOffNs + costs_.kernel : 0;
      for (unsigned i = 0; i < part.from.size(); ++i)
        if (part.from[i] < 0) {
          const double share = (part.operands[i].row != kWhole ? rows : 1) *
                               (part.operands[i].column != kWhole ? columns : 1);
          const TensorType type = typeOf(part.op->getOperand(i));
          if (is(part.op, Opcode::DotGeneral)) // products read slices in place, and pack them
            ns += double(type.numElements()) * share * costs_.contraction.tiles.packRhs.runs /
                  kThreads;
          else if (share < 1)
            ns += nsToCopy(type, share);
        }
    }
    for (int output : table_.outputs)
      ns += nsToCopy(typeOf(table_.ops[size_t(output)].op->getResult(0)), rows);
    return ns;
  }

  double nsToCopy(const TensorType& whole, double part) const {
    const double bytes = bytesOf(whole);
    return 2 * bytes * part /
           (bytes <= costs_.caches[2] ? costs_.bytesPerNs[2] * kThreads : costs_.memoryPerNs);
  }

  const PairTable& table_;
  const CostTable& costs_;
  double nsPerPair_;
};

class Divider {
public:
  Divider(const PairTable& table, const DivideOptions& options)
      : table_(table), options_(options), ranges_(table), price_(table, options.cpu),
        hasEqualBlocks_(dependsOnDifferences(table)),
        canTile_(canTileColumns(table, options.rescales)) {}

  Division best() {
    if (options_.blocks > 0)
      return options_.loops ? forcedLoop() : forcedBlocks();
    Division blocks = bestBlocks();
    // Loops count in 32 bits.
    constexpr int64_t kMostCount = std::numeric_limits<int32_t>::max();
    if (blocks.loop.blocks.empty() || std::max(rowExtent(), columnExtent()) > kMostCount)
      return blocks;
    Division loop = bestLoop();
    const double most = blocks.ns * (blocks.nsToCompile > kMostNsToCompile ? kMostTimeOfLoop : 1);
    return !loop.loop.blocks.empty() && loop.ns < most ? std::move(loop) : std::move(blocks);
  }

private:
  int64_t rowExtent() const { return table_.rows.extent; }
  int64_t columnExtent() const { return table_.columns.extent; }

  // Divides the rows into blocks that run one after another. Halves a block as long as that saves
  // time. Blocks that need many columns stay larger, because the products of each block pack the
  // operands of its columns.
  Division bestBlocks() {
    Division division;
    const int64_t fewest = fewestRows();
    llvm::SmallVector<PairRect> left = {needed(0, rowExtent())};
    while (!left.empty()) {
      const PairRect rect = left.pop_back_val();
      const int64_t half = ceilDiv(ceilDiv(rect.rowEnd - rect.rowBegin, 2), fewest) * fewest,
                    middle = rect.rowBegin + half;
      if (rect.rowEnd - middle >= kFewestRows) {
        const PairRect first = needed(rect.rowBegin, middle), second = needed(middle, rect.rowEnd);
        const double compiled = nsToCompile(first, division) +
                                (isLike(first, second) ? kNsOfOps : nsToCompile(second, division)) -
                                nsToCompile(rect, division);
        if (price_.nsOf(first) + price_.nsOf(second) + compiled / kRuns < price_.nsOf(rect)) {
          left.push_back(second);
          left.push_back(first);
          continue;
        }
      }
      const double compiled = nsToCompile(rect, division);
      division.nsToCompile += compiled;
      division.ns += compiled / kRuns;
      add(rect, division);
    }
    return ifHides(std::move(division));
  }

  // Returns whether both blocks have equal kernels, which are compiled once.
  bool isLike(const PairRect& a, const PairRect& b) const {
    return hasEqualBlocks_ && a.rowEnd - a.rowBegin == b.rowEnd - b.rowBegin &&
           a.columnEnd - a.columnBegin == b.columnEnd - b.columnBegin &&
           a.rowBegin - a.columnBegin == b.rowBegin - b.columnBegin;
  }

  // Kernels of the blocks in `division` can be used again.
  double nsToCompile(const PairRect& rect, const Division& division) const {
    const bool isKnown = llvm::any_of(division.loop.blocks,
                                      [&](const PairRect& other) { return isLike(rect, other); });
    return isKnown ? kNsOfOps : price_.nsOfKernels();
  }

  void add(const PairRect& rect, Division& division) const {
    division.loop.blocks.push_back(rect);
    division.pairs += pairsOf(rect);
    division.ns += price_.nsOf(rect);
  }

  // Returns the division if one of its blocks leaves out columns. Otherwise returns an empty
  // division.
  Division ifHides(Division division) const {
    const bool hides = llvm::any_of(division.loop.blocks, [&](const PairRect& rect) {
      return rect.columnEnd - rect.columnBegin < columnExtent();
    });
    return hides ? std::move(division) : Division();
  }

  int64_t fewestRows() const {
    return ceilDiv(ceilDiv(rowExtent(), kMostBlocks), kFewestRows) * kFewestRows;
  }

  // Returns the columns that the given rows need. These are all columns that the smallest blocks
  // with these rows need.
  PairRect needed(int64_t rowBegin, int64_t rowEnd) {
    const int64_t rows = fewestRows();
    if (smallest_.empty())
      for (int64_t begin = 0; begin < rowExtent(); begin += rows)
        smallest_.push_back(
            ranges_.neededColumns(begin, std::min(rowExtent(), begin + rows), kColumnStep));
    PairRect rect{rowBegin, rowEnd, columnExtent(), 0};
    for (int64_t i = rowBegin / rows; i * rows < rowEnd; ++i) {
      rect.columnBegin = std::min(rect.columnBegin, smallest_[size_t(i)].columnBegin);
      rect.columnEnd = std::max(rect.columnEnd, smallest_[size_t(i)].columnEnd);
    }
    return rect;
  }

  // Returns blocks of `rows` rows. The last one ends with the table.
  llvm::SmallVector<PairRect>
  blocksOf(int64_t rows, llvm::function_ref<PairRect(int64_t begin, int64_t end)> needed) const {
    llvm::SmallVector<PairRect> blocks;
    for (int64_t begin = 0; begin < rowExtent(); begin += rows) {
      const int64_t first = std::min(begin, rowExtent() - rows);
      blocks.push_back(needed(first, first + rows));
    }
    return blocks;
  }

  // Returns the loop that takes the least time, or none if no loop leaves out columns.
  Division bestLoop() {
    Division best;
    for (int64_t rows = fewestRows(); rows <= rowExtent() / 2; rows *= 2)
      for (Division& loop : loopsOver(rows))
        if (best.loop.blocks.empty() || loop.ns < best.ns)
          best = std::move(loop);
    return best;
  }

  // Returns the loops over blocks of `rows` rows that leave out columns.
  llvm::SmallVector<Division> loopsOver(int64_t rows) {
    llvm::SmallVector<Division> loops;
    const auto blocks =
        blocksOf(rows, [&](int64_t begin, int64_t end) { return needed(begin, end); });
    auto addLoop = [&](int64_t tile) {
      if (Division loop = ifHides(loopOf(blocks, tile)); !loop.loop.blocks.empty())
        loops.push_back(std::move(loop));
    };
    addLoop(0);
    for (int64_t count = 2; canTile_ && columnExtent() / count >= kColumnStep; ++count)
      if (columnExtent() % count == 0 && columnExtent() / count <= kMostTile)
        addLoop(columnExtent() / count);
    return loops;
  }

  // Returns a loop over blocks that have at least the given columns. `tile` is that of BlockLoop.
  Division loopOf(llvm::SmallVector<PairRect> blocks, int64_t tile) const {
    int64_t widest = 0;
    for (const PairRect& rect : blocks)
      widest = std::max(widest, rect.columnEnd - rect.columnBegin);
    Division division;
    division.isLoop = true;
    division.loop.tile = tile;
    division.loop.rescales = options_.rescales;
    division.nsToCompile = price_.nsOfKernels() * (tile > 0 ? kKernelsOfTiles : kKernelsOfLoop);
    division.ns = division.nsToCompile / kRuns;
    for (PairRect& rect : blocks) {
      const int64_t step = tile > 0 ? tile : widest,
                    trips = ceilDiv(rect.columnEnd - rect.columnBegin, step);
      rect.columnBegin = std::min(rect.columnBegin, columnExtent() - trips * step);
      rect.columnEnd = rect.columnBegin + step;
      division.ns += double(trips) * (price_.nsOf(rect) + kNsOfTrip);
      division.pairs += double(trips) * pairsOf(rect);
      rect.columnEnd = rect.columnBegin + trips * step;
    }
    division.loop.blocks = std::move(blocks);
    return division;
  }

  Division forcedBlocks() {
    Division division;
    const int64_t rows = ceilDiv(rowExtent(), options_.blocks);
    for (int64_t begin = 0; begin < rowExtent(); begin += rows)
      add(ranges_.neededColumns(begin, std::min(rowExtent(), begin + rows), 1), division);
    return ifHides(std::move(division));
  }

  Division forcedLoop() {
    const int64_t rows = ceilDiv(rowExtent(), options_.blocks);
    if (rows == rowExtent())
      return {};
    int64_t tile = canTile_ ? std::min(options_.tile, columnExtent()) : 0;
    while (tile > 0 && columnExtent() % tile != 0)
      --tile;
    return ifHides(
        loopOf(blocksOf(rows, [&](int64_t begin,
                                  int64_t end) { return ranges_.neededColumns(begin, end, 1); }),
               tile));
  }

  const PairTable& table_;
  const DivideOptions& options_;
  MaskRanges ranges_;
  BlockPrice price_;
  bool hasEqualBlocks_; // whether blocks with the same distance of rows and columns are equal
  bool canTile_;        // whether an inner loop can compute the columns of each block
  llvm::SmallVector<PairRect> smallest_;
};

} // namespace

Division divisionOf(const PairTable& table, const DivideOptions& options) {
  return Divider(table, options).best();
}

double nsOfTable(const PairTable& table, MachineClass cpu) {
  return BlockPrice(table, cpu).nsOfTable();
}

} // namespace lz::hlo

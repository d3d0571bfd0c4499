// Contractions on packed panels, cut as Blocking.h says.
#include "exec/Blocking.h"
#include "exec/Packing.h"

#include <algorithm>
#include <cstring>

namespace lz::exec {
namespace {

// What one thread reaches, for the grain of the pool only.
constexpr double kFlopsPerNs = 80, kPackedElementsPerNs = 1.5;
// Chunks a thread: a disturbed thread leaves its share to the others, and the last chunks are
// short.
constexpr int64_t kChunksPerThread = 8;

int64_t ceilDiv(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit;
}

// Whether the offsets advance by `step`.
bool isEven(const int64_t* offsets, int64_t count, int64_t step) {
  for (int64_t i = 1; i < count; ++i)
    if (offsets[i] - offsets[i - 1] != step)
      return false;
  return true;
}

// One side of the contraction.
struct Side {
  const OperandSpec& operand;
  const void* data; // of one batch element
  const Axis& out;
  int64_t rows, width;
};

// The part of C between two roundings and a group of k.
struct Block {
  int64_t shared0, sharedRows;      // rows of the shared operand
  int64_t privateRow0, privateRows; // rows of the private one
  int64_t k0, k;
  bool isLast; // that adds to the rows of the private operand
};

// One batch element. T is the compute type. `workers` threads have scratch from `threads` on.
template <typename T> class ElementRunner {
public:
  ElementRunner(const ContractionSpec& spec, const ContractionData& data, const Blocking& blocking,
                const ScratchLayout& layout, std::byte* scratch, int workers, ThreadPool& pool)
      : spec_(spec), data_(data), blocking_(blocking), layout_(layout), scratch_(layout, scratch),
        threads_(scratch + layout.sharedBytes), workers_(workers), pool_(pool) {}

  void run(int64_t batch) {
    batch_ = batch;
    out_ = offsetAt(spec_.outBatch, batch);
    Side lhs = {spec_.lhs, operandAt(spec_.lhs, data_.lhs, batch), spec_.outM, spec_.m, spec_.mr};
    Side rhs = {spec_.rhs, operandAt(spec_.rhs, data_.rhs, batch), spec_.outN, spec_.n, spec_.nr};
    const Side& shared = blocking_.lhsIsShared ? lhs : rhs;
    const Side& own = blocking_.lhsIsShared ? rhs : lhs;
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
          packShared(shared, block);
          runChunks(own, block);
        }
    }
    if (blocking_.lhsIsShared)
      finishRows(data_, batch * spec_.m, (batch + 1) * spec_.m, pool_);
  }

private:
  static const void* operandAt(const OperandSpec& operand, const void* base, int64_t batch) {
    int64_t offset = offsetAt(operand.batch, batch) * int64_t(byteSize(operand.dtype));
    return static_cast<const std::byte*>(base) + offset;
  }
  ThreadScratch threadScratch(int worker) const {
    return ThreadScratch(layout_, threads_ + worker * layout_.threadBytes);
  }
  T* sharedPanels(const Block& block, int64_t k) const {
    int64_t rows = ceilDiv(block.sharedRows, blocking_.sharedWidth) * blocking_.sharedWidth;
    return reinterpret_cast<T*>(scratch_.packed) + (k - block.k0) * rows;
  }

  void packShared(const Side& side, const Block& block) {
    int64_t step = kPackedTogether * side.width;
    int64_t pieces = ceilDiv(block.sharedRows, step), kBlocks = ceilDiv(block.k, blocking_.kc);
    auto pack = [&](int64_t lo, int64_t hi, int worker) {
      ThreadScratch scratch = threadScratch(worker);
      for (int64_t unit = lo; unit < hi; ++unit) {
        int64_t row = unit % pieces * step, k = block.k0 + unit / pieces * blocking_.kc;
        int64_t kc = std::min(blocking_.kc, block.k0 + block.k - k);
        packBlock(side.operand,
                  {side.data, block.shared0 + row, std::min(step, block.sharedRows - row), k, kc,
                   int(side.width), spec_.compute, scratch.packNumbers},
                  sharedPanels(block, k) + row * kc);
      }
    };
    double elements = double(step) * double(blocking_.kc);
    pool_.parallelFor(pieces * kBlocks, elements / kPackedElementsPerNs, pack, workers_);
  }

  void runChunks(const Side& side, const Block& block) {
    int64_t panels = ceilDiv(block.privateRows, side.width);
    int64_t chunks = std::max(ceilDiv(panels, blocking_.privatePanels),
                              std::min(panels, workers_ > 1 ? kChunksPerThread * workers_ : 1));
    auto run = [&](int64_t lo, int64_t hi, int worker) {
      ThreadScratch scratch = threadScratch(worker);
      for (int64_t chunk = lo; chunk < hi; ++chunk) {
        int64_t row = chunk * panels / chunks * side.width;
        int64_t end = (chunk + 1) * panels / chunks * side.width;
        runChunk(side, block, row, std::min(end, block.privateRows) - row, scratch);
      }
    };
    double flops = 2.0 * double(block.privateRows) * double(block.sharedRows) * double(block.k);
    pool_.parallelFor(chunks, flops / double(chunks) / kFlopsPerNs, run, workers_);
  }

  // `row`: of the block.
  void runChunk(const Side& side, const Block& block, int64_t row, int64_t rows,
                const ThreadScratch& scratch) {
    offsetsOf(side.out, block.privateRow0 + row, rows, scratch.offsets);
    int64_t firstRow = batch_ * spec_.m + block.privateRow0 + row;
    void* out = spec_.outByRows ? rowsInScratch(firstRow, scratch) : data_.out;
    int64_t cached = blocking_.cachedPanels * blocking_.sharedWidth;
    for (int64_t k = block.k0; k < block.k0 + block.k; k += blocking_.kc) {
      int64_t kc = std::min(blocking_.kc, block.k0 + block.k - k);
      packPrivate(side, block.privateRow0 + row, rows, k, kc, scratch);
      int64_t numRuns = blocking_.strips
                            ? runsOf(*blocking_.strips, side.operand, k, kc, spec_.nr, scratch.runs)
                            : 0;
      auto* own = reinterpret_cast<const T*>(scratch.packed);
      for (int64_t s = 0; s < block.sharedRows; s += cached) {
        int64_t count = std::min(cached, block.sharedRows - s);
        const T* shared = sharedPanels(block, k) + s * kc;
        if (blocking_.lhsIsShared)
          runTiles(shared, {s, count, scratch_.offsets + s}, own, {row, rows, scratch.offsets},
                   {k, kc, scratch, out, 0, 0});
        else
          runTiles(own, {row, rows, scratch.offsets}, shared, {s, count, scratch_.offsets + s},
                   {k, kc, scratch, out, block.privateRow0 + row, numRuns});
      }
    }
    if (blocking_.converted && block.k0 + block.k == spec_.k)
      round(block, row, rows, scratch, out);
    if (data_.rows && block.isLast && !blocking_.lhsIsShared)
      data_.rows->finish(firstRow, firstRow + rows, out);
  }

  // The address that the output would have if these rows of it were in scratch; with the same
  // alignment as elsewhere.
  void* rowsInScratch(int64_t firstRow, const ThreadScratch& scratch) const {
    int64_t offset = firstRow * spec_.n * int64_t(byteSize(spec_.outType));
    return reinterpret_cast<void*>(uintptr_t(scratch.outRows) - uintptr_t(offset / 64 * 64));
  }

  // Rows of the private operand for a block of k, as panels or as strips.
  void packPrivate(const Side& side, int64_t row0, int64_t rows, int64_t k, int64_t kc,
                   const ThreadScratch& scratch) {
    auto pack = [&](int64_t row, int64_t count, void* target) {
      packBlock(side.operand,
                {side.data, row, count, k, kc, int(side.width), spec_.compute, scratch.packNumbers},
                target);
    };
    if (!blocking_.strips) {
      pack(row0, rows, scratch.packed);
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

  // Some rows or columns of C: the first of them in the block, and all offsets in the output.
  struct Range {
    int64_t first, count;
    const int64_t* offsets;
  };
  struct Along {
    int64_t k, kc;
    const ThreadScratch& scratch;
    void* out;             // address of the output
    int64_t row0, numRuns; // of strips: the first row in lhs
  };
  // A panel of lhs: packed, or strips.
  struct LhsPanel {
    const T* data;
    bool isStrips;
  };

  // A row of tiles after the other: its panel of lhs stays in the first-level cache.
  void runTiles(const T* a, const Range& m, const T* b, const Range& n, const Along& along) {
    bool dense = isEven(n.offsets, n.count, 1);
    for (int64_t i = 0; i < m.count; i += spec_.mr) {
      Range rows = {m.first + i, std::min<int64_t>(spec_.mr, m.count - i), m.offsets + i};
      LhsPanel panel = {a + i * along.kc, false};
      if (blocking_.strips)
        panel = {a + i / spec_.mr * blocking_.privateStride,
                 areInLine(spec_.lhs, along.row0 + i, rows.count)};
      for (int64_t j = 0; j < n.count; j += spec_.nr)
        runTile(panel, rows, b + j * along.kc,
                {n.first + j, std::min<int64_t>(spec_.nr, n.count - j), n.offsets + j}, along,
                dense);
    }
  }

  void runKernel(const LhsPanel& a, const T* b, T* c, int64_t ldc, const Along& along) {
    int64_t accumulate = along.k > 0;
    if (a.isStrips)
      spec_.kernels->strided[spec_.mr](a.data, blocking_.strips->rowStride, 1, b, spec_.nr,
                                       along.scratch.runs, along.numRuns, c, ldc, accumulate);
    else
      spec_.kernels->packed[spec_.mr](a.data, b, c, along.kc, ldc, accumulate);
  }

  void runTile(const LhsPanel& a, const Range& m, const T* b, const Range& n, const Along& along,
               bool dense) {
    if (blocking_.converted) {
      T* sums = reinterpret_cast<T*>(scratch_.sums) + m.first * sumsStride() + n.first;
      runKernel(a, b, sums, sumsStride(), along);
      return;
    }
    T* out = static_cast<T*>(along.out) + out_;
    int64_t ldc = m.count > 1 ? m.offsets[1] - m.offsets[0] : 0;
    if (m.count == spec_.mr && n.count == spec_.nr && isEven(m.offsets, m.count, ldc) &&
        (dense || isEven(n.offsets, n.count, 1))) {
      runKernel(a, b, out + m.offsets[0] + n.offsets[0], ldc, along);
      return;
    }
    // Edges and scattered outputs go through a tile of their own.
    T* tile = reinterpret_cast<T*>(along.scratch.tile);
    bool rowsAreDense = dense || isEven(n.offsets, n.count, 1);
    for (int64_t i = 0; i < m.count && along.k > 0; ++i) {
      const T* row = out + m.offsets[i];
      for (int64_t j = 0; j < n.count; ++j)
        tile[i * spec_.nr + j] = row[n.offsets[j]];
    }
    runKernel(a, b, tile, spec_.nr, along);
    for (int64_t i = 0; i < m.count; ++i) {
      T* row = out + m.offsets[i];
      const T* sums = tile + i * spec_.nr;
      if (rowsAreDense)
        std::memcpy(row + n.offsets[0], sums, size_t(n.count) * sizeof(T));
      else
        for (int64_t j = 0; j < n.count; ++j)
          row[n.offsets[j]] = sums[j];
    }
  }

  // Columns of the sums: all of a block.
  int64_t sumsStride() const {
    return blocking_.lhsIsShared ? blocking_.privateBlock * blocking_.privateWidth
                                 : blocking_.sharedPanels * blocking_.sharedWidth;
  }

  void round(const Block& block, int64_t row, int64_t rows, const ThreadScratch& scratch,
             void* address) {
    Range own = {row, rows, scratch.offsets}, shared = {0, block.sharedRows, scratch_.offsets};
    const Range& m = blocking_.lhsIsShared ? shared : own;
    const Range& n = blocking_.lhsIsShared ? own : shared;
    visitDType(spec_.outType, [&](auto zero) {
      using Out = decltype(zero);
      Out* out = static_cast<Out*>(address) + out_;
      for (int64_t i = 0; i < m.count; ++i) {
        auto* sums =
            reinterpret_cast<const T*>(scratch_.sums) + (m.first + i) * sumsStride() + n.first;
        for (int64_t j = 0; j < n.count; ++j)
          out[m.offsets[i] + n.offsets[j]] = Out(sums[j]);
      }
    });
  }

  const ContractionSpec& spec_;
  const ContractionData& data_;
  const Blocking& blocking_;
  const ScratchLayout& layout_;
  SharedScratch scratch_;
  std::byte* threads_;
  int64_t workers_;
  ThreadPool& pool_;
  int64_t batch_ = 0, out_ = 0; // the batch element and its offset
};

template <typename T>
void runElements(const ContractionSpec& spec, const ContractionData& data, ThreadPool& pool) {
  Blocking blocking = blockingOf(spec);
  ScratchLayout layout = scratchLayoutOf(spec, blocking);
  if (isBatched(spec, pool.threads())) {
    // Loops inside a loop run inline.
    auto run = [&](int64_t lo, int64_t hi, int worker) {
      ElementRunner<T> runner(spec, data, blocking, layout, data.scratch + worker * layout.bytes(),
                              1, pool);
      for (int64_t batch = lo; batch < hi; ++batch)
        runner.run(batch);
    };
    double flops = 2.0 * double(spec.m) * double(spec.n) * double(spec.k);
    pool.parallelFor(spec.batch, flops / kFlopsPerNs, run, int(data.scratchBytes / layout.bytes()));
    return;
  }
  int64_t enough = (data.scratchBytes - layout.sharedBytes) / layout.threadBytes;
  int workers = int(std::min<int64_t>(pool.threads(), enough));
  ElementRunner<T> runner(spec, data, blocking, layout, data.scratch, workers, pool);
  for (int64_t batch = 0; batch < spec.batch; ++batch)
    runner.run(batch);
}

} // namespace

void runPacked(const ContractionSpec& spec, const ContractionData& data, ThreadPool& pool) {
  if (spec.compute == DType::F64)
    runElements<double>(spec, data, pool);
  else
    runElements<float>(spec, data, pool);
}

} // namespace lz::exec

// Computes the tiles of a block. Chooses the panels that the micro-kernel gets, and stores the sums
// of the micro-kernel. Only for files of contraction/run.
#pragma once

#include "contraction/plan/Blocking.h"
#include "contraction/run/FillStrips.h"
#include "contraction/run/vector/FetchRows.h"
#include "contraction/run/vector/TurnRows.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace lz::contraction {

// Returns whether the offsets advance by `step`.
inline bool isEven(const int64_t* offsets, int64_t count, int64_t step) {
  for (int64_t i = 1; i < count; ++i)
    if (offsets[i] - offsets[i - 1] != step)
      return false;
  return true;
}

// Some rows or columns of the result. `first` is the index of the first row or column in the block.
// `offsets` are the offsets of the rows or columns in the output.
struct TileRange {
  int64_t first, count;
  const int64_t* offsets;
};

// The panels of one operand that a block of tiles reads, for kc values of k. Packed panels are
// `stride` elements apart. If `lies` is set, the operand is read in place. The first panel then
// begins with row `row0` of the operand, `data` is the address of row 0 for the first value of k,
// and `packed` is the panel that is not full.
template <typename T> struct TilePanels {
  TileRange range;
  const T* packed;
  int64_t stride;
  const T* data;
  int64_t row0;
  const InPlace* lies; // nullptr if all panels are packed
};

// The strips of lhs. If all rows of a panel are in one line, the panel is read from strips. `row0`
// is the index, in lhs, of the first row.
struct TileStrips {
  const Strips* strips = nullptr;
  int64_t row0 = 0, numRuns = 0;
  const KernelRun* runs = nullptr;
};

// The place where the sums of a tile are stored. If `sums` is set, the sums are stored at `sums`.
// There each row has all columns of a block, and rows are `stride` elements apart. Otherwise the
// sums are stored in `out` at the offsets of TileRange.
template <typename T> struct TileTarget {
  T *out, *sums;
  int64_t stride;
  bool accumulate;
};

// T is the compute type.
template <typename T> class Tiles {
public:
  // `tile` is scratch of mr x nr elements.
  Tiles(const TiledContraction& spec, int64_t kc, const TileStrips& strips,
        const TileTarget<T>& target, T* tile)
      : spec_(spec), strips_(strips), target_(target), tile_(tile), kc_(kc), wholeK_{0, 0, kc} {}

  // Computes the tiles in rows of tiles, so that the panel of lhs stays in the first-level cache
  // for all tiles of such a row.
  void run(const TilePanels<T>& lhs, const TilePanels<T>& rhs) const {
    bool dense = isEven(rhs.range.offsets, rhs.range.count, 1);
    for (int64_t i = 0; i < lhs.range.count; i += spec_.mr) {
      int64_t rows = std::min<int64_t>(spec_.mr, lhs.range.count - i);
      LhsPanel a = lhsPanel(lhs, i, rows);
      TileRange m = {lhs.range.first + i, rows, lhs.range.offsets + i};
      if (lhs.lies && lhs.lies->isPrefetched)
        fetchRows(a.data, a.rowStride, rows, kc_);
      for (int64_t j = 0; j < rhs.range.count; j += spec_.nr) {
        int64_t columns = std::min<int64_t>(spec_.nr, rhs.range.count - j);
        runTile(a, m, rhsPanel(rhs, j, columns),
                {rhs.range.first + j, columns, rhs.range.offsets + j}, dense);
      }
    }
  }

private:
  struct LhsPanel {
    const T* data;
    int64_t rowStride, kStride;
    int rows; // rows that the kernel computes
    const KernelRun* runs;
    int64_t numRuns;
    bool isPacked;
  };
  struct RhsPanel {
    const T* data;
    int64_t kStride;
    bool isPacked;
  };

  LhsPanel lhsPanel(const TilePanels<T>& lhs, int64_t i, int64_t rows) const {
    if (lhs.lies)
      return {lhs.data + lhs.lies->offsetOf(lhs.row0 + i),
              lhs.lies->rowStride,
              lhs.lies->kStride,
              int(rows),
              &wholeK_,
              1,
              false};
    const T* data = lhs.packed + i / spec_.mr * lhs.stride;
    if (strips_.strips && areInLine(spec_.lhs, strips_.row0 + i, rows))
      return {data, strips_.strips->rowStride, 1, spec_.mr, strips_.runs, strips_.numRuns, false};
    return {data, 1, spec_.mr, spec_.mr, &wholeK_, 1, true};
  }

  RhsPanel rhsPanel(const TilePanels<T>& rhs, int64_t j, int64_t columns) const {
    if (!rhs.lies)
      return {rhs.packed + j / spec_.nr * rhs.stride, spec_.nr, true};
    if (columns < spec_.nr)
      return {rhs.packed, spec_.nr, true};
    return {rhs.data + rhs.lies->offsetOf(rhs.row0 + j), rhs.lies->kStride, false};
  }

  void runKernel(const LhsPanel& a, const RhsPanel& b, T* c, int64_t ldc) const {
    if (a.isPacked && b.isPacked)
      spec_.kernels->packed[a.rows](a.data, b.data, c, kc_, ldc, target_.accumulate);
    else
      spec_.kernels->strided[a.rows](a.data, a.rowStride, a.kStride, b.data, b.kStride, a.runs,
                                     a.numRuns, c, ldc, target_.accumulate);
  }

  void runTile(const LhsPanel& a, const TileRange& m, const RhsPanel& b, const TileRange& n,
               bool dense) const {
    if (target_.sums) {
      runKernel(a, b, target_.sums + m.first * target_.stride + n.first, target_.stride);
      return;
    }
    int64_t ldc = m.count > 1 ? m.offsets[1] - m.offsets[0] : 0;
    bool denseRows = dense || isEven(n.offsets, n.count, 1);
    if (m.count == a.rows && n.count == spec_.nr && denseRows && isEven(m.offsets, m.count, ldc)) {
      runKernel(a, b, target_.out + m.offsets[0] + n.offsets[0], ldc);
      return;
    }
    // The tile is not full, or its elements are not adjacent in the output. So the tile is computed
    // in scratch first.
    if (target_.accumulate)
      fetchTile(m, n);
    runKernel(a, b, tile_, spec_.nr);
    storeTile(m, n, denseRows);
  }

  void fetchTile(const TileRange& m, const TileRange& n) const {
    for (int64_t i = 0; i < m.count; ++i)
      for (int64_t j = 0; j < n.count; ++j)
        tile_[i * spec_.nr + j] = target_.out[m.offsets[i] + n.offsets[j]];
  }

  void storeTile(const TileRange& m, const TileRange& n, bool denseRows) const {
    int64_t turned = 0;
    if constexpr (std::is_same_v<T, float>)
      if (!denseRows && canTurnSixteen(spec_.cpu) && isEven(m.offsets, m.count, 1))
        turned = storeTurned(m, n);
    for (int64_t i = 0; i < m.count; ++i) {
      T* row = target_.out + m.offsets[i];
      const T* sums = tile_ + i * spec_.nr;
      if (denseRows)
        std::memcpy(row + n.offsets[0], sums, size_t(n.count) * sizeof(T));
      else
        for (int64_t j = turned; j < n.count; ++j)
          row[n.offsets[j]] = sums[j];
    }
  }

  // Stores columns of the tile as adjacent elements of the output, by transposing blocks of
  // columns. Returns the number of columns that it has stored.
  int64_t storeTurned(const TileRange& m, const TileRange& n) const {
    static_assert(KernelTable::kMostRows <= kTurned);
    int64_t step = n.count > 1 ? n.offsets[1] - n.offsets[0] : 0;
    int64_t blocks = n.count / kTurned;
    if (blocks == 0 || !isEven(n.offsets, n.count, step))
      return 0;
    const float* rows[kTurned];
    for (int64_t i = 0; i < m.count; ++i)
      rows[i] = tile_ + i * spec_.nr;
    turnSixteen(rows, int(m.count), blocks, step, target_.out + m.offsets[0] + n.offsets[0]);
    return blocks * kTurned;
  }

  const TiledContraction& spec_;
  const TileStrips& strips_;
  const TileTarget<T>& target_;
  T* tile_;
  int64_t kc_;
  KernelRun wholeK_;
};

} // namespace lz::contraction

// Runs filter gradients with the tiles of plan/FilterGradientPlan.h. Zeros of the padding are
// multiplied like other numbers, so that bits and NaNs are the same as with packed panels.
#include "absl/functional/function_ref.h"
#include "base/Integers.h"
#include "contraction/run/Loops.h"
#include "contraction/run/PackPoints.h"

#include <algorithm>
#include <cstring>

namespace lz::contraction {
namespace {

template <typename T> class PixelRunner {
public:
  PixelRunner(const FilterGradientPlan& plan, const ContractionData& data, int64_t batch)
      : plan_(plan), spec_(data.spec()), pixels_(plan.tiles), axis_(spec_.lhs.window.back()),
        lhs_(static_cast<const T*>(data.lhs) + offsetAt(spec_.lhs.batch, batch)),
        rhs_(static_cast<const T*>(data.rhs) + offsetAt(spec_.rhs.batch, batch)),
        out_(static_cast<T*>(data.out) + offsetAt(spec_.outBatch, batch)) {}

  // Computes tiles lo .. hi - 1 for values k0 .. k1 - 1 of k.
  void run(int64_t lo, int64_t hi, int64_t k0, int64_t k1, std::byte* scratch) {
    runs_ = reinterpret_cast<KernelRun*>(scratch + plan_.runs);
    tile_ = reinterpret_cast<T*>(scratch + plan_.tile);
    lines_ = reinterpret_cast<T*>(scratch + plan_.lines);
    if (!pixels_.copiesLines)
      std::fill(lines_, lines_ + pixels_.groupRows, T(0));
    int64_t tilesOfGroup = pixels_.tilesOfGroup();
    for (int64_t k = k0; k < k1; k += pixels_.kc)
      for (int64_t tile = lo; tile < hi; ++tile) {
        int64_t group = tile / tilesOfGroup, end = std::min(k + pixels_.kc, k1);
        if (tile == lo || tile % tilesOfGroup == 0)
          pixels_.copiesLines ? copyLines(group, k, end) : findRuns(group, k, end);
        runTile(group, tile % tilesOfGroup, k > 0);
      }
  }

private:
  // Sets runs_ to the runs of values k .. end - 1 for a tap of the filter. The image is read in
  // place.
  void findRuns(int64_t tap, int64_t k, int64_t end) {
    numRuns_ = 0;
    int64_t first = tap % axis_.outExtent * axis_.outStride - axis_.padLow;
    while (k < end) {
      int64_t begin = k % pixels_.line, stop = std::min(pixels_.line, begin + end - k);
      int64_t line = lineOffset(tap / axis_.outExtent, k / pixels_.line);
      // Pixel t of the line is at first + t * tapStride of the input.
      auto firstAtLeast = [&](int64_t bound) {
        int64_t t = first >= bound ? 0 : ceilDiv(bound - first, axis_.tapStride);
        return std::clamp(t, begin, stop);
      };
      int64_t validBegin = line < 0 ? stop : firstAtLeast(0);
      int64_t validEnd = line < 0 ? stop : firstAtLeast(axis_.inputExtent);
      addZeros(k, validBegin - begin);
      if (validBegin < validEnd)
        addRun(line + (first + validBegin * axis_.tapStride) * axis_.elementStride,
               k + validBegin - begin, validEnd - validBegin);
      addZeros(k + validEnd - begin, stop - validEnd);
      k += stop - begin;
    }
  }

  // Copies the lines of the image that the taps of one line of the filter read. Sets runs_ to the
  // runs of values k .. end - 1 in the copies.
  void copyLines(int64_t tap, int64_t k, int64_t end) {
    numRuns_ = 0;
    int64_t pixel = axis_.elementStride, before = axis_.padLow * pixel;
    T* target = lines_;
    while (k < end) {
      int64_t begin = k % pixels_.line, stop = std::min(pixels_.line, begin + end - k);
      int64_t line = lineOffset(tap, k / pixels_.line);
      // Element i of the copy is element i - before of the line.
      auto clamped = [&](int64_t i) {
        return std::clamp<int64_t>(i + before, 0, pixels_.lineElements);
      };
      int64_t first = line < 0 ? 0 : clamped(0);
      int64_t last = line < 0 ? 0 : clamped(axis_.inputExtent * pixel);
      std::fill(target, target + first, T(0));
      if (first < last)
        std::copy(lhs_ + line + first - before, lhs_ + line + last - before, target + first);
      std::fill(target + last, target + pixels_.lineElements, T(0));
      runs_[numRuns_++] = {target - lines_ + begin * kStride(), k * pixels_.rhs.kStride,
                           stop - begin};
      target += pixels_.lineElements;
      k += stop - begin;
    }
  }

  // For line `line` of k, a tap of the outer axes reads a line of the input. Returns the offset of
  // this line, or -1 for padding.
  int64_t lineOffset(int64_t tap, int64_t line) const {
    int64_t offset = 0;
    for (size_t d = spec_.lhs.window.size() - 1; d-- > 0;) {
      const WindowAxis& axis = spec_.lhs.window[d];
      int64_t position = tap % axis.outExtent * axis.outStride +
                         line % axis.tapExtent * axis.tapStride - axis.padLow;
      if (position < 0 || position >= axis.inputExtent)
        return -1;
      offset += position * axis.elementStride;
      tap /= axis.outExtent;
      line /= axis.tapExtent;
    }
    return offset + offsetAt(spec_.lhs.k, line);
  }

  void addRun(int64_t a, int64_t k, int64_t length) {
    if (numRuns_ > 0) {
      KernelRun& last = runs_[numRuns_ - 1];
      if (last.a + last.length * kStride() == a) {
        last.length += length;
        return;
      }
    }
    runs_[numRuns_++] = {a, k * pixels_.rhs.kStride, length};
  }

  // Adds `count` runs that read the pixel of zeros in scratch.
  void addZeros(int64_t k, int64_t count) {
    int64_t zeros = (reinterpret_cast<intptr_t>(lines_) - reinterpret_cast<intptr_t>(lhs_)) /
                    int64_t(sizeof(T));
    for (int64_t i = 0; i < count; ++i)
      runs_[numRuns_++] = {zeros, (k + i) * pixels_.rhs.kStride, 1};
  }

  int64_t kStride() const { return axis_.tapStride * axis_.elementStride; }

  // Computes tile number `tile` of the group.
  void runTile(int64_t group, int64_t tile, bool accumulate) {
    int64_t row = tile / pixels_.columnPanels * pixels_.mr;
    int64_t rows = std::min(pixels_.mr, pixels_.groupRows - row);
    int64_t column = tile % pixels_.columnPanels * spec_.nr;
    int64_t columns = std::min<int64_t>(spec_.nr, spec_.n - column);
    int64_t overlap = spec_.nr - columns;
    int64_t offsets[KernelTable::kMostRows];
    offsetsOf(spec_.outM, group * pixels_.groupRows + row, rows, offsets);
    int64_t ldc = rows > 1 ? offsets[1] - offsets[0] : 0;
    bool direct = overlap == 0;
    for (int64_t i = 1; i < rows; ++i)
      direct &= offsets[i] - offsets[i - 1] == ldc;
    auto kernel = [&](T* c, int64_t stride) {
      const T* lhs = pixels_.copiesLines ? lines_ : lhs_;
      spec_.kernels->strided[rows](lhs + row, 1, kStride(), rhs_ + column - overlap,
                                   pixels_.rhs.kStride, runs_, numRuns_, c, stride, accumulate);
    };
    if (direct) {
      kernel(out_ + offsets[0] + column, ldc);
      return;
    }
    auto eachRow = [&](auto copy) {
      for (int64_t i = 0; i < rows; ++i)
        copy(tile_ + i * spec_.nr + overlap, out_ + offsets[i] + column,
             size_t(columns) * sizeof(T));
    };
    if (accumulate)
      eachRow([](T* sums, T* row, size_t bytes) { std::memcpy(sums, row, bytes); });
    kernel(tile_, spec_.nr);
    eachRow([](T* sums, T* row, size_t bytes) { std::memcpy(row, sums, bytes); });
  }

  const FilterGradientPlan& plan_;
  const TiledContraction& spec_;
  const FilterTiles& pixels_;
  const WindowAxis& axis_;
  const T *lhs_, *rhs_;
  T *out_, *tile_ = nullptr, *lines_ = nullptr;
  KernelRun* runs_ = nullptr;
  int64_t numRuns_ = 0;
};

// Runs all tiles. A thread takes a range of tiles of one group at a time.
void runRanges(const FilterGradientPlan& plan, const ContractionData& data, double ns,
               absl::FunctionRef<void(int64_t lo, int64_t hi, int worker)> run) {
  const int64_t ofGroup = plan.tiles.tilesOfGroup(), ranges = plan.rangesOfGroup();
  auto runRange = [&](int64_t range, int worker) {
    const int64_t first = range / ranges * ofGroup, lo = range % ranges * plan.tilesTogether;
    run(first + lo, first + std::min(lo + plan.tilesTogether, ofGroup), worker);
  };
  data.pool.parallelEach(plan.tiles.groups * ranges, ns, runRange, data.workers());
}

template <typename T> void runAll(const FilterGradientPlan& plan, const ContractionData& data) {
  const TiledContraction& spec = data.spec();
  const FilterTiles& tiles = plan.tiles;
  int64_t step = tiles.kBlocks * tiles.kc;
  const double ns = data.nsOfPart(spec.batch * tiles.tiles() * spec.k); // ns of one value of k
  for (int64_t batch = 0; batch < spec.batch; ++batch)
    for (int64_t k = 0; k < spec.k; k += step) {
      int64_t end = std::min(k + step, spec.k);
      auto run = [&](int64_t lo, int64_t hi, int worker) {
        PixelRunner<T>(plan, data, batch).run(lo, hi, k, end, data.scratchOf(worker));
      };
      const double nsOfTile = ns * double(end - k);
      if (tiles.copiesLines)
        runRanges(plan, data, nsOfTile * double(tiles.tiles()), run);
      else
        data.pool.parallelFor(tiles.tiles(), nsOfTile, run, data.workers());
    }
  finishRows(data, 0, spec.batch * spec.m);
}

} // namespace

void run(const FilterGradientPlan& plan, const ContractionData& data) {
  if (data.spec().compute == DType::F64)
    runAll<double>(plan, data);
  else
    runAll<float>(plan, data);
}

} // namespace lz::contraction

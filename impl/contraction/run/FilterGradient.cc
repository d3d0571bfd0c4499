// Contractions along the pixels of images: the gradient of a convolution by its filter. Rows of lhs
// are (tap of the filter, channel), channels innermost, and k is (image, line, pixel). Under one
// tap, lhs is the image shifted, so the kernel reads both operands in place, in runs of pixels:
//
//   a 3 x 3 filter, 64 channels, lines of 56 pixels: under tap (0, 0) a line is a run of one zero,
//   since the pixel left of it is padding, and one of 55 pixels; under (0, 1) it is one run of 56,
//   and so are all lines after it together
//
// Panels keep to one tap: 64 channels are 13 + 13 + 13 + 13 + 12. Of few channels the taps of a
// line of the filter make one panel: they are shifts of one line, of which a copy with its padding
// is in scratch, and with 3 channels row 4 of a panel, channel 1 under tap 1, begins 4 elements
// behind row 0. Zeros of the padding are multiplied like all else, so that the bits, and NaNs, are
// those of packed panels.
#include "base/Integers.h"
#include "contraction/plan/Blocking.h"
#include "contraction/run/PackPoints.h"

#include <algorithm>
#include <cstring>

namespace lz::contraction {
namespace {

constexpr double kFlopsPerNs = 80; // for the grain of the pool only
// Of both operands: blocks of k between two waits of all threads for each other.
constexpr int64_t kGroupBytes = 1 << 20;

constexpr int64_t kMostLineBytes = 256 << 10; // of the copies of lines

// How the tiles are cut: rows of lhs are groups, those of a tap or of a line of taps, and these are
// panels of mr. Columns are panels of nr, of which the last one overlaps that before.
struct Pixels {
  InPlace rhs;
  bool copiesLines;
  int64_t groupRows, groups, mr, panelsOfGroup, columnPanels;
  int64_t line, lineElements; // of outputs; of a copy
  int64_t kc, kBlocks;

  int64_t tiles() const { return groups * panelsOfGroup * columnPanels; }
  int64_t copiedElements() const { return copiesLines ? (kc / line + 2) * lineElements : 0; }
};

// Sets what follows from the rows of lhs; whether the kernels can read them.
bool cutRows(const ContractionSpec& spec, Pixels& pixels) {
  int64_t channels = spec.lhs.rows[0].extent, most = spec.kernels->mostRows;
  const WindowAxis& axis = spec.lhs.window.back();
  pixels.line = axis.tapExtent;
  pixels.copiesLines = channels * 2 < most;
  if (pixels.copiesLines && (axis.elementStride != channels || axis.outStride != 1))
    return false;
  pixels.lineElements = (axis.outExtent - 1 + (axis.tapExtent - 1) * axis.tapStride + 1) * channels;
  pixels.groupRows = channels * (pixels.copiesLines ? axis.outExtent : 1);
  pixels.groups = spec.m / pixels.groupRows;
  pixels.panelsOfGroup = ceilDiv(pixels.groupRows, most);
  pixels.mr = ceilDiv(pixels.groupRows, pixels.panelsOfGroup);
  return true;
}

std::optional<Pixels> pixelsOf(const ContractionSpec& spec) {
  const OperandSpec& lhs = spec.lhs;
  if (lhs.window.empty() || lhs.plainKLast || lhs.rows.size() != 1 || lhs.dtype != spec.compute ||
      spec.outType != spec.compute || spec.n < spec.nr || spec.m == 0 || spec.k == 0)
    return std::nullopt;
  const AxisPart& channels = lhs.rows[0];
  if (channels.extent != 1 && (channels.stride != 1 || !lhs.plainRowsLast))
    return std::nullopt;
  for (const WindowAxis& axis : lhs.window)
    if (axis.baseDilation != 1)
      return std::nullopt;
  std::optional<InPlace> rhs = evenStrides(spec.rhs, spec.compute);
  std::optional<int64_t> columnStride = evenStride(spec.outN);
  if (!rhs || rhs->rowStride != 1 || columnStride != 1)
    return std::nullopt;
  Pixels pixels;
  pixels.rhs = *rhs;
  pixels.columnPanels = ceilDiv(spec.n, spec.nr);
  pixels.kc = blockOfK(spec);
  int64_t size = int64_t(byteSize(spec.compute));
  if (!cutRows(spec, pixels) || pixels.copiedElements() * size > kMostLineBytes)
    return std::nullopt;
  int64_t blockBytes = pixels.kc * (lhs.rows[0].extent + spec.n) * size;
  pixels.kBlocks = spec.largeBlocks ? std::max<int64_t>(kGroupBytes / blockBytes, 1) : 1;
  return pixels;
}

// Scratch of one thread.
struct PixelScratch {
  int64_t runs, tile, lines, bytes; // offsets; `lines`: copies, or one pixel of zeros

  PixelScratch(const ContractionSpec& spec, const Pixels& pixels) {
    int64_t size = int64_t(byteSize(spec.compute));
    runs = 0;
    tile = roundUp(pixels.kc * int64_t(sizeof(KernelRun)), 64);
    lines = tile + roundUp(pixels.mr * spec.nr * size, 64);
    bytes = lines + roundUp(std::max(pixels.copiedElements(), pixels.groupRows) * size, 64);
  }
};

template <typename T> class PixelRunner {
public:
  PixelRunner(const ContractionSpec& spec, const ContractionData& data, const Pixels& pixels,
              int64_t batch)
      : spec_(spec), pixels_(pixels), axis_(spec.lhs.window.back()),
        lhs_(static_cast<const T*>(data.lhs) + offsetAt(spec.lhs.batch, batch)),
        rhs_(static_cast<const T*>(data.rhs) + offsetAt(spec.rhs.batch, batch)),
        out_(static_cast<T*>(data.out) + offsetAt(spec.outBatch, batch)) {}

  // Tiles lo .. hi - 1 for the values of k from k0 on.
  void run(int64_t lo, int64_t hi, int64_t k0, int64_t k1, std::byte* scratch) {
    PixelScratch at(spec_, pixels_);
    runs_ = reinterpret_cast<KernelRun*>(scratch + at.runs);
    tile_ = reinterpret_cast<T*>(scratch + at.tile);
    lines_ = reinterpret_cast<T*>(scratch + at.lines);
    if (!pixels_.copiesLines)
      std::fill(lines_, lines_ + pixels_.groupRows, T(0));
    int64_t tilesOfGroup = pixels_.panelsOfGroup * pixels_.columnPanels;
    for (int64_t k = k0; k < k1; k += pixels_.kc)
      for (int64_t tile = lo; tile < hi; ++tile) {
        int64_t group = tile / tilesOfGroup, end = std::min(k + pixels_.kc, k1);
        if (tile == lo || tile % tilesOfGroup == 0)
          pixels_.copiesLines ? copyLines(group, k, end) : findRuns(group, k, end);
        runTile(group, tile % tilesOfGroup, k > 0);
      }
  }

private:
  // Where values k .. end - 1 are under a tap of the filter.
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

  // The same for a line of taps.
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

  // The line of the input under a tap of the outer axes; -1: padding.
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

  // There is one pixel of zeros.
  void addZeros(int64_t k, int64_t count) {
    int64_t zeros = (reinterpret_cast<intptr_t>(lines_) - reinterpret_cast<intptr_t>(lhs_)) /
                    int64_t(sizeof(T));
    for (int64_t i = 0; i < count; ++i)
      runs_[numRuns_++] = {zeros, (k + i) * pixels_.rhs.kStride, 1};
  }

  int64_t kStride() const { return axis_.tapStride * axis_.elementStride; }

  // `tile`: of the group.
  void runTile(int64_t group, int64_t tile, bool accumulate) {
    int64_t row = tile / pixels_.columnPanels * pixels_.mr;
    int64_t rows = std::min(pixels_.mr, pixels_.groupRows - row);
    int64_t column = tile % pixels_.columnPanels * spec_.nr;
    int64_t columns = std::min<int64_t>(spec_.nr, spec_.n - column);
    int64_t overlap = spec_.nr - columns;
    int64_t offsets[MicroKernels::kMostRows];
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

  const ContractionSpec& spec_;
  const Pixels& pixels_;
  const WindowAxis& axis_;
  const T *lhs_, *rhs_;
  T *out_, *tile_ = nullptr, *lines_ = nullptr;
  KernelRun* runs_ = nullptr;
  int64_t numRuns_ = 0;
};

template <typename T>
void runAll(const ContractionSpec& spec, const ContractionData& data, ThreadPool& pool) {
  const Pixels pixels = *pixelsOf(spec);
  int64_t threadBytes = PixelScratch(spec, pixels).bytes, step = pixels.kBlocks * pixels.kc;
  int workers = int(std::min<int64_t>(pool.threads(), data.scratchBytes / threadBytes));
  double flops = 2.0 * double(pixels.mr) * double(spec.nr);
  for (int64_t batch = 0; batch < spec.batch; ++batch)
    for (int64_t k = 0; k < spec.k; k += step) {
      int64_t end = std::min(k + step, spec.k);
      auto run = [&](int64_t lo, int64_t hi, int worker) {
        PixelRunner<T>(spec, data, pixels, batch)
            .run(lo, hi, k, end, data.scratch + worker * threadBytes);
      };
      pool.parallelFor(pixels.tiles(), flops * double(end - k) / kFlopsPerNs, run, workers);
    }
  finishRows(data, 0, spec.batch * spec.m, pool);
}

} // namespace

bool isAlongPixels(const ContractionSpec& spec) {
  return pixelsOf(spec).has_value();
}

int64_t pixelScratchBytes(const ContractionSpec& spec) {
  return PixelScratch(spec, *pixelsOf(spec)).bytes;
}

void runPixels(const ContractionSpec& spec, const ContractionData& data, ThreadPool& pool) {
  if (spec.compute == DType::F64)
    runAll<double>(spec, data, pool);
  else
    runAll<float>(spec, data, pool);
}

} // namespace lz::contraction

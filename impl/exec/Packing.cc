#include "exec/Packing.h"

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "base/Half.h"

#include <algorithm>
#include <utility>

namespace lz::exec {
namespace {

// The rows or the values of k of a block: where each lies, as an offset and as a position along
// every window axis.
struct Points {
  int64_t count;
  const int64_t* offsets;
  const int64_t* positions; // [window axis][count]

  const int64_t* along(size_t axis) const { return positions + int64_t(axis) * count; }
};

// Decodes points begin .. begin + count - 1 of an axis whose plain parts come first and whose
// window extents come last: extents[i] * steps[i] is the position along window axis i.
void decodeWindow(const Axis& plain, absl::Span<const int64_t> extents,
                  absl::Span<const int64_t> steps, int64_t begin, int64_t count, int64_t* numbers) {
  int64_t window = 1;
  for (int64_t extent : extents)
    window *= extent;
  for (int64_t i = 0; i < count; ++i) {
    int64_t index = begin + i;
    numbers[i] = offsetAt(plain, index / window);
    for (size_t d = extents.size(); d-- > 0;) {
      numbers[int64_t(d + 1) * count + i] = index % extents[d] * steps[d];
      index /= extents[d];
    }
  }
}

Points pointsOf(const OperandSpec& operand, bool isRows, int64_t begin, int64_t count,
                int64_t* numbers) {
  const Axis& plain = isRows ? operand.rows : operand.k;
  if (operand.window.empty()) {
    offsetsOf(plain, begin, count, numbers);
    return {count, numbers, nullptr};
  }
  absl::InlinedVector<int64_t, 6> extents, steps;
  for (const WindowAxis& axis : operand.window) {
    extents.push_back(isRows ? axis.outExtent : axis.tapExtent);
    steps.push_back(isRows ? axis.outStride : axis.tapStride);
  }
  decodeWindow(plain, extents, steps, begin, count, numbers);
  for (size_t d = 0; d < operand.window.size(); ++d) {
    const WindowAxis& axis = operand.window[d];
    int64_t* positions = numbers + int64_t(d + 1) * count;
    // The padding belongs to one of the two; the rows have it.
    for (int64_t i = 0; i < count && isRows; ++i)
      positions[i] -= axis.padLow;
    // Without holes the address is linear in the position: part of the offset, once and for all.
    for (int64_t i = 0; i < count && axis.baseDilation == 1; ++i)
      numbers[i] += positions[i] * axis.elementStride;
  }
  return {count, numbers, numbers + count};
}

bool isContiguous(const int64_t* offsets, int64_t count) {
  for (int64_t i = 1; i < count; ++i)
    if (offsets[i] - offsets[i - 1] != 1)
      return false;
  return true;
}

// One panel of plain rows. The two loop orders: along contiguous rows, and along k otherwise, where
// each row is a stream of its own.
template <typename From, typename To>
void packPlain(const From* base, const int64_t* rows, int64_t numRows, const Points& k, int width,
               To* panel) {
  if (numRows == width && isContiguous(rows, numRows)) {
    for (int64_t kk = 0; kk < k.count; ++kk) {
      const From* source = base + rows[0] + k.offsets[kk];
      To* target = panel + kk * width;
      for (int64_t i = 0; i < width; ++i)
        target[i] = To(source[i]);
    }
    return;
  }
  bool denseK = isContiguous(k.offsets, k.count);
  for (int64_t i = 0; i < numRows; ++i) {
    const From* source = base + rows[i];
    To* target = panel + i;
    if (denseK) {
      source += k.offsets[0];
      for (int64_t kk = 0; kk < k.count; ++kk)
        target[kk * width] = To(source[kk]);
    } else {
      for (int64_t kk = 0; kk < k.count; ++kk)
        target[kk * width] = To(source[k.offsets[kk]]);
    }
  }
  for (int64_t kk = 0; kk < k.count; ++kk)
    std::fill(panel + kk * width + numRows, panel + (kk + 1) * width, To(0));
}

// One element of a window, 0 in the padding and in the holes of a dilated base.
template <typename From>
From windowElement(const OperandSpec& operand, const From* base, const Points& rows, int64_t row,
                   const Points& k, int64_t kk) {
  int64_t offset = rows.offsets[row] + k.offsets[kk];
  for (size_t d = 0; d < operand.window.size(); ++d) {
    const WindowAxis& axis = operand.window[d];
    int64_t position = rows.along(d)[row] + k.along(d)[kk];
    if (position < 0 || position % axis.baseDilation != 0 ||
        position / axis.baseDilation >= axis.inputExtent)
      return From(0);
    if (axis.baseDilation != 1)
      offset += position / axis.baseDilation * axis.elementStride;
  }
  return base[offset];
}

// Rows of a panel that differ only along the innermost window axis, by outStride from one to the
// next.
struct Run {
  int64_t row, count;
};
using Runs = absl::InlinedVector<Run, 64>;

Runs runsOf(const OperandSpec& operand, const Points& rows, int64_t row0, int64_t numRows) {
  const WindowAxis& inner = operand.window.back();
  const int64_t* along = rows.along(operand.window.size() - 1);
  int64_t step = inner.outStride * inner.elementStride;
  Runs runs;
  for (int64_t row = row0; row < row0 + numRows; ++row) {
    bool follows = !runs.empty() && along[row] - along[row - 1] == inner.outStride &&
                   rows.offsets[row] - rows.offsets[row - 1] == step;
    for (size_t d = 0; d + 1 < operand.window.size() && follows; ++d)
      follows = rows.along(d)[row] == rows.along(d)[row - 1];
    if (follows)
      ++runs.back().count;
    else
      runs.push_back({row, 1});
  }
  return runs;
}

// The part [begin, end) of a run that lies in the input under tap `kk`. Example: positions -1 0 1 2
// under tap 0 of an input of extent 2: [1, 3).
std::pair<int64_t, int64_t> validPart(const OperandSpec& operand, const Points& rows,
                                      const Run& run, const Points& k, int64_t kk) {
  size_t last = operand.window.size() - 1;
  for (size_t d = 0; d < last; ++d) {
    int64_t position = rows.along(d)[run.row] + k.along(d)[kk];
    if (position < 0 || position >= operand.window[d].inputExtent)
      return {0, 0};
  }
  const WindowAxis& inner = operand.window[last];
  int64_t first = rows.along(last)[run.row] + k.along(last)[kk];
  int64_t stride = inner.outStride;
  auto firstAtLeast = [&](int64_t bound) {
    return first >= bound ? 0 : (bound - first + stride - 1) / stride;
  };
  int64_t begin = std::min(firstAtLeast(0), run.count);
  return {begin, std::max(begin, std::min(firstAtLeast(inner.inputExtent), run.count))};
}

template <typename From, typename To>
void packWindow(const OperandSpec& operand, const From* base, const Points& rows, int64_t row0,
                int64_t numRows, const Points& k, int width, To* panel) {
  Runs runs = runsOf(operand, rows, row0, numRows);
  int64_t step = operand.window.back().outStride * operand.window.back().elementStride;
  for (int64_t kk = 0; kk < k.count; ++kk) {
    To* target = panel + kk * width;
    for (const Run& run : runs) {
      auto [begin, end] = validPart(operand, rows, run, k, kk);
      const From* source = base + rows.offsets[run.row] + k.offsets[kk];
      To* out = target + (run.row - row0);
      std::fill(out, out + begin, To(0));
      if (step == 1)
        for (int64_t i = begin; i < end; ++i)
          out[i] = To(source[i]);
      else
        for (int64_t i = begin; i < end; ++i)
          out[i] = To(source[i * step]);
      std::fill(out + end, out + run.count, To(0));
    }
    std::fill(target + numRows, target + width, To(0));
  }
}

template <typename From, typename To>
void packDilatedWindow(const OperandSpec& operand, const From* base, const Points& rows,
                       int64_t row0, int64_t numRows, const Points& k, int width, To* panel) {
  for (int64_t kk = 0; kk < k.count; ++kk) {
    To* target = panel + kk * width;
    for (int64_t i = 0; i < numRows; ++i)
      target[i] = To(windowElement(operand, base, rows, row0 + i, k, kk));
    std::fill(target + numRows, target + width, To(0));
  }
}

template <typename From, typename To>
void packPanels(const OperandSpec& operand, const PackBlock& block, To* panels) {
  Points rows = pointsOf(operand, true, block.row0, block.rows, block.scratch);
  int64_t used = packScratchNumbers(operand, block.rows, 0);
  Points k = pointsOf(operand, false, block.k0, block.kc, block.scratch + used);
  auto* base = static_cast<const From*>(block.base);
  bool dilated = std::any_of(operand.window.begin(), operand.window.end(),
                             [](const WindowAxis& axis) { return axis.baseDilation != 1; });
  for (int64_t row = 0; row < block.rows; row += block.width) {
    int64_t count = std::min<int64_t>(block.width, block.rows - row);
    if (operand.window.empty())
      packPlain(base, rows.offsets + row, count, k, block.width, panels);
    else if (dilated)
      packDilatedWindow(operand, base, rows, row, count, k, block.width, panels);
    else
      packWindow(operand, base, rows, row, count, k, block.width, panels);
    panels += block.width * block.kc;
  }
}

} // namespace

int64_t offsetAt(const Axis& axis, int64_t index) {
  int64_t offset = 0;
  for (size_t i = axis.size(); i-- > 0;) {
    offset += index % axis[i].extent * axis[i].stride;
    index /= axis[i].extent;
  }
  return offset;
}

void offsetsOf(const Axis& axis, int64_t begin, int64_t count, int64_t* offsets) {
  int64_t inner = axis.empty() ? 1 : axis.back().extent;
  int64_t stride = axis.empty() ? 0 : axis.back().stride;
  for (int64_t i = 0; i < count;) {
    // One run of the innermost part at a time: divisions only at its start.
    int64_t first = (begin + i) % inner;
    int64_t run = std::min(inner - first, count - i);
    int64_t offset = offsetAt(axis, begin + i);
    for (int64_t j = 0; j < run; ++j)
      offsets[i + j] = offset + j * stride;
    i += run;
  }
}

int64_t packScratchNumbers(const OperandSpec& operand, int64_t rows, int64_t kc) {
  return (rows + kc) * int64_t(1 + operand.window.size());
}

void packBlock(const OperandSpec& operand, const PackBlock& block, void* panels) {
  if (block.compute == DType::F64) {
    packPanels<double>(operand, block, static_cast<double*>(panels));
    return;
  }
  auto* target = static_cast<float*>(panels);
  switch (operand.dtype) {
  case DType::F16:
    packPanels<F16>(operand, block, target);
    return;
  case DType::BF16:
    packPanels<BF16>(operand, block, target);
    return;
  default:
    packPanels<float>(operand, block, target);
    return;
  }
}

} // namespace lz::exec

#include "contraction/run/FillStrips.h"

#include "base/Half.h"
#include "contraction/run/PackPoints.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace lz::contraction {
namespace {

template <typename From, typename To>
void copyPixels(const From* source, int64_t sourceStride, int64_t pixels, int64_t pixel,
                To* target) {
  if (sourceStride == pixel) {
    pixel *= pixels;
    pixels = 1;
  }
  for (; pixels > 0; --pixels, source += sourceStride, target += pixel)
    if constexpr (std::is_same_v<From, To>)
      std::memcpy(target, source, size_t(pixel) * sizeof(To));
    else
      for (int64_t i = 0; i < pixel; ++i)
        target[i] = To(source[i]);
}

// Fills one strip with pixels of the input line that begins at `line`. The first of these pixels
// has the index `first`. If `line` is nullptr, the strip is padding only.
template <typename From, typename To>
void fillStrip(const From* line, const WindowAxis& axis, const Strips& strips, int64_t first,
               To* target) {
  int64_t begin = std::clamp<int64_t>(-first, 0, strips.pixels);
  int64_t end = std::clamp<int64_t>(axis.inputExtent - first, begin, strips.pixels);
  if (line == nullptr)
    begin = end = strips.pixels;
  std::fill(target, target + begin * strips.pixel, To(0));
  if (begin < end)
    copyPixels(line + (first + begin) * axis.elementStride, axis.elementStride, end - begin,
               strips.pixel, target + begin * strips.pixel);
  std::fill(target + end * strips.pixel, target + strips.pixels * strips.pixel, To(0));
}

// Splits a row index. Stores the output position along each window axis in `outs`, and returns the
// index in the plain parts of the rows.
int64_t splitRow(const OperandSpec& operand, int64_t row, int64_t* outs) {
  for (size_t d = operand.window.size(); d-- > 0; row /= operand.window[d].outExtent)
    outs[d] = row % operand.window[d].outExtent;
  return row;
}

// Tap `tap` of the outer axes reads a line of the input. Returns the offset of this line in the
// operand, or -1 for padding.
int64_t lineOffset(const OperandSpec& operand, const int64_t* outs, int64_t tap) {
  int64_t offset = 0;
  for (size_t d = operand.window.size() - 1; d-- > 0; tap /= operand.window[d].tapExtent) {
    const WindowAxis& axis = operand.window[d];
    int64_t position =
        outs[d] * axis.outStride + tap % axis.tapExtent * axis.tapStride - axis.padLow;
    if (position < 0 || position >= axis.inputExtent)
      return -1;
    offset += position * axis.elementStride;
  }
  return offset;
}

template <typename From, typename To>
void fill(const OperandSpec& operand, const Strips& strips, const StripBlock& block, To* target) {
  constexpr size_t kMostAxes = 8;
  int64_t outs[kMostAxes];
  int64_t plainRow = splitRow(operand, block.row0, outs);
  const From* base = static_cast<const From*>(block.base) + offsetAt(operand.rows, plainRow);
  const WindowAxis& axis = operand.window.back();
  int64_t first = outs[operand.window.size() - 1] * axis.outStride - axis.padLow;
  int64_t valuesOfStrip = strips.taps * strips.pixel;
  int64_t end = (block.k0 + block.kc + valuesOfStrip - 1) / valuesOfStrip;
  for (int64_t tap = block.k0 / valuesOfStrip; tap < end; ++tap) {
    int64_t line = lineOffset(operand, outs, tap);
    fillStrip(line < 0 ? nullptr : base + line, axis, strips, first,
              target + tap * strips.pixels * strips.pixel);
  }
}

} // namespace

bool areInLine(const OperandSpec& operand, int64_t row0, int64_t rows) {
  int64_t line = operand.window.back().outExtent;
  return row0 % line + rows <= line;
}

void fillStrips(const OperandSpec& operand, const Strips& strips, const StripBlock& block,
                void* target) {
  if (block.compute == DType::F64) {
    fill<double>(operand, strips, block, static_cast<double*>(target));
    return;
  }
  auto* floats = static_cast<float*>(target);
  switch (operand.dtype) {
  case DType::F16:
    fill<F16>(operand, strips, block, floats);
    return;
  case DType::BF16:
    fill<BF16>(operand, strips, block, floats);
    return;
  default:
    fill<float>(operand, strips, block, floats);
    return;
  }
}

int64_t runsOf(const Strips& strips, const OperandSpec& operand, int64_t k0, int64_t kc, int nr,
               KernelRun* runs) {
  int64_t count = 0;
  int64_t tapStep = operand.window.back().tapStride * strips.pixel;
  for (int64_t k = k0; k < k0 + kc;) {
    // An index along k consists of the strip, the tap in the strip, and the element of the pixel.
    int64_t inRun = k % strips.run, runIndex = k / strips.run;
    int64_t runsOfStrip = strips.taps * strips.pixel / strips.run;
    int64_t offset = runIndex / runsOfStrip * strips.pixels * strips.pixel +
                     runIndex % runsOfStrip * tapStep + inRun;
    int64_t length = std::min(strips.run - inRun, k0 + kc - k);
    runs[count++] = {offset, (k - k0) * nr, length};
    k += length;
  }
  return count;
}

} // namespace lz::contraction

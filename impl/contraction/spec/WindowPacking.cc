#include "contraction/spec/WindowPacking.h"

#include "base/Integers.h"

#include <algorithm>
#include <numeric>

namespace lz::contraction {
namespace {

// A line of rows, before it is divided into panels. From row to row, the offset grows by `step`.
struct Line {
  int64_t rows = 1, step = 0;
  bool sharesWindow = true; // whether all rows have the same window, as channels of a pixel do
};

Line lineOfRows(const OperandSpec& operand) {
  const WindowAxis& axis = operand.window.back();
  if (operand.plainRowsLast && points(operand.rows) > 1)
    return {operand.rows.back().extent, operand.rows.back().stride, true};
  return {axis.outExtent, axis.outStride * axis.elementStride, axis.outExtent == 1};
}

bool isDilated(const OperandSpec& operand) {
  return std::any_of(operand.window.begin(), operand.window.end(),
                     [](const WindowAxis& axis) { return axis.baseDilation != 1; });
}

} // namespace

WindowPacking windowPackingOf(const OperandSpec& operand, int64_t width, int64_t kc) {
  int64_t rows = points(operand.rows), taps = 1;
  for (const WindowAxis& axis : operand.window)
    rows *= axis.outExtent, taps *= axis.tapExtent;
  const int64_t plain = points(operand.k), k = plain * taps;
  const double elements = double(rows) * double(k);
  WindowPacking result;
  if (isDilated(operand)) {
    result.dilated = elements;
    return result;
  }
  const Line line = lineOfRows(operand);
  // If a panel has fewer than four outputs of a line, they are packed one by one, each along k.
  const bool isSingle = line.rows == 1 || (!line.sharesWindow && std::min(line.rows, width) < 4);
  // A run ends at the end of a line or of a panel.
  const int64_t runs = isSingle ? rows
                                : ceilDiv(rows, line.rows) + ceilDiv(rows, width) -
                                      ceilDiv(rows, std::lcm(line.rows, width));
  const bool isAdjacent = line.step == 1 && !isSingle;
  if (isSingle || (line.sharesWindow && isAdjacent)) {
    const bool isLineOfTaps = !operand.plainKLast || plain == 1;
    const int64_t lines = isLineOfTaps ? k / operand.window.back().tapExtent : k;
    result.pieces = double(runs) * double(lines);
  } else {
    const int64_t tapsOfBlock = operand.plainKLast ? ceilDiv(kc, plain) : std::min(taps, kc);
    result.pieces = double(runs) * double(ceilDiv(k, kc) * tapsOfBlock);
  }
  const bool turns = !isSingle && !isAdjacent && operand.plainKLast && evenStride(operand.k) == 1;
  (turns ? result.turned : isAdjacent ? result.copied : result.single) = elements;
  if (isAdjacent)
    result.copies = double(runs) * double(k);
  return result;
}

} // namespace lz::contraction

#include "contraction/run/Packing.h"

#include "absl/types/span.h"
#include "base/Integers.h"
#include "contraction/run/PackPoints.h"
#include "contraction/run/vector/CopyRuns.h"
#include "contraction/run/vector/JoinRows.h"
#include "contraction/run/vector/TurnRows.h"

#include <algorithm>
#include <utility>

namespace lz::contraction {
namespace {

// `width` is the number of elements from one value of k in a panel to the next. `cpu` is the CPU
// class whose vectors write the panel.
struct Shape {
  int width;
  MachineClass cpu;
};

// Copies rows begin .. end - 1 of a panel. Row i has `count` values of k, which are contiguous from
// rowAt(i) on.
template <typename To, typename RowAt>
void packDenseRows(RowAt rowAt, int64_t begin, int64_t end, int64_t count, Shape shape,
                   To* target) {
  for (int64_t i = begin; i < end; i += kTurned) {
    decltype(rowAt(0)) rows[kTurned];
    int numRows = int(std::min<int64_t>(kTurned, end - i));
    for (int r = 0; r < numRows; ++r)
      rows[r] = rowAt(i + r);
    turnRows(shape.cpu, rows, numRows, count, shape.width, target + i);
  }
}

// Writes zeros to all rows of a panel except the first numRows rows.
template <typename To> void fillRest(int64_t numRows, int64_t count, int width, To* panel) {
  for (int64_t kk = 0; kk < count && numRows < width; ++kk)
    std::fill(panel + kk * width + numRows, panel + (kk + 1) * width, To(0));
}

// Copies a panel of adjacent rows that is not full.
template <typename From, typename To>
void packPartialPanel(const From* base, int64_t numRows, const Points& k, Shape shape, To* panel) {
  copyRuns({k.offsets, k.count, numRows, 1, shape.width, shape.cpu}, base, panel);
  fillRest(numRows, k.count, shape.width, panel);
}

// Copies a panel of plain rows that are not adjacent, each row along k.
template <typename From, typename To>
void packPlain(const From* base, const int64_t* rows, int64_t numRows, const Points& k, Shape shape,
               To* panel) {
  if (isContiguous(k.offsets, k.count)) {
    auto rowAt = [&](int64_t i) { return base + rows[i] + k.offsets[0]; };
    packDenseRows(rowAt, 0, numRows, k.count, shape, panel);
  } else {
    for (int64_t i = 0; i < numRows; ++i)
      for (int64_t kk = 0; kk < k.count; ++kk)
        panel[kk * shape.width + i] = To(base[rows[i] + k.offsets[kk]]);
  }
  fillRest(numRows, k.count, shape.width, panel);
}

// Returns an element of an operand with windows. The element is 0 in the padding, and in the holes
// of a dilated input.
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

// A run of adjacent rows of a panel. From row to row, the offset grows by offsetStep, and the
// position along the innermost window axis grows by positionStep. positionStep is 0 if all rows
// have the same window. Otherwise it is outStride.
struct Run {
  int64_t row, count, positionStep, offsetStep;
};

// Calls visit(Run) for the runs of a panel, in the order of their rows.
template <typename Visit>
void forEachRun(const OperandSpec& operand, const Points& rows, int64_t row0, int64_t numRows,
                Visit visit) {
  size_t last = operand.window.size() - 1;
  Run run{row0, 1, 0, 0};
  for (int64_t row = row0 + 1; row < row0 + numRows; ++row) {
    const int64_t step = rows.along(last)[row] - rows.along(last)[row - 1];
    const int64_t offsetStep = rows.offsets[row] - rows.offsets[row - 1];
    bool follows = step == 0 || step == operand.window[last].outStride;
    for (size_t d = 0; d < last && follows; ++d)
      follows = rows.along(d)[row] == rows.along(d)[row - 1];
    if (follows && run.count == 1)
      run = {row - 1, 2, step, offsetStep};
    else if (follows && run.positionStep == step && run.offsetStep == offsetStep)
      ++run.count;
    else
      visit(std::exchange(run, {row, 1, 0, 0}));
  }
  visit(run);
}

// Returns the rows [begin, end) of a run for which value `kk` of k lies inside the input. Example:
// if the rows of the run have positions -1 0 1 2 for this value and the input has extent 2, the
// result is [1, 3).
std::pair<int64_t, int64_t> validPart(const OperandSpec& operand, const Points& rows,
                                      const Run& run, const Points& k, int64_t kk) {
  size_t last = operand.window.size() - 1;
  auto isOutside = [&](size_t d) {
    int64_t position = rows.along(d)[run.row] + k.along(d)[kk];
    return position < 0 || position >= operand.window[d].inputExtent;
  };
  for (size_t d = 0; d < last; ++d)
    if (isOutside(d))
      return {0, 0};
  int64_t stride = run.positionStep;
  if (stride == 0)
    return {0, isOutside(last) ? 0 : run.count};
  int64_t first = rows.along(last)[run.row] + k.along(last)[kk];
  auto firstAtLeast = [&](int64_t bound) {
    if (first >= bound)
      return int64_t(0);
    return stride == 1 ? bound - first : (bound - first + stride - 1) / stride;
  };
  int64_t begin = std::min(firstAtLeast(0), run.count);
  int64_t end = std::min(firstAtLeast(operand.window[last].inputExtent), run.count);
  return {begin, std::max(begin, end)};
}

// Divides the values of k into lines along the innermost window axis. Stores the end of each line
// at the index of the line's first value.
void findLines(const OperandSpec& operand, const Points& k, int64_t* ends) {
  size_t last = operand.window.size() - 1;
  int64_t line = 0;
  for (int64_t kk = 1; kk <= k.count; ++kk) {
    bool sameLine = kk < k.count;
    for (size_t d = 0; d < last && sameLine; ++d)
      sameLine = k.along(d)[kk] == k.along(d)[kk - 1];
    if (!sameLine || k.along(last)[kk] - k.along(last)[kk - 1] != operand.window[last].tapStride)
      ends[std::exchange(line, kk)] = kk;
  }
}

// The values first, first + step, ... of k. All of them have the same tap.
struct TapValues {
  int64_t first, step, count;
};

// Calls visit(TapValues) for each tap. Example: k has 4 values, 2 for each of 2 taps. If the plain
// part of k is last, the first tap has values 0 1 and the second one has 2 3. Otherwise they have 0
// 2 and 1 3.
template <typename Visit>
void forEachTap(const OperandSpec& operand, const PackBlock& block, Visit visit) {
  int64_t taps = 1;
  for (const WindowAxis& axis : operand.window)
    taps *= axis.tapExtent;
  if (!operand.plainKLast) {
    for (int64_t kk = 0; kk < std::min(taps, block.kc); ++kk)
      visit(TapValues{kk, taps, ceilDiv(block.kc - kk, taps)});
    return;
  }
  int64_t plain = points(operand.k);
  for (int64_t kk = 0, end = 0; kk < block.kc; kk = end) {
    end = std::min(block.kc, kk + plain - (block.k0 + kk) % plain);
    visit(TapValues{kk, 1, end - kk});
  }
}

// Copies the values of one tap for one run. `panel` is the address in the panel for value 0 of k
// and the first row of the run.
template <typename From, typename To>
void packRun(const From* base, const Run& run, std::pair<int64_t, int64_t> valid, const Points& k,
             const TapValues& tap, Shape shape, To* panel) {
  auto [begin, end] = valid;
  const int64_t* offsets = k.offsets + tap.first;
  To* target = panel + tap.first * shape.width;
  int64_t step = tap.step * shape.width;
  bool turn = run.offsetStep != 1 && tap.step == 1 && isContiguous(offsets, tap.count);
  if (turn) {
    auto rowAt = [&](int64_t i) { return base + offsets[0] + i * run.offsetStep; };
    packDenseRows(rowAt, begin, end, tap.count, shape, target);
  }
  if (run.offsetStep == 1)
    copyRuns({offsets, tap.count, end - begin, 1, step, shape.cpu, tap.step}, base + begin,
             target + begin);
  if ((turn || run.offsetStep == 1) && begin == 0 && end == run.count)
    return;
  for (int64_t i = 0; i < tap.count; ++i, target += step) {
    const From* source = base + offsets[i * tap.step];
    std::fill(target, target + begin, To(0));
    if (run.offsetStep != 1 && !turn)
      for (int64_t r = begin; r < end; ++r)
        target[r] = To(source[r * run.offsetStep]);
    std::fill(target + end, target + run.count, To(0));
  }
}

// Copies a run of adjacent rows that have the same window, such as channels of a pixel. For each
// value of k, either all rows are inside the input or none is. `base` is the address of the first
// row of the run in the operand, and `target` is its address in the panel.
template <typename From, typename To>
void packSharedRun(const OperandSpec& operand, const From* base, const Points& rows, const Run& run,
                   const Points& k, const int64_t* lineEnds, Shape shape, To* target) {
  size_t last = operand.window.size() - 1;
  const WindowAxis& axis = operand.window[last];
  auto fillZero = [&](int64_t begin, int64_t end) {
    for (int64_t kk = begin; kk < end; ++kk)
      std::fill(target + kk * shape.width, target + kk * shape.width + run.count, To(0));
  };
  for (int64_t kk = 0, end = 0; kk < k.count; kk = end) {
    end = lineEnds[kk];
    bool isInside = true;
    for (size_t d = 0; d < last; ++d)
      isInside &= uint64_t(rows.along(d)[run.row] + k.along(d)[kk]) <
                  uint64_t(operand.window[d].inputExtent);
    // Value i of the line has position first + i * tapStride.
    int64_t first = rows.along(last)[run.row] + k.along(last)[kk], step = axis.tapStride;
    auto firstAtLeast = [&](int64_t bound) {
      return std::min(end, kk + (first >= bound ? 0 : (bound - first + step - 1) / step));
    };
    int64_t validBegin = isInside ? firstAtLeast(0) : end;
    int64_t validEnd = isInside ? firstAtLeast(axis.inputExtent) : end;
    fillZero(kk, validBegin);
    if (run.count == 1)
      for (int64_t i = validBegin; i < validEnd; ++i)
        target[i * shape.width] = To(base[k.offsets[i]]);
    else
      copyRuns(
          {k.offsets + validBegin, validEnd - validBegin, run.count, 1, shape.width, shape.cpu},
          base, target + validBegin * shape.width);
    fillZero(validEnd, end);
  }
}

template <typename From, typename To>
void packWindow(const OperandSpec& operand, const PackBlock& block, const Points& rows,
                int64_t row0, int64_t numRows, const Points& k, const int64_t* lineEnds,
                To* panel) {
  Shape shape = {block.width, block.cpu};
  auto* base = static_cast<const From*>(block.base);
  forEachRun(operand, rows, row0, numRows, [&](const Run& run) {
    const From* source = base + rows.offsets[run.row];
    To* target = panel + (run.row - row0);
    // With fewer than four rows, it is faster to copy each row along k.
    if (run.positionStep != 0 && run.count < 4) {
      for (int64_t i = 0; i < run.count; ++i)
        packSharedRun(operand, source + i * run.offsetStep, rows, {run.row + i, 1, 0, 0}, k,
                      lineEnds, shape, target + i);
      return;
    }
    if (run.positionStep == 0 && (run.count == 1 || run.offsetStep == 1))
      return packSharedRun(operand, source, rows, run, k, lineEnds, shape, target);
    forEachTap(operand, block, [&](const TapValues& tap) {
      packRun(source, run, validPart(operand, rows, run, k, tap.first), k, tap, shape, target);
    });
  });
  fillRest(numRows, k.count, shape.width, panel);
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

// Copies each row to its own panel, in which all values of the row are adjacent. If neither the
// rows nor the values of k are adjacent in memory, copies nothing and returns false.
template <typename From, typename To>
bool packSingleRows(const From* base, const Points& rows, const Points& k, MachineClass cpu,
                    To* panels) {
  if (isContiguous(k.offsets, k.count)) {
    copyRuns({rows.offsets, rows.count, k.count, 1, k.count, cpu}, base + k.offsets[0], panels);
    return true;
  }
  if (!isContiguous(rows.offsets, rows.count))
    return false;
  // For each value of k, the numbers of all rows are adjacent. These pieces are transposed.
  auto pieceAt = [&](int64_t kk) { return base + rows.offsets[0] + k.offsets[kk]; };
  packDenseRows(pieceAt, 0, k.count, rows.count, {int(k.count), cpu}, panels);
  return true;
}

template <typename From, typename To>
void packPanels(const OperandSpec& operand, const PackBlock& block, To* panels) {
  Points rows = pointsOf(operand, true, block.row0, block.rows, block.scratch);
  int64_t used = packScratchNumbers(operand, block.rows, 0);
  Points k = pointsOf(operand, false, block.k0, block.kc, block.scratch + used);
  Shape shape = {block.width, block.cpu};
  auto* base = static_cast<const From*>(block.base);
  if (operand.window.empty() && block.width == 1 &&
      packSingleRows(base, rows, k, block.cpu, panels))
    return;
  int64_t* lineEnds = block.scratch + used + packScratchNumbers(operand, 0, block.kc) - block.kc;
  if (!operand.window.empty())
    findLines(operand, k, lineEnds);
  bool dilated = std::any_of(operand.window.begin(), operand.window.end(),
                             [](const WindowAxis& axis) { return axis.baseDilation != 1; });
  if (operand.window.empty() && isContiguous(rows.offsets, block.rows)) {
    base += rows.offsets[0];
    int64_t panelCount = block.rows / block.width, whole = panelCount * block.width;
    copyRuns({k.offsets, k.count, block.width, panelCount, block.width, block.cpu}, base, panels);
    if (whole < block.rows)
      packPartialPanel(base + whole, block.rows - whole, k, shape, panels + whole * block.kc);
    return;
  }
  for (int64_t row = 0; row < block.rows; row += block.width) {
    int64_t count = std::min<int64_t>(block.width, block.rows - row);
    if (operand.window.empty())
      packPlain(base, rows.offsets + row, count, k, shape, panels);
    else if (dilated)
      packDilatedWindow(operand, base, rows, row, count, k, block.width, panels);
    else
      packWindow<From>(operand, block, rows, row, count, k, lineEnds, panels);
    panels += block.width * block.kc;
  }
}

// Packs an operand, and joins its values to pairs.
void packPairs(const OperandSpec& operand, const PackBlock& block, uint32_t* panels) {
  int64_t first = 2 * block.k0, values = std::min(2 * block.kc, points(operand.k) - first);
  Points rows = pointsOf(operand, true, block.row0, block.rows, block.scratch);
  Points k = pointsOf(operand, false, first, values, block.scratch + block.rows);
  // Values of i16 are moved as if they were BF16, which has the same size.
  const auto* base = static_cast<const BF16*>(block.base);
  if (isContiguous(rows.offsets, block.rows)) {
    joinRows({k.offsets, values, block.rows, block.width, block.cpu}, base + rows.offsets[0],
             panels);
    return;
  }
  for (int64_t row = 0; row < block.rows; row += block.width) {
    int64_t count = std::min<int64_t>(block.width, block.rows - row);
    for (int64_t i = 0; i < count; ++i)
      joinRow(base + rows.offsets[row + i], k.offsets, values, block.width, panels + i);
    fillRest(count, block.kc, block.width, panels);
    panels += block.width * block.kc;
  }
}

} // namespace

void packBlock(const OperandSpec& operand, const PackBlock& block, void* panels) {
  if (block.compute == DType::F64) {
    packPanels<double>(operand, block, static_cast<double*>(panels));
    return;
  }
  if (operand.joinsPairs) {
    packPairs(operand, block, static_cast<uint32_t*>(panels));
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

} // namespace lz::contraction

#include "contraction/run/PackPoints.h"

#include "absl/container/inlined_vector.h"

namespace lz::contraction {
namespace {

// One digit of the index of a point. Increasing the digit by one adds offsetStep to the offset of
// the point and, for a window axis, positionStep to the position along this axis.
struct Digit {
  int64_t extent, offsetStep, positionStep;
  int axis; // window axis; -1: a plain part
  int64_t value = 0;
};
using Digits = absl::InlinedVector<Digit, 6>;

void appendPlain(const Axis& plain, Digits& digits) {
  for (const AxisPart& part : plain)
    digits.push_back({part.extent, part.stride, 0, -1});
}

void appendWindow(const OperandSpec& operand, bool isRows, Digits& digits) {
  for (size_t d = 0; d < operand.window.size(); ++d) {
    const WindowAxis& axis = operand.window[d];
    int64_t step = isRows ? axis.outStride : axis.tapStride;
    // Without dilation the offset is linear in the position. Otherwise windowElement computes the
    // offset from the position.
    int64_t offset = axis.baseDilation == 1 ? step * axis.elementStride : 0;
    digits.push_back({isRows ? axis.outExtent : axis.tapExtent, offset, step, int(d)});
  }
}

// Goes through points begin .. begin + count - 1. numbers[i] becomes the offset of point i, and
// numbers[(d + 1) * count + i] its position along window axis d.
class Odometer {
public:
  Odometer(const OperandSpec& operand, bool isRows) : positions_(operand.window.size()) {
    const Axis& plain = isRows ? operand.rows : operand.k;
    bool plainLast = isRows ? operand.plainRowsLast : operand.plainKLast;
    if (!plainLast)
      appendPlain(plain, digits_);
    appendWindow(operand, isRows, digits_);
    if (plainLast)
      appendPlain(plain, digits_);
    // The position of an element is the sum of the positions of its row and of its value of k. So
    // the padding is subtracted only from the positions of rows.
    for (size_t d = 0; d < positions_.size() && isRows; ++d) {
      const WindowAxis& axis = operand.window[d];
      positions_[d] = -axis.padLow;
      offset_ -= axis.baseDilation == 1 ? axis.padLow * axis.elementStride : 0;
    }
  }

  void run(int64_t begin, int64_t count, int64_t* numbers) {
    for (size_t d = digits_.size(); d-- > 0;) {
      add(digits_[d], begin % digits_[d].extent);
      begin /= digits_[d].extent;
    }
    for (int64_t i = 0; i < count; ++i, increment()) {
      numbers[i] = offset_;
      for (size_t d = 0; d < positions_.size(); ++d)
        numbers[int64_t(d + 1) * count + i] = positions_[d];
    }
  }

private:
  void add(Digit& digit, int64_t steps) {
    digit.value += steps;
    offset_ += steps * digit.offsetStep;
    if (digit.axis >= 0)
      positions_[size_t(digit.axis)] += steps * digit.positionStep;
  }

  void increment() {
    for (size_t d = digits_.size(); d-- > 0;) {
      add(digits_[d], 1);
      if (digits_[d].value < digits_[d].extent)
        return;
      add(digits_[d], -digits_[d].extent);
    }
  }

  Digits digits_;
  int64_t offset_ = 0;
  absl::InlinedVector<int64_t, 4> positions_;
};

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
    // The loop goes through runs of the innermost part, so that divisions are needed only at the
    // start of each run.
    int64_t first = (begin + i) % inner;
    int64_t run = std::min(inner - first, count - i);
    int64_t offset = offsetAt(axis, begin + i);
    for (int64_t j = 0; j < run; ++j)
      offsets[i + j] = offset + j * stride;
    i += run;
  }
}

Points pointsOf(const OperandSpec& operand, bool isRows, int64_t begin, int64_t count,
                int64_t* numbers) {
  if (operand.window.empty()) {
    offsetsOf(isRows ? operand.rows : operand.k, begin, count, numbers);
    return {count, numbers, nullptr};
  }
  Odometer(operand, isRows).run(begin, count, numbers);
  return {count, numbers, numbers + count};
}

bool isContiguous(const int64_t* offsets, int64_t count) {
  for (int64_t i = 1; i < count; ++i)
    if (offsets[i] - offsets[i - 1] != 1)
      return false;
  return true;
}

} // namespace lz::contraction

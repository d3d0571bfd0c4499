#include "exec/thunks/products/VerifyContraction.h"

#include "absl/algorithm/container.h"
#include "base/ElementStorage.h"

namespace lz::exec {
namespace {

using contraction::Axis;
using contraction::OperandSpec;
using contraction::TiledContraction;
using contraction::WindowAxis;

// Computes the size of an operand from its axes: multiplies their extents, and adds up their
// largest offsets.
class Reach {
public:
  void add(int64_t extent, int64_t stride) {
    isValid_ = isValid_ && extent >= 0 && stride >= 0 && stride <= kMost;
    isEmpty_ = isEmpty_ || extent == 0;
    const int64_t count = std::max<int64_t>(extent, 1);
    points_ = checkedMultiply(points_, count); // the points of any part of the axes must fit, too
    last_ = checkedAdd(last_, checkedMultiply(count - 1, stride));
  }
  void add(const Axis& axis) {
    for (const contraction::AxisPart& part : axis)
      add(part.extent, part.stride);
  }

  // Returns the number of points. Returns nullopt if there are too many, or if an extent or a
  // stride is negative.
  CheckedInt points() const {
    if (!isValid_ || !points_ || *points_ > kMost)
      return std::nullopt;
    return isEmpty_ ? 0 : points_;
  }
  CheckedInt bytes(DType dtype) const {
    if (!points() || isEmpty_)
      return points();
    return checkedMultiply(checkedAdd(last_, 1), int64_t(byteSize(dtype)));
  }

  // Counts of elements and offsets must stay below this number, because plans multiply the counts
  // and the offsets by the size of an element.
  static constexpr int64_t kMost = int64_t(1) << 48;

private:
  bool isValid_ = true, isEmpty_ = false;
  CheckedInt points_ = 1, last_ = 0;
};

Reach reachOf(const OperandSpec& operand) {
  Reach reach;
  for (const Axis* axis : {&operand.batch, &operand.rows, &operand.k})
    reach.add(*axis);
  for (const WindowAxis& axis : operand.window)
    reach.add(axis.inputExtent, axis.elementStride);
  return reach;
}

Reach reachOfOutput(const TiledContraction& tiled) {
  Reach reach;
  for (const Axis* axis : {&tiled.outBatch, &tiled.outM, &tiled.outN})
    reach.add(*axis);
  return reach;
}

// Checks that sizes that are computed from a window axis cannot overflow. For the outputs, the taps
// and the input of the axis, extent * step * (number of points of all plain axes together) must be
// at most kMost. Steps must be positive.
bool hasSpans(const OperandSpec& operand) {
  Reach plain;
  for (const Axis* axis : {&operand.batch, &operand.rows, &operand.k})
    plain.add(*axis);
  const CheckedInt elements = plain.points();
  return elements && absl::c_all_of(operand.window, [&](const WindowAxis& axis) {
           const int64_t steps[] = {axis.outStride, axis.tapStride, axis.baseDilation};
           const int64_t extents[] = {axis.outExtent, axis.tapExtent, axis.inputExtent};
           for (size_t i = 0; i < 3; ++i) {
             const CheckedInt span =
                 checkedMultiply(std::max<int64_t>(extents[i], 1), std::max<int64_t>(*elements, 1));
             const CheckedInt all = checkedMultiply(span, steps[i]);
             if (steps[i] < 1 || extents[i] < 0 || !all || *all > Reach::kMost)
               return false;
           }
           return axis.padLow >= -Reach::kMost && axis.padLow <= Reach::kMost;
         });
}

// Checks that the operand does not have too many elements. Checks this for the array itself, and
// for the rows and values of k that the contraction reads. If there is a window, these rows
// together have more elements than the array.
bool hasPoints(const OperandSpec& operand) {
  Reach reach;
  for (const Axis* axis : {&operand.batch, &operand.rows, &operand.k})
    reach.add(*axis);
  for (const WindowAxis& axis : operand.window) {
    reach.add(axis.outExtent, 0);
    reach.add(axis.tapExtent, 0);
  }
  return reach.points().has_value() && reachOf(operand).points().has_value() && hasSpans(operand);
}

// Returns whether an element is a single number of at least a byte: neither complex nor smaller.
bool isElement(DType dtype) {
  return isValid(dtype) && !isComplex(dtype) && !isSmall(dtype);
}

} // namespace

Status verifyAxes(const TiledContraction& tiled) {
  if (!isElement(tiled.lhs.dtype) || !isElement(tiled.rhs.dtype) || !isElement(tiled.outType))
    return internalError("[contraction] a type is not supported");
  if (!hasPoints(tiled.lhs) || !hasPoints(tiled.rhs) || !reachOfOutput(tiled).points())
    return internalError(
        "[contraction] an extent or a stride is negative, or an array is too large");
  return checkTile(tiled);
}

CheckedInt bytesOf(const OperandSpec& operand) {
  return reachOf(operand).bytes(operand.dtype);
}

CheckedInt outBytesOf(const TiledContraction& tiled) {
  return reachOfOutput(tiled).bytes(tiled.outType);
}

} // namespace lz::exec

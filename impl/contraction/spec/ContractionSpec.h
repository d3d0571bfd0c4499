// The axes and types of a contraction's operands and output, as plain data.
#pragma once

#include "base/DType.h"
#include "base/Status.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

namespace lz::contraction {

// A part of a logical matrix dimension (batch, M, N or K). The dimension is the row-major product
// of its parts. Strides are in elements.
struct AxisPart {
  int64_t extent;
  int64_t stride;
};
using Axis = std::vector<AxisPart>;

int64_t points(const Axis& axis); // the number of points
// Returns the step from each point of the axis to the next, or nullopt if the points are not evenly
// spaced.
std::optional<int64_t> evenStride(const Axis& axis);

// One spatial axis of a convolution's input. A tap reads position out * outStride + tap * tapStride
// - padLow of the dilated input. Outside the input, and in the holes of a dilated input, it reads
// 0.
struct WindowAxis {
  int64_t outExtent, tapExtent; // output positions, filter taps
  int64_t outStride, tapStride; // window stride, window dilation
  int64_t padLow;
  int64_t baseDilation;
  int64_t inputExtent;
  int64_t elementStride;
};

// An operand that is addressed by (batch, row, k). With a window, the row index consists of the
// plain parts in `rows` and an output position along each window axis. The index k consists of the
// plain parts in `k` and a tap along each window axis. Both are row-major. The plain parts come
// first, or last if they are contiguous (plainRowsLast, plainKLast), such as features of images
// with innermost channels.
struct OperandSpec {
  DType dtype;                    // in memory; panels have the compute type
  Axis batch, rows, k;            // plain parts, outermost first
  std::vector<WindowAxis> window; // only of a convolution's input; outermost first
  bool plainRowsLast = false, plainKLast = false;
  // Only in a contraction of pairs: whether packing joins values 2p and 2p + 1 of k to a pair. `k`
  // of this operand then counts single values.
  bool joinsPairs = false;
};

// out[b, m, n] = sum_k lhs[b, m, k] * rhs[b, n, k]
struct ContractionSpec {
  // If it is F32, each operand and the output is F32, F16 or BF16. If it is F64, all are F64. If it
  // is S32, the operands are S16 in pairs, the output is S32, and sums wrap.
  DType compute = DType::F32;
  DType outType = DType::F32;
  int64_t batch = 1, m = 0, n = 0, k = 0;
  OperandSpec lhs, rhs;
  Axis outBatch, outM, outN; // with strides in the output
};

// Returns whether the elements of the axes are contiguous, with the axes in this order, outermost
// first.
bool areNested(std::initializer_list<const Axis*> axes);
// Returns whether the operand is row-major: each row has k contiguous elements, and the rows follow
// each other.
bool hasDenseRows(const OperandSpec& operand);

// Checks that the extents of the axes multiply up to batch, m, n and k, and that the types are as
// described above.
Status checkContraction(const ContractionSpec& spec);

} // namespace lz::contraction

// The axes and types of a contraction's operands and output. This folder holds plain data and
// checks it. It decides nothing, reads no operand and runs no thread.
#pragma once

#include "base/DType.h"
#include "base/Status.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

namespace lz::contraction {

// One logical matrix dimension (batch, M, N or K) is the row-major product of these; strides are in
// elements.
struct AxisPart {
  int64_t extent;
  int64_t stride;
};
using Axis = std::vector<AxisPart>;

int64_t points(const Axis& axis); // their number
// The step from each point of the axis to the next; nullopt: the points are not evenly apart.
std::optional<int64_t> evenStride(const Axis& axis);

// One spatial axis of a convolution's input. Position out * outStride + tap * tapStride - padLow,
// in units of the dilated input, reads 0 outside the input and between its elements when the base
// is dilated.
struct WindowAxis {
  int64_t outExtent, tapExtent; // output positions, filter taps
  int64_t outStride, tapStride; // window stride, window dilation
  int64_t padLow;
  int64_t baseDilation;
  int64_t inputExtent;
  int64_t elementStride;
};

// An operand addressed as (batch, row, k). With a window, the row index is (rows..., outs...) and
// the k index is (k..., taps...), row-major over the plain parts listed in `rows` and `k` and the
// extents in `window`, which `rows` and `k` do not list. The plain parts come first, or last where
// they are the contiguous ones: features of images whose channels are innermost.
struct OperandSpec {
  DType dtype;                    // in memory; packed as the compute type
  Axis batch, rows, k;            // plain parts; outermost first
  std::vector<WindowAxis> window; // convolution input only; outermost first
  bool plainRowsLast = false, plainKLast = false;
  // In a contraction of pairs, values 2p and 2p + 1 of k become one when they are packed. k counts
  // values of 16 bits.
  bool joinsPairs = false;
};

// out[b, m, n] = sum_k lhs[b, m, k] * rhs[b, n, k]
struct ContractionSpec {
  // F32 or F64: operands and output are F32, F16, BF16, or F64 all of them. S32: the output is S32,
  // and the operands are S16, in pairs; sums wrap.
  DType compute = DType::F32;
  DType outType = DType::F32;
  int64_t batch = 1, m = 0, n = 0, k = 0;
  OperandSpec lhs, rhs;
  Axis outBatch, outM, outN; // strides in the output
};

// Whether the axes lie one inside the other, outermost first, with elements side by side.
bool areNested(std::initializer_list<const Axis*> axes);
// Whether the operand is row-major: rows of k contiguous elements, row after row.
bool hasDenseRows(const OperandSpec& operand);

// Checks that the axes multiply up to batch, m, n and k, and that the types are as above.
Status checkContraction(const ContractionSpec& spec);

} // namespace lz::contraction

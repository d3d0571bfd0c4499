// The axes and types of a contraction's operands and output, as plain data.
#pragma once

#include "base/DType.h"
#include "base/Status.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

namespace lz::contraction {

// A part of one of the dimensions batch, M, N and K. The dimension is the row-major product of its
// parts. Strides are in elements.
struct AxisPart {
  int64_t extent;
  int64_t stride;
};
using Axis = std::vector<AxisPart>;

int64_t points(const Axis& axis); // the number of points
// Returns the number of elements from one point of the axis to the next. If the points are not
// evenly spaced, returns nullopt.
std::optional<int64_t> evenStride(const Axis& axis);

// One spatial axis of a convolution's input. A tap reads position out * outStride + tap * tapStride
// - padLow of the dilated input. A tap reads 0 outside of the input, and in the holes of a dilated
// input.
struct WindowAxis {
  int64_t outExtent, tapExtent; // output positions, filter taps
  int64_t outStride, tapStride; // window stride, window dilation
  int64_t padLow;
  int64_t baseDilation;
  int64_t inputExtent;
  int64_t elementStride;
};

// An operand that is addressed by (batch, row, k). If there is a window, a row index consists of
// the plain parts in `rows` and an output position along each window axis. An index along k
// consists of the plain parts in `k` and a tap along each window axis. Both kinds of indices are
// row-major. If plainRowsLast, the plain parts of a row come last, otherwise first. If plainKLast,
// the plain parts of k come last, otherwise first.
struct OperandSpec {
  DType dtype;                    // in memory; panels have the compute type
  Axis batch, rows, k;            // plain parts, outermost first
  std::vector<WindowAxis> window; // only of a convolution's input; outermost first
  bool plainRowsLast = false, plainKLast = false;
  // Whether packing joins values 2p and 2p + 1 of k to a pair. If so, `k` of this operand counts
  // single values. Only used in a contraction of pairs.
  bool joinsPairs = false;
};

// out[b, m, n] = sum_k lhs[b, m, k] * rhs[b, n, k]
struct ContractionSpec {
  // The type in which sums are computed. F32: each operand and the output is F32, F16 or BF16. F64:
  // all are F64. S32: the operands are S16 in pairs, the output is S32, and sums wrap.
  DType compute = DType::F32;
  DType outType = DType::F32;
  int64_t batch = 1, m = 0, n = 0, k = 0;
  OperandSpec lhs, rhs;
  Axis outBatch, outM, outN; // with strides in the output
  // If the contraction is a part of a larger product, these are the m and n of the larger product.
  // Otherwise they are 0. They decide in which order sums are added up, so that the part has the
  // same bits as the larger product.
  int64_t wholeM = 0, wholeN = 0;

  int64_t decidingM() const { return wholeM > 0 ? wholeM : m; }
  int64_t decidingN() const { return wholeN > 0 ? wholeN : n; }
};

// The axes are nested in this order, the outermost axis first. Returns whether the points of all
// axes together are `stride` elements apart.
bool areNested(std::initializer_list<const Axis*> axes, int64_t stride = 1);
// Returns the number of elements from a row to the next, if all rows are evenly spaced. `alone` is
// the result for a single row.
int64_t strideOfRows(const Axis& batch, const Axis& rows, int64_t alone);
// Returns whether rows are evenly spaced, and the elements of each row are contiguous. There may be
// space between rows.
bool areRowsApart(const Axis& batch, const Axis& rows, const Axis& elements);
// Returns whether the operand is row-major: each row has k contiguous elements, and the next row
// follows directly.
bool hasDenseRows(const OperandSpec& operand);
// Like hasDenseRows, but there may be space between rows.
bool hasRowsApart(const OperandSpec& operand);

// Checks that the products of extents are batch, m, n and k, and that the types are as described
// above.
Status checkContraction(const ContractionSpec& spec);

} // namespace lz::contraction

// Contractions on the packed, register-tiled micro-kernel: operands of any layout are packed into panels, so one
// inner kernel serves every transpose, batch and convolution.
#pragma once

#include <cstdint>
#include <vector>

#include "base/DType.h"

namespace lz::exec {

using MicroKernelFn = void (*)(const void* a, const void* b, void* c, int64_t k, int64_t ldc,
                               int64_t accumulate);

// One logical matrix dimension (batch, M, N or K) is the row-major product of these; strides are in elements.
struct AxisPart {
  int64_t extent;
  int64_t stride;
};
using Axis = std::vector<AxisPart>;

// A packed operand addressed as (batch, row, k). Convolution reads the input through `window`: each spatial position
// is out * outStride + tap * tapStride - padLow, in units of the input, and reads 0 outside [0, inputExtent), or
// between elements when the base is dilated.
struct WindowAxis {
  int64_t outExtent, tapExtent; // output positions, filter taps
  int64_t outStride, tapStride; // window stride, window dilation
  int64_t padLow;
  int64_t baseDilation;
  int64_t inputExtent;
  int64_t elementStride;
};

struct OperandSpec {
  DType dtype;               // in memory; packed as the compute type
  Axis batch, rows, k;       // plain parts; outermost first
  std::vector<WindowAxis> window; // convolution input only: rows end with the outExtents, k ends with the tapExtents
};

// out[b, m, n] = sum_k lhs[b, m, k] * rhs[b, n, k]
struct ContractionSpec {
  DType compute = DType::F32; // F32 or F64
  DType outType = DType::F32;
  int64_t batch = 1, m = 0, n = 0, k = 0;
  OperandSpec lhs, rhs;
  Axis outBatch, outM, outN; // strides in the output
  MicroKernelFn kernel = nullptr;
  int mr = 0, nr = 0;

  int64_t scratchBytes(int threads) const;
};

} // namespace lz::exec

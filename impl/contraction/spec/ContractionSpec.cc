#include "contraction/spec/ContractionSpec.h"

#include "base/Integers.h"

#include <iterator>

namespace lz::contraction {
namespace {

bool isComputedIn(DType dtype, DType compute) {
  switch (compute) {
  case DType::S32:
    return dtype == DType::S16 || dtype == DType::S32; // S32: pairs that are adjacent in memory
  case DType::F64:
    return dtype == DType::F64;
  default:
    return isFloat(dtype) && dtype != DType::F64;
  }
}

Status checkOperand(const char* name, const OperandSpec& operand, DType compute, int64_t batch,
                    int64_t rows, int64_t k) {
  if (!isComputedIn(operand.dtype, compute))
    return internalError("[contraction] ", name, " cannot be computed in another type");
  int64_t numRows = points(operand.rows), numK = points(operand.k);
  for (const WindowAxis& axis : operand.window) {
    numRows *= axis.outExtent;
    numK *= axis.tapExtent;
    if (axis.outStride < 1 || axis.tapStride < 1 || axis.baseDilation < 1)
      return internalError("[contraction] a window step of ", name, " is not positive");
  }
  if (operand.joinsPairs)
    numK = ceilDiv(numK, 2);
  if (points(operand.batch) != batch || numRows != rows || numK != k)
    return internalError("[contraction] the axes of ", name, " make ", points(operand.batch), " x ",
                         numRows, " x ", numK, ", not ", batch, " x ", rows, " x ", k);
  return okStatus();
}

// Returns whether the parts are nested without gaps, and the last part has the stride `stride`.
// Multiplies `stride` by all extents, so that `stride` becomes the stride of the next outer axis.
bool isNested(const Axis& axis, int64_t& stride) {
  for (size_t i = axis.size(); i-- > 0;) {
    if (axis[i].extent != 1 && axis[i].stride != stride)
      return false;
    stride *= axis[i].extent;
  }
  return true;
}

} // namespace

int64_t points(const Axis& axis) {
  int64_t product = 1;
  for (const AxisPart& part : axis)
    product *= part.extent;
  return product;
}

std::optional<int64_t> evenStride(const Axis& axis) {
  std::optional<int64_t> stride;
  int64_t points = 1;
  for (size_t i = axis.size(); i-- > 0; points *= axis[i].extent) {
    if (axis[i].extent == 1)
      continue;
    if (stride && axis[i].stride != *stride * points)
      return std::nullopt;
    stride = stride ? *stride : axis[i].stride;
  }
  return stride.value_or(1);
}

bool areNested(std::initializer_list<const Axis*> axes, int64_t stride) {
  for (auto axis = std::rbegin(axes); axis != std::rend(axes); ++axis)
    if (!isNested(**axis, stride))
      return false;
  return true;
}

int64_t strideOfRows(const Axis& batch, const Axis& rows, int64_t alone) {
  for (const Axis* axis : {&rows, &batch})
    for (size_t i = axis->size(); i-- > 0;)
      if ((*axis)[i].extent != 1)
        return (*axis)[i].stride;
  return alone;
}

bool areRowsApart(const Axis& batch, const Axis& rows, const Axis& elements) {
  const int64_t stride = strideOfRows(batch, rows, points(elements));
  return stride >= points(elements) && areNested({&elements}) && areNested({&batch, &rows}, stride);
}

bool hasDenseRows(const OperandSpec& operand) {
  return operand.window.empty() && !operand.joinsPairs &&
         areNested({&operand.batch, &operand.rows, &operand.k});
}

bool hasRowsApart(const OperandSpec& operand) {
  return operand.window.empty() && !operand.joinsPairs &&
         areRowsApart(operand.batch, operand.rows, operand.k);
}

Status checkContraction(const ContractionSpec& spec) {
  if (spec.compute != DType::F32 && spec.compute != DType::F64 && spec.compute != DType::S32)
    return internalError("[contraction] the compute type is neither f32 nor f64 nor i32");
  bool isRounded =
      isFloat(spec.outType) && spec.outType != DType::F64 && spec.compute == DType::F32;
  if (spec.outType != spec.compute && !isRounded)
    return internalError("[contraction] the output cannot be rounded from the compute type");
  LZ_RETURN_IF_ERROR(checkOperand("lhs", spec.lhs, spec.compute, spec.batch, spec.m, spec.k));
  LZ_RETURN_IF_ERROR(checkOperand("rhs", spec.rhs, spec.compute, spec.batch, spec.n, spec.k));
  if (points(spec.outBatch) != spec.batch || points(spec.outM) != spec.m ||
      points(spec.outN) != spec.n)
    return internalError("[contraction] the sizes of the output are not batch x m x n");
  return okStatus();
}

} // namespace lz::contraction

#include "exec/Contraction.h"

#include "exec/Blocking.h"
#include "exec/PackPoints.h"

#include <cstring>

namespace lz::exec {
namespace {

// k = 0: every sum is empty.
void fillZero(const ContractionSpec& spec, void* out) {
  int64_t size = int64_t(byteSize(spec.outType));
  for (int64_t b = 0; b < spec.batch; ++b)
    for (int64_t i = 0; i < spec.m; ++i)
      for (int64_t j = 0; j < spec.n; ++j) {
        int64_t offset =
            offsetAt(spec.outBatch, b) + offsetAt(spec.outM, i) + offsetAt(spec.outN, j);
        std::memset(static_cast<std::byte*>(out) + offset * size, 0, size_t(size));
      }
}

int64_t points(const Axis& axis) {
  int64_t product = 1;
  for (const AxisPart& part : axis)
    product *= part.extent;
  return product;
}

Status checkOperand(const char* name, const OperandSpec& operand, DType compute, int64_t batch,
                    int64_t rows, int64_t k) {
  bool fits = compute == DType::F64 ? operand.dtype == DType::F64
                                    : isFloat(operand.dtype) && operand.dtype != DType::F64;
  if (!fits)
    return internalError("[contraction] ", name, " cannot be computed in another type");
  int64_t numRows = points(operand.rows), numK = points(operand.k);
  for (const WindowAxis& axis : operand.window) {
    numRows *= axis.outExtent;
    numK *= axis.tapExtent;
    if (axis.outStride < 1 || axis.tapStride < 1 || axis.baseDilation < 1)
      return internalError("[contraction] a window step of ", name, " is not positive");
  }
  if (points(operand.batch) != batch || numRows != rows || numK != k)
    return internalError("[contraction] the axes of ", name, " make ", points(operand.batch), " x ",
                         numRows, " x ", numK, ", not ", batch, " x ", rows, " x ", k);
  return okStatus();
}

} // namespace

Status checkContraction(const ContractionSpec& spec) {
  if (spec.compute != DType::F32 && spec.compute != DType::F64)
    return internalError("[contraction] the compute type is neither f32 nor f64");
  if (!isFloat(spec.outType) || (spec.outType == DType::F64) != (spec.compute == DType::F64))
    return internalError("[contraction] the output cannot be rounded from the compute type");
  if (!spec.kernel || spec.mr < 1 || spec.nr < 1)
    return internalError("[contraction] there is no micro-kernel");
  LZ_RETURN_IF_ERROR(checkOperand("lhs", spec.lhs, spec.compute, spec.batch, spec.m, spec.k));
  LZ_RETURN_IF_ERROR(checkOperand("rhs", spec.rhs, spec.compute, spec.batch, spec.n, spec.k));
  if (points(spec.outBatch) != spec.batch || points(spec.outM) != spec.m ||
      points(spec.outN) != spec.n)
    return internalError("[contraction] the axes of the output do not make batch x m x n");
  return okStatus();
}

void runContraction(const ContractionSpec& spec, const void* lhs, const void* rhs, void* out,
                    void* scratch, int64_t scratchBytes, ThreadPool& pool) {
  if (spec.batch == 0 || spec.m == 0 || spec.n == 0)
    return;
  if (spec.k == 0) {
    fillZero(spec, out);
    return;
  }
  ContractionData data{lhs, rhs, out, static_cast<std::byte*>(scratch), scratchBytes};
  if (isSmall(spec))
    runSmall(spec, data, pool);
  else
    runPacked(spec, data, pool);
}

} // namespace lz::exec

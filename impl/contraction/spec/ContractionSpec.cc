#include "contraction/spec/ContractionSpec.h"

#include "base/Integers.h"
#include "contraction/plan/Blocking.h"
#include "contraction/run/PackPoints.h"

#include <cstring>
#include <utility>

namespace lz::contraction {
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
  if (operand.joinsPairs)
    numK = ceilDiv(numK, 2);
  if (points(operand.batch) != batch || numRows != rows || numK != k)
    return internalError("[contraction] the axes of ", name, " make ", points(operand.batch), " x ",
                         numRows, " x ", numK, ", not ", batch, " x ", rows, " x ", k);
  return okStatus();
}

// Whether the parts lie one inside the other, the last one with this stride, which becomes that of
// what is outside.
bool isNested(const Axis& axis, int64_t& stride) {
  for (size_t i = axis.size(); i-- > 0;) {
    if (axis[i].extent != 1 && axis[i].stride != stride)
      return false;
    stride *= axis[i].extent;
  }
  return true;
}

} // namespace

bool hasDenseRows(const ContractionSpec& spec) {
  int64_t stride = 1;
  const Axis &rows = spec.isSwapped ? spec.outN : spec.outM,
             &columns = spec.isSwapped ? spec.outM : spec.outN;
  return isNested(columns, stride) && isNested(rows, stride) && isNested(spec.outBatch, stride);
}

bool hasDenseRows(const OperandSpec& operand) {
  int64_t stride = 1;
  return operand.window.empty() && !operand.joinsPairs && isNested(operand.k, stride) &&
         isNested(operand.rows, stride) && isNested(operand.batch, stride);
}

const void* makeRows(const ContractionSpec& spec, const ContractionData& data, int64_t row,
                     int64_t count, std::byte* ownRows) {
  const OperandSpec& own = (privateOperand(spec) == 1) != spec.isSwapped ? spec.rhs : spec.lhs;
  int64_t rowBytes = spec.k * int64_t(byteSize(own.dtype));
  void* address = addressOfRows(ownRows, row * rowBytes);
  (*data.rows->make)(row, row + count, address);
  return address;
}

void finishRows(const ContractionData& data, int64_t row, int64_t end, ThreadPool& pool) {
  if (!data.rows)
    return;
  pool.parallelFor(end - row, data.rows->nsPerRow, [&](int64_t lo, int64_t hi, int) {
    data.rows->finish(row + lo, row + hi, data.out);
  });
}

Status checkContraction(const ContractionSpec& spec) {
  if (spec.compute != DType::F32 && spec.compute != DType::F64)
    return internalError("[contraction] the compute type is neither f32 nor f64");
  if (!isFloat(spec.outType) || (spec.outType == DType::F64) != (spec.compute == DType::F64))
    return internalError("[contraction] the output cannot be rounded from the compute type");
  if (!spec.kernels || spec.mr < 1 || spec.mr > spec.kernels->mostRows ||
      spec.nr != spec.kernels->columns)
    return internalError("[contraction] there is no micro-kernel of ", spec.mr, " x ", spec.nr);
  LZ_RETURN_IF_ERROR(checkOperand("lhs", spec.lhs, spec.compute, spec.batch, spec.m, spec.k));
  LZ_RETURN_IF_ERROR(checkOperand("rhs", spec.rhs, spec.compute, spec.batch, spec.n, spec.k));
  if (points(spec.outBatch) != spec.batch || points(spec.outM) != spec.m ||
      points(spec.outN) != spec.n)
    return internalError("[contraction] the axes of the output do not make batch x m x n");
  if (spec.outByRows && !canKeepRows(spec))
    return internalError("[contraction] rows of the output cannot be completed one by one");
  if (spec.adds && !canAdd(spec))
    return internalError("[contraction] nothing can be added to this output");
  if (spec.ownByRows && !canMakeRows(spec))
    return internalError("[contraction] rows of the operand cannot be made one by one");
  return okStatus();
}

void runContraction(const ContractionSpec& spec, const void* lhs, const void* rhs, void* out,
                    void* scratch, int64_t scratchBytes, ThreadPool& pool, const RowWork* rows) {
  if (spec.batch == 0 || spec.m == 0 || spec.n == 0)
    return;
  if (spec.isSwapped)
    std::swap(lhs, rhs);
  ContractionData data{lhs, rhs, out, static_cast<std::byte*>(scratch), scratchBytes, rows};
  if (spec.k == 0) {
    fillZero(spec, out);
    finishRows(data, 0, spec.batch * spec.outRows(), pool);
    return;
  }
  if (isSmall(spec))
    runSmall(spec, data, pool);
  else if (isThin(spec))
    runThin(spec, data, pool);
  else if (isAlongPixels(spec))
    runPixels(spec, data, pool);
  else
    runPacked(spec, data, pool);
}

} // namespace lz::contraction

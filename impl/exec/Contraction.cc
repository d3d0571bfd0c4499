#include "exec/Contraction.h"

#include "exec/Blocking.h"
#include "exec/Packing.h"

#include <algorithm>
#include <cstring>

namespace lz::exec {
namespace {

// Flops a nanosecond that one thread reaches, for the grain of the pool only.
constexpr double kFlopsPerNs = 40;

// One task on one thread. T is the compute type.
template <typename T> class TaskRunner {
public:
  TaskRunner(const ContractionSpec& spec, const ContractionData& data, const Blocking& blocking,
             const ThreadScratch& scratch)
      : spec_(spec), data_(data), blocking_(blocking), scratch_(scratch) {}

  void run(int64_t batch, int64_t m0, int64_t rows, int64_t n0, int64_t columns) {
    lhs_ = operandAt(spec_.lhs, data_.lhs, batch);
    rhs_ = operandAt(spec_.rhs, data_.rhs, batch);
    outBatch_ = offsetAt(spec_.outBatch, batch);
    columns_ = columns;
    offsetsOf(spec_.outN, n0, columns, scratch_.nOffsets);
    for (int64_t k0 = 0; k0 < spec_.k; k0 += blocking_.kc) {
      k0_ = k0;
      kc_ = std::min(blocking_.kc, spec_.k - k0);
      packBlock(spec_.rhs,
                {rhs_, n0, columns, k0, kc_, spec_.nr, spec_.compute, scratch_.packNumbers},
                scratch_.b);
      for (int64_t m = m0; m < m0 + rows; m += blocking_.mc)
        runBlock(m, std::min(blocking_.mc, m0 + rows - m));
    }
    if (blocking_.converted)
      convertBlock(rows);
  }

private:
  static const void* operandAt(const OperandSpec& operand, const void* base, int64_t batch) {
    int64_t offset = offsetAt(operand.batch, batch) * int64_t(byteSize(operand.dtype));
    return static_cast<const std::byte*>(base) + offset;
  }

  void runBlock(int64_t m, int64_t rows) {
    packBlock(spec_.lhs, {lhs_, m, rows, k0_, kc_, spec_.mr, spec_.compute, scratch_.packNumbers},
              scratch_.a);
    offsetsOf(spec_.outM, m, rows, scratch_.mOffsets);
    for (int64_t j = 0; j < columns_; j += spec_.nr) {
      bool dense = j + spec_.nr <= columns_ && isEven(scratch_.nOffsets + j, spec_.nr, 1);
      for (int64_t i = 0; i < rows; i += spec_.mr)
        runTile(i, std::min<int64_t>(spec_.mr, rows - i), j, dense);
    }
  }

  // Whether the offsets advance by `step`.
  static bool isEven(const int64_t* offsets, int64_t count, int64_t step) {
    for (int64_t i = 1; i < count; ++i)
      if (offsets[i] - offsets[i - 1] != step)
        return false;
    return true;
  }

  void runTile(int64_t i, int64_t rows, int64_t j, bool dense) {
    const std::byte* a = scratch_.a + i * kc_ * int64_t(sizeof(T));
    const std::byte* b = scratch_.b + j * kc_ * int64_t(sizeof(T));
    int64_t accumulate = k0_ > 0;
    if (blocking_.converted) {
      T* c = reinterpret_cast<T*>(scratch_.c) + i * blocking_.nc + j;
      spec_.kernel(a, b, c, kc_, blocking_.nc, accumulate);
      return;
    }
    const int64_t* mOffsets = scratch_.mOffsets + i;
    const int64_t* nOffsets = scratch_.nOffsets + j;
    T* out = static_cast<T*>(data_.out) + outBatch_;
    int64_t ldc = rows > 1 ? mOffsets[1] - mOffsets[0] : 0;
    if (dense && rows == spec_.mr && isEven(mOffsets, rows, ldc)) {
      spec_.kernel(a, b, out + mOffsets[0] + nOffsets[0], kc_, ldc, accumulate);
      return;
    }
    // Edges and scattered outputs go through a tile of their own, element by element.
    T* tile = reinterpret_cast<T*>(scratch_.tile);
    int64_t columns = std::min<int64_t>(spec_.nr, columns_ - j);
    for (int64_t r = 0; r < rows && accumulate; ++r)
      for (int64_t c = 0; c < columns; ++c)
        tile[r * spec_.nr + c] = out[mOffsets[r] + nOffsets[c]];
    spec_.kernel(a, b, tile, kc_, spec_.nr, accumulate);
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < columns; ++c)
        out[mOffsets[r] + nOffsets[c]] = tile[r * spec_.nr + c];
  }

  // A converted task is one block of rows, whose output offsets are still in scratch.
  void convertBlock(int64_t rows) {
    const T* block = reinterpret_cast<const T*>(scratch_.c);
    visitDType(spec_.outType, [&](auto zero) {
      using Out = decltype(zero);
      Out* out = static_cast<Out*>(data_.out) + outBatch_;
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns_; ++j)
          out[scratch_.mOffsets[i] + scratch_.nOffsets[j]] = Out(block[i * blocking_.nc + j]);
    });
  }

  const ContractionSpec& spec_;
  const ContractionData& data_;
  const Blocking& blocking_;
  const ThreadScratch& scratch_;
  const void *lhs_ = nullptr, *rhs_ = nullptr;
  int64_t outBatch_ = 0, columns_ = 0, k0_ = 0, kc_ = 0;
};

template <typename T>
void runPacked(const ContractionSpec& spec, const ContractionData& data, ThreadPool& pool) {
  Blocking blocking = blockingOf(spec);
  ScratchLayout layout = scratchLayoutOf(spec, blocking);
  Tasks tasks = tasksOf(spec, blocking, std::min(pool.threads(), data.workers));
  double flops = 2.0 * double(tasks.taskM) * double(tasks.taskN) * double(spec.k);
  auto runTasks = [&](int64_t lo, int64_t hi, int worker) {
    ThreadScratch scratch(layout, data.scratch, worker);
    TaskRunner<T> runner(spec, data, blocking, scratch);
    for (int64_t task = lo; task < hi; ++task) {
      int64_t n0 = task % tasks.alongN * tasks.taskN;
      int64_t m0 = task / tasks.alongN % tasks.alongM * tasks.taskM;
      runner.run(task / tasks.alongN / tasks.alongM, m0, std::min(tasks.taskM, spec.m - m0), n0,
                 std::min(tasks.taskN, spec.n - n0));
    }
  };
  pool.parallelFor(tasks.count, flops / kFlopsPerNs, runTasks, data.workers);
}

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
  int64_t workers = std::max<int64_t>(1, scratchBytes / spec.scratchBytes(1));
  ContractionData data{lhs, rhs, out, scratch, int(std::min<int64_t>(workers, 1 << 20))};
  if (isSmall(spec))
    runSmall(spec, data, pool);
  else if (spec.compute == DType::F64)
    runPacked<double>(spec, data, pool);
  else
    runPacked<float>(spec, data, pool);
}

} // namespace lz::exec

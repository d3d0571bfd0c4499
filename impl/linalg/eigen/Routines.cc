#include "linalg/eigen/Routines.h"

#include "linalg/MatrixShape.h"
#include "linalg/eigen/Eigen.h"
#include "linalg/eigen/Runs.h"

#include <new>

namespace lz::linalg {
namespace {

const DenseRoutine kRoutines[] = {
    // name, matrix, ns, isCubic, copies, isWide
    {"gees", 0, 14, true, 2.2, false, kGees},    {"geev", 0, 16, true, 5.5, false, kGeev},
    {"gehrd", 0, 0.6, true, 1.2, false, kGehrd}, {"geqp3", 0, 0.4, true, 1, false, kGeqp3},
    {"gesdd", 0, 4, true, 3.6, false, kGesdd},   {"gtsv", 3, 5, false, 1, false, kGtsv},
    {"ormqr", 2, 0.6, true, 1.5, false, kOrmqr}, {"syevd", 0, 2, true, 1.2, true, kSyevd},
    {"sytrd", 0, 0.3, true, 1.2, false, kSytrd},
};

// Sizes of blocks follow from the caches, and sums from these: they are the same everywhere.
void fixBlocks() {
  static const bool isFixed = [] {
    Eigen::setCpuCacheSizes(32 << 10, 512 << 10, 2 << 20);
    return true;
  }();
  (void)isFixed;
}

size_t typeIndex(DType dtype) {
  return dtype == DType::F32 ? 0 : dtype == DType::F64 ? 1 : dtype == DType::C64 ? 2 : 3;
}

} // namespace

const DenseRoutine* findDense(std::string_view name) {
  for (const DenseRoutine& routine : kRoutines)
    if (routine.name == name)
      return &routine;
  return nullptr;
}

DenseNeeds needsOf(const DenseRoutine& routine, absl::Span<const TensorType> operands,
                   absl::Span<const TensorType> results) {
  const TensorType& matrix = operands[routine.matrix];
  const int64_t rows = rowsOf(matrix), columns = columnsOf(matrix), count = numMatrices(matrix);
  if (count == 0)
    return {0, 0, 0};
  double bytes = 0;
  for (absl::Span<const TensorType> types : {operands, results})
    for (const TensorType& type : types)
      bytes += double(type.numBytes()) / double(count);
  const bool isWidened = routine.isWide && partType(matrix.dtype) == DType::F32;
  const int64_t size = byteSize(matrix.dtype) * (isWidened ? 2 : 1),
                longer = std::max(rows, columns);
  const double steps =
      double(rows) * double(columns) * double(routine.isCubic ? std::min(rows, columns) : 1);
  return {count, routine.ns * steps * double(size) / 8,
          int64_t(routine.copies * bytes * (isWidened ? 2 : 1)) + longer * size * 200 + (8 << 10)};
}

bool runDense(const DenseRoutine& routine, int64_t index, const DenseCall& tensors,
              absl::Span<std::byte> scratch) {
  fixBlocks();
  const int64_t count = numMatrices(tensors.operandTypes[routine.matrix]);
  std::array<std::byte*, 6> operands{}, results{};
  for (size_t i = 0; i < tensors.operandTypes.size(); ++i)
    operands[i] = const_cast<std::byte*>(tensors.operands[i]) +
                  tensors.operandTypes[i].numBytes() / count * index;
  for (size_t i = 0; i < tensors.resultTypes.size(); ++i)
    results[i] = tensors.results[i] + tensors.resultTypes[i].numBytes() / count * index;
  const DenseCall one{tensors.operandTypes, tensors.resultTypes, operands.data(), results.data(),
                      tensors.option};
  const DType dtype = tensors.operandTypes[routine.matrix].dtype;
  EigenMemory memory(scratch.data(), int64_t(scratch.size()));
  try {
    routine.run[typeIndex(dtype)](one);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

} // namespace lz::linalg

#include "linalg/lapack/Routines.h"

#include "linalg/MatrixShape.h"
#include "linalg/blas/Blas.h"
#include "linalg/lapack/Runs.h"

#include <algorithm>

namespace lz::linalg {
namespace {

const LapackRoutine kRoutines[] = {
    // name, ranks of operands, of results, of complex ones, matrix, ns, isCubic
    {"gees", "2", "221100", "22100", 0, 2, true, kGeesRuns},
    {"geev", "2", "11220", "1220", 0, 2.5, true, kGeevRuns},
    {"gehrd", "2", "210", "210", 0, 0.2, true, kGehrdRuns},
    {"geqp3", "21", "211", "211", 0, 0.4, true, kGeqp3Runs},
    {"gesdd", "2", "21220", "21220", 0, 0.5, true, kGesddRuns},
    {"gtsv", "1112", "11120", "11120", 3, 5, false, kGtsvRuns},
    {"ormqr", "212", "2", "2", 2, 0.1, true, kOrmqrRuns},
    {"syevd", "2", "210", "210", 0, 0.3, true, kSyevdRuns},
    {"sytrd", "2", "21110", "21110", 0, 0.15, true, kSytrdRuns},
};

const LapackFunctions& functionsOf(const LapackRoutine& routine, const LapackTypes& types) {
  const DType dtype = types.operands[routine.matrix].dtype;
  return routine.functions[dtype == DType::F32   ? 0
                           : dtype == DType::F64 ? 1
                           : dtype == DType::C64 ? 2
                                                 : 3];
}

// Its vectors and matrices are of one matrix's sides, and blocks of the routines up to 64 columns.
// What is not cubic, gtsv, calls no BLAS: of its million rows there need be no vectors.
int64_t blasSize(const LapackRoutine& routine, const LapackTypes& types) {
  int64_t size = 64;
  if (!routine.isCubic)
    return size;
  for (absl::Span<const TensorType> tensors : {types.operands, types.results})
    for (const TensorType& type : tensors)
      if (type.rank() >= 2)
        size = std::max({size, rowsOf(type), columnsOf(type)});
  return size;
}

bool hasRanks(std::string_view ranks, const Dims& batch, absl::Span<const TensorType> types) {
  if (types.size() != ranks.size())
    return false;
  for (size_t i = 0; i < types.size(); ++i) {
    const Dims& dims = types[i].dims;
    if (dims.size() != batch.size() + size_t(ranks[i] - '0') ||
        !std::equal(batch.begin(), batch.end(), dims.begin()))
      return false;
  }
  return true;
}

} // namespace

const LapackRoutine* findLapack(std::string_view name) {
  for (const LapackRoutine& routine : kRoutines)
    if (routine.name == name)
      return &routine;
  return nullptr;
}

bool hasRanks(const LapackRoutine& routine, absl::Span<const TensorType> operands,
              absl::Span<const TensorType> results) {
  if (operands.size() != routine.operands.size() || operands[routine.matrix].rank() < 2)
    return false;
  const TensorType& matrix = operands[routine.matrix];
  const Dims batch(matrix.dims.begin(), matrix.dims.end() - 2);
  return hasRanks(routine.operands, batch, operands) &&
         hasRanks(isComplex(matrix.dtype) ? routine.complexResults : routine.results, batch,
                  results);
}

StatusOr<LapackNeeds> needsOf(const LapackRoutine& routine, const LapackTypes& types,
                              const MicroKernels& kernels, int workers) {
  // Lengths of workspaces are up to four times the square of a shorter side, or some columns of a
  // longer one, and are 32-bit integers.
  constexpr int64_t kMostSide = 20'000, kMostLonger = int64_t(1) << 24;
  const TensorType& matrix = types.operands[routine.matrix];
  const int64_t rows = rowsOf(matrix), columns = columnsOf(matrix), count = numMatrices(matrix),
                shorter = std::min(rows, columns);
  const bool isTooWide = routine.isCubic && shorter > kMostSide;
  if (isTooWide || std::max(rows, columns) > kMostLonger)
    return unimplemented("[", std::string(routine.name), "] of ", matrix.str(), ": the ",
                         isTooWide ? "shorter" : "longer", " side of a matrix may have ",
                         isTooWide ? kMostSide : kMostLonger,
                         " numbers, as many as LAPACK's integers say; divide it");
  if (count == 0)
    return LapackNeeds{};
  const LapackFunctions& functions = functionsOf(routine, types);
  const WorkLengths lengths = functions.ask(types);
  const int64_t bytes = functions.bytes(types, lengths), size = blasSize(routine, types);
  auto withBlas = [&](int threads) {
    return bytes + blasScratch(kernels, threads, size, byteSize(matrix.dtype),
                               isComplex(matrix.dtype) ? 2 : 1);
  };
  // Of a small matrix most time goes into calls.
  constexpr double kNsOfCalls = 20;
  const double numbers = double(rows) * double(columns),
               steps = numbers * double(routine.isCubic ? shorter : 1);
  return LapackNeeds{count,
                     routine.ns * steps * double(byteSize(matrix.dtype)) / 8 + kNsOfCalls * numbers,
                     lengths, withBlas(1), withBlas(workers)};
}

bool runLapack(const LapackRoutine& routine, const LapackTypes& types, const LapackData& tensors,
               int64_t index, const LapackNeeds& needs, const Machine& machine,
               std::byte* scratch) {
  std::array<const std::byte*, kMostLapackTensors> operands{};
  std::array<std::byte*, kMostLapackTensors> results{};
  for (size_t i = 0; i < types.operands.size(); ++i)
    operands[i] = tensors.operands[i] + types.operands[i].numBytes() / needs.count * index;
  for (size_t i = 0; i < types.results.size(); ++i)
    results[i] = tensors.results[i] + types.results[i].numBytes() / needs.count * index;
  const int64_t size = blasSize(routine, types);
  const DType dtype = types.operands[routine.matrix].dtype;
  const int64_t forBlas = blasScratch(machine.kernels, machine.workers, size, byteSize(dtype),
                                      isComplex(dtype) ? 2 : 1);
  BlasScope scope(machine, size, scratch);
  functionsOf(routine, types)
      .run(types, {operands.data(), results.data()}, needs.lengths, Scratch(scratch + forBlas));
  return !scope.isRefused();
}

} // namespace lz::linalg

#include "linalg/lapack/Routines.h"

#include "linalg/MatrixShape.h"
#include "linalg/blas/Blas.h"
#include "linalg/lanes/Factors.h"
#include "linalg/lapack/Runs.h"

#include <algorithm>

namespace lz::linalg {
namespace {

const LapackRoutine kRoutines[] = {
    // function, matrix, costs, isCubic, runs
    {LapackFunction::Gees, 0, &LapackCosts::gees, true, kGeesRuns},
    {LapackFunction::Geev, 0, &LapackCosts::geev, true, kGeevRuns},
    {LapackFunction::Gehrd, 0, &LapackCosts::gehrd, true, kGehrdRuns},
    {LapackFunction::Geqp3, 0, &LapackCosts::geqp3, true, kGeqp3Runs},
    {LapackFunction::Gesdd, 0, &LapackCosts::gesdd, true, kGesddRuns},
    {LapackFunction::Gtsv, 3, &LapackCosts::gtsv, false, kGtsvRuns},
    {LapackFunction::Ormqr, 2, &LapackCosts::ormqr, true, kOrmqrRuns},
    {LapackFunction::Syevd, 0, &LapackCosts::syevd, true, kSyevdRuns},
    {LapackFunction::Sytrd, 0, &LapackCosts::sytrd, true, kSytrdRuns},
};

const LapackRun& runOf(const LapackRoutine& routine, const LapackTypes& types) {
  const DType dtype = types.operands[routine.matrix].dtype;
  return routine.runs[dtype == DType::F32   ? 0
                      : dtype == DType::F64 ? 1
                      : dtype == DType::C64 ? 2
                                            : 3];
}

// Returns the size for a BlasScope. BLAS works on vectors and matrices whose sides are those of the
// call's matrices, and on blocks of up to 64 columns. gtsv calls no BLAS, so its matrices need no
// scratch for vectors. These matrices can have a million rows, because the time of gtsv is not
// cubic.
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

// The addresses of matrix `index` in all tensors.
struct DataFrom {
  std::array<const std::byte*, kMostLapackTensors> operands{};
  std::array<std::byte*, kMostLapackTensors> results{};

  DataFrom(const LapackTypes& types, const LapackData& tensors, int64_t matrices, int64_t index) {
    for (size_t i = 0; i < types.operands.size(); ++i)
      operands[i] = tensors.operands[i] + types.operands[i].numBytes() / matrices * index;
    for (size_t i = 0; i < types.results.size(); ++i)
      results[i] = tensors.results[i] + types.results[i].numBytes() / matrices * index;
  }
  LapackData data() const { return {operands.data(), results.data()}; }
};

// Returns the predicted time that LAPACK's routine takes for one matrix.
double nsOfRoutine(const LapackRoutine& routine, const LapackCosts& all, const TensorType& matrix) {
  const RoutineCosts& costs = all.*routine.costs;
  const double numbers = double(rowsOf(matrix)) * double(columnsOf(matrix)),
               shorter = double(std::min(rowsOf(matrix), columnsOf(matrix))),
               products = numbers * (routine.isCubic ? shorter : 1);
  return costs.product * products * double(byteSize(matrix.dtype)) / 8 + costs.calls * numbers;
}

Status statusOf(const Refusal& refusal, const LapackRoutine& routine, const LapackTypes& types) {
  if (refusal.argument == 0)
    return okStatus();
  std::string operands;
  for (const TensorType& type : types.operands)
    operands += (operands.empty() ? "" : ", ") + type.str();
  return internalError("[", std::string(lapackName(routine.function)), "] of ", operands,
                       ": LAPACK's ", std::string(refusal.routine()), " refuses argument ",
                       refusal.argument);
}

} // namespace

const LapackRoutine* findLapack(LapackFunction function) {
  for (const LapackRoutine& routine : kRoutines)
    if (routine.function == function)
      return &routine;
  return nullptr;
}

StatusOr<LapackNeeds> needsOf(const LapackRoutine& routine, const LapackTypes& types,
                              const KernelTable& kernels, MachineClass cpu, int workers) {
  // The length of a workspace is a 32-bit integer. It is up to four times the square of the shorter
  // side, or a few times the longer side.
  constexpr int64_t kMostSide = 20'000, kMostLonger = int64_t(1) << 24;
  const TensorType& matrix = types.operands[routine.matrix];
  const int64_t rows = rowsOf(matrix), columns = columnsOf(matrix), count = numMatrices(matrix),
                shorter = std::min(rows, columns);
  const bool isTooWide = routine.isCubic && shorter > kMostSide;
  if (isTooWide || std::max(rows, columns) > kMostLonger)
    return unimplemented("[", std::string(lapackName(routine.function)), "] of ", matrix.str(),
                         ": the ", isTooWide ? "shorter" : "longer",
                         " side of a matrix can be at most ", isTooWide ? kMostSide : kMostLonger,
                         ", the limit of LAPACK's integers; split the matrix");
  if (count == 0)
    return LapackNeeds{};
  const LapackRun& run = runOf(routine, types);
  const LapackCosts& costs = libraryCosts(cpu).lapack;
  const double numbers = double(rows) * double(columns), ns = nsOfRoutine(routine, costs, matrix);
  WorkLengths lengths = run.ask(types);
  const double nsOfSteps = run.nsOfSteps ? run.nsOfSteps(types, costs) : ns;
  lengths.isOfSteps = nsOfSteps < ns;
  const int64_t bytes = run.bytes(types, lengths), size = blasSize(routine, types);
  auto withBlas = [&](int threads) {
    return bytes + blasScratch(kernels, threads, size, byteSize(matrix.dtype),
                               isComplex(matrix.dtype) ? 2 : 1);
  };
  std::optional<LaneNeeds> group;
  if (run.inLanes && numbers > 0)
    group = run.inLanes->needs(types, cpu);
  const MatrixNeeds one{costs.call + std::min(ns, nsOfSteps), withBlas(1), withBlas(workers)};
  return LapackNeeds{planBatch(count, one, lanesOf(cpu, byteSize(matrix.dtype)), group), lengths};
}

Status runLapack(const LapackRoutine& routine, const LapackTypes& types, const LapackData& tensors,
                 int64_t index, const BatchPlan& batch, const WorkLengths& lengths,
                 const Machine& machine, std::byte* scratch) {
  const int64_t first = index * batch.together();
  const DataFrom from(types, tensors, batch.matrices, first);
  if (batch.isInLanes) {
    runOf(routine, types)
        .inLanes->run(types, from.data(), std::min(batch.together(), batch.matrices - first),
                      machine.cpu, scratch);
    return okStatus();
  }
  const int64_t size = blasSize(routine, types);
  const DType dtype = types.operands[routine.matrix].dtype;
  const int64_t forBlas = blasScratch(machine.kernels, machine.workers, size, byteSize(dtype),
                                      isComplex(dtype) ? 2 : 1);
  BlasScope scope(machine, size, scratch);
  const bool hasEnded = scope.run(
      [&] { runOf(routine, types).run(types, from.data(), lengths, Scratch(scratch + forBlas)); });
  return hasEnded ? statusOf(scope.refusal(), routine, types) : okStatus();
}

} // namespace lz::linalg

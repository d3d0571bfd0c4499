#include "linalg/lapack/Routines.h"

#include "linalg/MatrixShape.h"
#include "linalg/blas/Blas.h"
#include "linalg/lanes/Factors.h"
#include "linalg/lapack/Runs.h"

#include <algorithm>

namespace lz::linalg {
namespace {

const LapackRoutine kRoutines[] = {
    // function, matrix, ns, nsOfCalls, isCubic
    {LapackFunction::Gees, 0, 2, 100, true, kGeesRuns},
    {LapackFunction::Geev, 0, 2.5, 140, true, kGeevRuns},
    {LapackFunction::Gehrd, 0, 0.2, 20, true, kGehrdRuns},
    {LapackFunction::Geqp3, 0, 0.4, 20, true, kGeqp3Runs},
    {LapackFunction::Gesdd, 0, 0.5, 80, true, kGesddRuns},
    {LapackFunction::Gtsv, 3, 5, 20, false, kGtsvRuns},
    {LapackFunction::Ormqr, 2, 0.1, 20, true, kOrmqrRuns},
    {LapackFunction::Syevd, 0, 0.3, 50, true, kSyevdRuns},
    {LapackFunction::Sytrd, 0, 0.15, 20, true, kSytrdRuns},
};

const LapackRun& runOf(const LapackRoutine& routine, const LapackTypes& types) {
  const DType dtype = types.operands[routine.matrix].dtype;
  return routine.runs[dtype == DType::F32   ? 0
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

// The tensors from matrix `index` on.
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
  // Lengths of workspaces are up to four times the square of a shorter side, or some columns of a
  // longer one, and are 32-bit integers.
  constexpr int64_t kMostSide = 20'000, kMostLonger = int64_t(1) << 24;
  const TensorType& matrix = types.operands[routine.matrix];
  const int64_t rows = rowsOf(matrix), columns = columnsOf(matrix), count = numMatrices(matrix),
                shorter = std::min(rows, columns);
  const bool isTooWide = routine.isCubic && shorter > kMostSide;
  if (isTooWide || std::max(rows, columns) > kMostLonger)
    return unimplemented("[", std::string(lapackName(routine.function)), "] of ", matrix.str(),
                         ": the ", isTooWide ? "shorter" : "longer", " side of a matrix may have ",
                         isTooWide ? kMostSide : kMostLonger,
                         " numbers, as many as LAPACK's integers say; divide it");
  if (count == 0)
    return LapackNeeds{};
  const LapackRun& run = runOf(routine, types);
  const double numbers = double(rows) * double(columns),
               steps = numbers * double(routine.isCubic ? shorter : 1),
               ns = routine.ns * steps * double(byteSize(matrix.dtype)) / 8 +
                    routine.nsOfCalls * numbers;
  if (run.inLanes && numbers > 0) {
    const int64_t lanes = vectorBytes(cpu) / byteSize(matrix.dtype);
    const double nsOfGroup = run.inLanes->ns(types, cpu);
    if (nsOfGroup * double(ceilDiv(count, lanes)) < ns * double(count)) {
      const int64_t bytes = run.inLanes->bytes(types, cpu);
      return LapackNeeds{count, lanes, run.inLanes, nsOfGroup, {}, bytes, bytes};
    }
  }
  WorkLengths lengths = run.ask(types);
  const double nsOfSteps = run.nsOfSteps ? run.nsOfSteps(types) : ns;
  lengths.isOfSteps = nsOfSteps < ns;
  const int64_t bytes = run.bytes(types, lengths), size = blasSize(routine, types);
  auto withBlas = [&](int threads) {
    return bytes + blasScratch(kernels, threads, size, byteSize(matrix.dtype),
                               isComplex(matrix.dtype) ? 2 : 1);
  };
  return LapackNeeds{count,   1,           nullptr,          std::min(ns, nsOfSteps),
                     lengths, withBlas(1), withBlas(workers)};
}

Status runLapack(const LapackRoutine& routine, const LapackTypes& types, const LapackData& tensors,
                 int64_t index, const LapackNeeds& needs, const Machine& machine,
                 std::byte* scratch) {
  const int64_t first = index * needs.ofGroup;
  const DataFrom from(types, tensors, needs.matrices, first);
  if (needs.inLanes) {
    needs.inLanes->run(types, from.data(), std::min(needs.ofGroup, needs.matrices - first),
                       machine.cpu, scratch);
    return okStatus();
  }
  const int64_t size = blasSize(routine, types);
  const DType dtype = types.operands[routine.matrix].dtype;
  const int64_t forBlas = blasScratch(machine.kernels, machine.workers, size, byteSize(dtype),
                                      isComplex(dtype) ? 2 : 1);
  BlasScope scope(machine, size, scratch);
  const bool hasEnded = scope.run([&] {
    runOf(routine, types).run(types, from.data(), needs.lengths, Scratch(scratch + forBlas));
  });
  return hasEnded ? statusOf(scope.refusal(), routine, types) : okStatus();
}

} // namespace lz::linalg

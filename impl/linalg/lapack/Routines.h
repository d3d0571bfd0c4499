// Routines of LAPACK, as liblapack.a has them, of matrices in tensors. They call BLAS of
// linalg/blas, and have no state of their own: any number of threads run them at a time. Small
// matrices of a batch go to linalg/spectra where that takes less time (linalg/lanes/BatchPlan.h).
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "base/Status.h"
#include "linalg/lanes/BatchPlan.h"
#include "linalg/spec/LapackTable.h"

#include <array>

namespace lz::linalg {

// A batch of matrices, in tensors that are row-major.
struct LapackTypes {
  absl::Span<const TensorType> operands, results; // with the batch
  LapackOptions option;
};
inline constexpr size_t kMostLapackTensors = 6; // operands, and results
struct LapackData {
  const std::byte* const* operands;
  std::byte* const* results;
};

// What a routine asks for besides its matrices, in numbers of the element type, of its real type,
// and of int: the same for all matrices of a call.
struct WorkLengths {
  int64_t numbers = 0, reals = 0, integers = 0;
  bool isOfSteps = false; // steps of ours take less time than the routine (SmallSchur.h)
};

// A routine that computes a group of matrices at a time, as many as a vector of the class has
// lanes.
struct LapackInLanes {
  LaneNeeds (*needs)(const LapackTypes& types, MachineClass cpu); // of a group
  // The data are those of the first of `count` matrices.
  void (*run)(const LapackTypes& types, const LapackData& data, int64_t count, MachineClass cpu,
              std::byte* scratch);
};

// For one element type.
struct LapackRun {
  WorkLengths (*ask)(const LapackTypes& types);
  int64_t (*bytes)(const LapackTypes& types, const WorkLengths& lengths);
  void (*run)(const LapackTypes& types, const LapackData& data, const WorkLengths& lengths,
              Scratch scratch);
  // Where there are such ways: what steps of ours take for a matrix, and those in lanes.
  double (*nsOfSteps)(const LapackTypes& types, const LapackCosts& costs) = nullptr;
  const LapackInLanes* inLanes = nullptr;
};

struct LapackRoutine {
  LapackFunction function;
  size_t matrix; // the operand whose last two dimensions are those of a matrix
  RoutineCosts LapackCosts::* costs;
  bool isCubic; // its time grows with the numbers of a matrix times its shorter side
  const std::array<LapackRun, 4>& runs; // of f32, f64, c64, c128
};

// nullptr: LAPACK does not compute it.
const LapackRoutine* findLapack(LapackFunction function);

// What is worked out once for a call whose types and options fit (linalg/spec/LapackCheck.h): how
// its matrices are computed, and which memory that takes.
struct LapackNeeds {
  BatchPlan batch{};
  WorkLengths lengths{}; // of matrices that are computed one by one
};
// It is an error if matrices are larger than LAPACK's integers can say.
StatusOr<LapackNeeds> needsOf(const LapackRoutine& routine, const LapackTypes& types,
                              const KernelTable& kernels, MachineClass cpu, int workers);

// Computes group `index` of the batch in these tensors and fills all its results. The kernels of
// the machine are of real numbers. Routines that iterate give NaN and an info of 1 for a matrix
// with an infinity or NaN, and for one whose iteration does not end. A cancelled call leaves
// results as they are, or half written. An error: LAPACK refuses an argument, which is our fault.
Status runLapack(const LapackRoutine& routine, const LapackTypes& types, const LapackData& tensors,
                 int64_t index, const BatchPlan& batch, const WorkLengths& lengths,
                 const Machine& machine, std::byte* scratch);

} // namespace lz::linalg

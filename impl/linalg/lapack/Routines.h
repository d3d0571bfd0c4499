// Runs routines of liblapack.a on matrices in tensors. The routines call the BLAS of linalg/blas.
// They have no state, so any number of threads may run them at the same time. Batches of small
// matrices use linalg/spectra instead if that takes less time (linalg/lanes/BatchPlan.h).
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "base/Status.h"
#include "linalg/lanes/BatchPlan.h"
#include "linalg/spec/LapackTable.h"

#include <array>

namespace lz::linalg {

// The types of a call on a batch of matrices. All tensors are row-major.
struct LapackTypes {
  absl::Span<const TensorType> operands, results; // including the batch dimensions
  LapackOptions option;
};
// The largest number of operands, and of results, of a routine.
inline constexpr size_t kMostLapackTensors = 6;
struct LapackData {
  const std::byte* const* operands;
  std::byte* const* results;
};

// The lengths of the workspaces that a routine needs, in numbers of the element type, of its real
// type, and of int. They are the same for all matrices of a call.
struct WorkLengths {
  int64_t numbers = 0, reals = 0, integers = 0;
  bool isOfSteps = false; // Lazuli's own steps are faster than the routine (SmallSchur.h)
};

// The functions of an algorithm that computes a group of matrices at a time. A group has as many
// matrices as a vector of the class has lanes.
struct LapackInLanes {
  LaneNeeds (*needs)(const LapackTypes& types, MachineClass cpu); // of a group
  // `data` points to the first of `count` matrices.
  void (*run)(const LapackTypes& types, const LapackData& data, int64_t count, MachineClass cpu,
              std::byte* scratch);
};

// The functions of a routine for one element type.
struct LapackRun {
  WorkLengths (*ask)(const LapackTypes& types);
  int64_t (*bytes)(const LapackTypes& types, const WorkLengths& lengths);
  void (*run)(const LapackTypes& types, const LapackData& data, const WorkLengths& lengths,
              Scratch scratch);
  // The predicted time of Lazuli's own steps for a matrix, and the algorithm in lanes. nullptr if
  // they do not exist.
  double (*nsOfSteps)(const LapackTypes& types, const LapackCosts& costs) = nullptr;
  const LapackInLanes* inLanes = nullptr;
};

struct LapackRoutine {
  LapackFunction function;
  size_t matrix; // the operand whose last two dimensions are those of a matrix
  RoutineCosts LapackCosts::* costs;
  bool isCubic; // whether its time grows with the size of a matrix times its shorter side
  const std::array<LapackRun, 4>& runs; // of f32, f64, c64, c128
};

// Returns nullptr if no routine of LAPACK computes the function.
const LapackRoutine* findLapack(LapackFunction function);

// What is planned once for a call with valid types and options (linalg/spec/LapackCheck.h): how its
// matrices are computed, and the memory that this takes.
struct LapackNeeds {
  BatchPlan batch{};
  WorkLengths lengths{}; // for matrices that are computed one after the other
};
// Returns an error if matrices are too large for LAPACK's integers.
StatusOr<LapackNeeds> needsOf(const LapackRoutine& routine, const LapackTypes& types,
                              const KernelTable& kernels, MachineClass cpu, int workers);

// Computes group `index` of the batch in these tensors, and fills all results of the group.
// `machine` must have kernels of the real type. Routines that iterate return NaN and an info of 1
// for a matrix with an infinity or NaN, and for a matrix whose iteration does not converge. If the
// call is cancelled, results are unchanged or partly written. Returns an internal error if LAPACK
// refuses an argument.
Status runLapack(const LapackRoutine& routine, const LapackTypes& types, const LapackData& tensors,
                 int64_t index, const BatchPlan& batch, const WorkLengths& lengths,
                 const Machine& machine, std::byte* scratch);

} // namespace lz::linalg

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

// The lengths of a routine's three workspaces: of the element type, of its real type, and of int.
// The lengths are the same for all matrices of a call.
struct WorkLengths {
  int64_t numbers = 0, reals = 0, integers = 0;
  bool isOfSteps = false; // true if Lazuli's own steps are faster than the routine (SmallSchur.h)
};

// An algorithm that computes a group of matrices at a time. A group has as many matrices as a
// vector of the CPU class has lanes.
struct LapackInLanes {
  LaneNeeds (*needs)(const LapackTypes& types, MachineClass cpu); // for a group of matrices
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
  // nsOfSteps returns the predicted time of Lazuli's own steps for a matrix. nsOfSteps is nullptr
  // if there are no such steps. inLanes is nullptr if there is no algorithm in lanes.
  double (*nsOfSteps)(const LapackTypes& types, const LapackCosts& costs) = nullptr;
  const LapackInLanes* inLanes = nullptr;
};

struct LapackRoutine {
  LapackFunction function;
  size_t matrix; // the operand whose last two dimensions are those of a matrix
  RoutineCosts LapackCosts::* costs;
  bool isCubic; // true if the time grows with the size of a matrix times its shorter side
  const std::array<LapackRun, 4>& runs; // for f32, f64, c64, c128
};

// Returns nullptr if no routine of LAPACK computes the function.
const LapackRoutine* findLapack(LapackFunction function);

// The plan of a call: how its matrices are computed, and how much memory the computation takes. The
// types and options of the call must be valid (linalg/spec/LapackCheck.h).
struct LapackNeeds {
  BatchPlan batch{};
  WorkLengths lengths{}; // lengths for matrices that are computed one after the other
};
// Makes the plan of a call. Returns an error if matrices are too large for LAPACK's integers.
StatusOr<LapackNeeds> needsOf(const LapackRoutine& routine, const LapackTypes& types,
                              const KernelTable& kernels, MachineClass cpu, int workers);

// Computes all results of group `index` of the batch in these tensors. `machine` must have kernels
// of the real type. If a routine iterates, and a matrix has an infinity or NaN, the results of this
// matrix are NaN, and its info is 1. The same is true if the iteration does not converge. If the
// call is cancelled, results are unchanged or partly written. If LAPACK refuses an argument,
// returns an internal error.
Status runLapack(const LapackRoutine& routine, const LapackTypes& types, const LapackData& tensors,
                 int64_t index, const BatchPlan& batch, const WorkLengths& lengths,
                 const Machine& machine, std::byte* scratch);

} // namespace lz::linalg

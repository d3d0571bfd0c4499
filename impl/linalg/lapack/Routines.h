// Routines of LAPACK, as liblapack.a has them, of matrices in tensors. They call BLAS of
// linalg/blas, and have no state of their own: any number of threads run them at a time. Batches of
// small matrices go to linalg/spectra where that takes less time.
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "base/Status.h"
#include "linalg/Machine.h"
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
  double (*ns)(const LapackTypes& types, MachineClass cpu); // of a group
  int64_t (*bytes)(const LapackTypes& types, MachineClass cpu);
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
  double (*nsOfSteps)(const LapackTypes& types) = nullptr;
  const LapackInLanes* inLanes = nullptr;
};

struct LapackRoutine {
  LapackFunction function;
  size_t matrix;    // the operand whose last two dimensions are those of a matrix
  double ns;        // for each element and, if it is cubic, of its shorter side; of f64
  double nsOfCalls; // for each element: of a small matrix most time goes into calls
  bool isCubic;
  const std::array<LapackRun, 4>& runs; // of f32, f64, c64, c128
};

// nullptr: LAPACK does not compute it.
const LapackRoutine* findLapack(LapackFunction function);

// What is worked out once for a call whose types and options fit (linalg/spec/LapackCheck.h): how
// its matrices are computed, in groups of so many, and predicted time and memory of a group. Which
// way that is follows from their number, sizes and CPU class, and not from the number of threads.
struct LapackNeeds {
  int64_t matrices = 0;
  int64_t ofGroup = 1;
  const LapackInLanes* inLanes = nullptr; // otherwise LAPACK computes one after the other
  double ns = 0;
  WorkLengths lengths{};
  int64_t bytesOfOne = 0, bytesOfAll = 0; // for a machine of one worker, and of so many

  int64_t groups() const { return ceilDiv(matrices, ofGroup); }
};
// An error: matrices are larger than LAPACK's integers can say.
StatusOr<LapackNeeds> needsOf(const LapackRoutine& routine, const LapackTypes& types,
                              const KernelTable& kernels, MachineClass cpu, int workers);

// Group `index` of the batch in these tensors: fills all its results. The kernels of the machine
// are of real numbers. A matrix with an infinity or NaN gives NaN and an info of 1 in what
// iterates, and so does one whose iteration does not end. Cancelled, it leaves results as they are,
// or half written. An error: LAPACK refuses an argument, which is our fault.
Status runLapack(const LapackRoutine& routine, const LapackTypes& types, const LapackData& tensors,
                 int64_t index, const LapackNeeds& needs, const Machine& machine,
                 std::byte* scratch);

} // namespace lz::linalg

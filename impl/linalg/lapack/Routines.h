// Routines of LAPACK, as liblapack.a has them, of matrices in tensors. They call BLAS of
// linalg/blas, and have no state of their own: any number of threads run them at a time.
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
};

// For one element type.
struct LapackRun {
  WorkLengths (*ask)(const LapackTypes& types);
  int64_t (*bytes)(const LapackTypes& types, const WorkLengths& lengths);
  void (*run)(const LapackTypes& types, const LapackData& data, const WorkLengths& lengths,
              Scratch scratch);
};

struct LapackRoutine {
  LapackFunction function;
  size_t matrix; // the operand whose last two dimensions are those of a matrix
  double ns;     // for each element and, if it is cubic, of its shorter side; of f64
  bool isCubic;
  const std::array<LapackRun, 4>& runs; // of f32, f64, c64, c128
};

// nullptr: LAPACK does not compute it.
const LapackRoutine* findLapack(LapackFunction function);

// What is worked out once for a call whose types and options fit (linalg/spec/LapackCheck.h): the
// matrices in the batch and, for each of them, predicted time and memory. An error: matrices are
// larger than LAPACK's integers can say.
struct LapackNeeds {
  int64_t count;
  double ns;
  WorkLengths lengths;
  int64_t bytesOfOne, bytesOfAll; // for a machine of one worker, and of so many
};
StatusOr<LapackNeeds> needsOf(const LapackRoutine& routine, const LapackTypes& types,
                              const MicroKernels& kernels, int workers);

// Matrix `index` of the batch in these tensors: fills all its results. The kernels of the machine
// are of real numbers. A matrix with an infinity or NaN gives NaN and an info of 1 in what
// iterates, and so does one whose iteration does not end. Cancelled, it leaves results as they are,
// or half written. An error: LAPACK refuses an argument, which is our fault.
Status runLapack(const LapackRoutine& routine, const LapackTypes& types, const LapackData& tensors,
                 int64_t index, const LapackNeeds& needs, const Machine& machine,
                 std::byte* scratch);

} // namespace lz::linalg

// Routines of LAPACK, as liblapack.a has them, of matrices in tensors. They call BLAS of
// linalg/blas, and have no state of their own: any number of threads run them at a time.
#pragma once

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "base/Shape.h"
#include "base/Status.h"
#include "linalg/Machine.h"

#include <array>
#include <string_view>

namespace lz::linalg {

// A batch of matrices, in tensors that are row-major.
struct LapackTypes {
  absl::Span<const TensorType> operands, results;      // with the batch
  absl::FunctionRef<int64_t(std::string_view)> option; // 'V' of mode; 0: it is not given
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
struct LapackFunctions {
  WorkLengths (*ask)(const LapackTypes& types);
  int64_t (*bytes)(const LapackTypes& types, const WorkLengths& lengths);
  void (*run)(const LapackTypes& types, const LapackData& data, const WorkLengths& lengths,
              Scratch scratch);
};

struct LapackRoutine {
  std::string_view name; // of f32 (linalg/spec/LapackCalls.h)
  // Dimensions of each tensor behind the batch: gesdd gives a, s, u, vt and info, "21220".
  std::string_view operands, results, complexResults;
  size_t matrix; // the operand whose last two dimensions are those of a matrix
  double ns;     // for each element and, if it is cubic, of its shorter side; of f64
  bool isCubic;
  const std::array<LapackFunctions, 4>& functions; // of f32, f64, c64, c128
};

// nullptr: there is none of this name.
const LapackRoutine* findLapack(std::string_view name);

// Whether there are so many tensors, of such ranks, one batch before all of them.
bool hasRanks(const LapackRoutine& routine, absl::Span<const TensorType> operands,
              absl::Span<const TensorType> results);

// What is worked out once for a call: the matrices in the batch and, for each of them, predicted
// time and memory. An error: matrices are larger than LAPACK's integers can say.
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
// iterates, and so does one whose iteration does not end. False: LAPACK refuses an argument, which
// is our fault.
bool runLapack(const LapackRoutine& routine, const LapackTypes& types, const LapackData& tensors,
               int64_t index, const LapackNeeds& needs, const Machine& machine, std::byte* scratch);

} // namespace lz::linalg

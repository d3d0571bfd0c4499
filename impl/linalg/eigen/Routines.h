// Routines of LAPACK by Eigen: of one matrix, on the thread that calls. What Eigen computes is
// brought into LAPACK's form: orders, signs of reflectors, norms and phases of vectors.
#pragma once

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "base/Shape.h"

#include <array>
#include <string_view>

namespace lz::linalg {

// One matrix of a batch. Tensors are row-major.
struct DenseCall {
  absl::Span<const TensorType> operandTypes, resultTypes; // with the batch
  const std::byte* const* operands;
  std::byte* const* results;
  absl::FunctionRef<int64_t(std::string_view)> option; // 'V' of mode; 0: it is not given
};

struct DenseRoutine {
  std::string_view name; // of f32 (hlo/shape/LapackCalls.h)
  size_t matrix;         // the operand whose last two dimensions are those of a matrix
  double ns;             // for each element of it and, if it is cubic, of its shorter side; of f64
  bool isCubic;
  double copies; // of operands and results together that are in memory at a time
  bool isWide;   // f32 is computed as f64, and c64 as c128
  const std::array<void (*)(const DenseCall&), 4>& run; // of f32, f64, c64, c128
};

// nullptr: there is none of this name.
const DenseRoutine* findDense(std::string_view name);

// Matrices in the batch, and for each of them predicted time and memory.
struct DenseNeeds {
  int64_t count;
  double ns;
  int64_t bytes;
};
DenseNeeds needsOf(const DenseRoutine& routine, absl::Span<const TensorType> operands,
                   absl::Span<const TensorType> results);

// Matrix `index` of the batch in these tensors: fills all its results, with the same bits wherever
// they lie. A matrix with an infinity or NaN gives NaN and an info of 1, and so does one whose
// iteration does not end. False: there is no memory; never with a scratch of needsOf().bytes.
bool runDense(const DenseRoutine& routine, int64_t index, const DenseCall& tensors,
              absl::Span<std::byte> scratch);

} // namespace lz::linalg

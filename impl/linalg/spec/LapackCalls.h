// Custom calls of LAPACK as JAX prints them on a CPU. Reading a text makes ops of some
// (hlo/format/LapackCalls.h); for the others the library has functions, unless a program registers
// one of the name.
//
//   %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}}
//       : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
//
// So are those of XLA for a TPU, which have names without a type. A matrix is factored as by
// LAPACK; LuDecomposition counts pivots from 0 and says which row of the operand each row of the
// product is.
//
//   %0:2 = stablehlo.custom_call @Qr(%a) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
//
// Matrices of LAPACK are column-major, which is what JAX's layouts say: so element (i, j) of a
// tensor is that of the matrix, and the layouts say nothing more. Reading a text makes one
// attribute of what a call says (hlo/format/ForeignConfigs.h).
#pragma once

#include "absl/types/span.h"
#include "base/Shape.h"
#include "base/Status.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lz {

struct LapackCall {
  std::string_view routine; // the name that f32 has: syevd for lapack_cheevd_ffi
  char letter; // s and d: of f32 and f64; c and z: of complex numbers; 0: XLA's, of its operand's
};
// None: it is no name of this form.
std::optional<LapackCall> lapackCall(std::string_view target);

// Its backend_config: "{side = 76 : ui8, uplo = 85 : ui8}".
class LapackConfig {
public:
  explicit LapackConfig(std::string_view text) : text_(text) {}
  // A letter is a number: 'L' is 76. Of true it is 1. 0: it is not given.
  int64_t number(std::string_view name) const;
  std::string_view text() const { return text_; }

private:
  std::string_view text_;
};

// In a backend_config: matrices lie in memory as other than column-major ones.
inline constexpr std::string_view kRowMajor = "row_major";
// The names of all others that a routine reads.
absl::Span<const std::string_view> lapackOptions();

// Whether the library has the routine, for these types. Messages name the target.
Status checkLapackCall(std::string_view target, std::string_view config,
                       absl::Span<const TensorType> operands, absl::Span<const TensorType> results);

// Which operands and results are matrices, which JAX has column-major; others are vectors and
// numbers, whose batches are row-major. Empty: there is no such routine.
struct LapackMatrices {
  std::vector<bool> operands, results;
};
LapackMatrices lapackMatrices(std::string_view target);

} // namespace lz

// The table of LAPACK routines that the library supports, with the names by which JAX and XLA call
// them, and with their operands and results. When a module is parsed, calls of some routines become
// ops (formats/adopt/calls/LapackCalls.h). For the other routines the library has functions. If the
// program registers a function with the same name, that function is used instead.
//
//   %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}}
//       : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
//
// The table also contains the targets that XLA uses on TPUs. The names of these targets contain no
// type. These targets compute the same factors as LAPACK. However, LuDecomposition counts pivots
// from 0, and also returns the permutation of the rows.
//
//   %0:2 = stablehlo.custom_call @Qr(%a) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
//
// LAPACK's matrices are column-major, and JAX gives operands and results the same layout. So
// element (i, j) of a tensor is element (i, j) of the matrix, and the layouts can be ignored.
//
// Names, types and options are defined here only. Other code refers to a routine by its
// LapackFunction.
#pragma once

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "base/DType.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lz::linalg {

// A function is named after its routine for f32. For other types the routine can have another name:
// lapack_zheevd_ffi is the routine of Syevd for c128.
enum class LapackFunction {
  Eigh,
  Gees,
  Geev,
  Gehrd,
  Geqp3,
  Geqrf,
  Gesdd,
  Getrf,
  Gtsv,
  Lu,
  Orgqr,
  Ormqr,
  Potrf,
  Syevd,
  Sytrd,
  Trsm,
};
absl::Span<const LapackFunction> lapackFunctions(); // returns all functions

// Returns the name that compiled calls contain, such as "syevd".
std::string_view lapackName(LapackFunction function);
std::optional<LapackFunction> lapackFunction(std::string_view name);

// Returns LAPACK's letter for a type: s, d, c or z for f32, f64 and their complex types. For other
// types, returns 0.
char lapackLetter(DType dtype);

struct LapackCall {
  LapackFunction function;
  char letter; // 0 for a target of XLA; the first operand then decides the type
};
// Returns nullopt if the library does not support the routine.
std::optional<LapackCall> lapackCall(std::string_view target);
// Returns whether the target is a routine of LAPACK, even if the library does not support it, such
// as "lapack_sggev_ffi".
bool isLapackTarget(std::string_view target);
// Returns the targets that JAX uses, for example "lapack_sgesdd_ffi" and "lapack_sgesvd_ffi" for
// Gesdd and f32.
std::vector<std::string> lapackTargets(LapackFunction function, DType dtype);

// Returns the operands and results of a routine as text. Letters stand for the dimensions of a
// tensor after the batch. A letter has the same value everywhere in a call. k is the smaller of m
// and n, and h is n - 1. A sign stands for the element type: "#" is s32, "~" is real and "+" is
// complex. If there is no sign, the tensor has the type of the first operand.
//
//   nn -> nn ~n #      syevd: n x n matrices -> vectors, eigenvalues and info
std::string_view lapackTypes(LapackFunction function, bool isComplex);

struct LapackTensor {
  char sign; // '#', '~', '+', or 0
  std::string_view sizes;

  bool isMatrix() const { return sizes.size() == 2; }
  DType dtype(DType ofFunction) const;
};
// The parsed form of lapackTypes().
struct LapackTensors {
  std::vector<LapackTensor> operands, results;
};
LapackTensors lapackTensors(LapackFunction function, bool isComplex);

// A named option of a call. The value of an option is a number. A compiled call contains the option
// unless the value is 0. A letter is its character code, so 'L' is 76. A flag is 0 or 1.
struct LapackOption {
  LapackFunction function;
  std::string_view name;
  std::string_view values; // the allowed values; if empty, LapackCheck.cc has another rule
};
inline constexpr std::string_view kLapackFlag{"\0\1", 2};
absl::Span<const LapackOption> lapackOptions(LapackFunction function);

// Returns the value of an option of a call, or 0 if the option is missing.
using LapackOptions = absl::FunctionRef<int64_t(std::string_view name)>;

} // namespace lz::linalg

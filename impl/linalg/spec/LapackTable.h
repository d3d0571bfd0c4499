// The table of LAPACK routines that the library supports: the names by which JAX and XLA call them,
// and their operands and results. When a module is parsed, calls of some routines become ops
// (formats/adopt/calls/LapackCalls.h). For the others the library has functions, which are used
// unless the program registers a function with the same name.
//
//   %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}}
//       : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
//
// The table also contains the targets that XLA uses on TPUs, whose names have no type. They factor
// like LAPACK, except that LuDecomposition counts pivots from 0 and also returns the permutation of
// the rows.
//
//   %0:2 = stablehlo.custom_call @Qr(%a) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
//
// JAX gives operands and results column-major layouts, since LAPACK's matrices are column-major. So
// element (i, j) of a tensor is element (i, j) of the matrix, and the layouts can be ignored.
//
// Names, types and options are only defined here. Other code refers to a routine by its
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

// Named like the routine for f32, even if other types have another name: lapack_zheevd_ffi is
// Syevd.
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
absl::Span<const LapackFunction> lapackFunctions(); // all of them

// Returns the name in a compiled call, such as "syevd".
std::string_view lapackName(LapackFunction function);
std::optional<LapackFunction> lapackFunction(std::string_view name);

// Returns s, d, c or z for f32, f64 and their complex types, or 0 if LAPACK has no routines for the
// type.
char lapackLetter(DType dtype);

struct LapackCall {
  LapackFunction function;
  char letter; // 0: a target of XLA, whose first operand decides the type
};
// Returns nullopt if the library does not have the routine.
std::optional<LapackCall> lapackCall(std::string_view target);
// Returns whether the target is a routine of LAPACK, even one that the library does not have, like
// "lapack_sggev_ffi".
bool isLapackTarget(std::string_view target);
// Returns the targets that JAX uses: for Gesdd and f32 "lapack_sgesdd_ffi" and "lapack_sgesvd_ffi".
std::vector<std::string> lapackTargets(LapackFunction function, DType dtype);

// Returns the operands and results of a routine: for each tensor the dimensions after the batch, as
// letters. A letter has the same value everywhere in a call. k is the lesser of m and n, and h is n
// - 1. A sign stands for the element type: "#" is s32, "~" is real and "+" is complex. Without a
// sign it is the type of the first operand.
//
//   nn -> nn ~n #      syevd: of a batch of n x n matrices vectors, eigenvalues, and info
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

// A named option of a call, which is a number. A compiled call contains it unless it is 0. A letter
// is its character code: 'L' is 76. A flag is 0 or 1.
struct LapackOption {
  LapackFunction function;
  std::string_view name;
  std::string_view values; // the allowed values; empty: LapackCheck.h has another rule
};
inline constexpr std::string_view kLapackFlag{"\0\1", 2};
absl::Span<const LapackOption> lapackOptions(LapackFunction function);

// Returns the value of an option of a call, or 0 if it is not given.
using LapackOptions = absl::FunctionRef<int64_t(std::string_view name)>;

} // namespace lz::linalg

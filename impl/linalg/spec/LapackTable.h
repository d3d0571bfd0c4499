// The routines of LAPACK that the library has: by which names JAX and XLA call them, and what they
// take and give. Reading a text makes ops of some (formats/adopt/calls/LapackCalls.h); for the
// others the library has functions, unless a program registers one of the name.
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
// tensor is that of the matrix, and the layouts say nothing more.
//
// Who has something for a routine has it by its LapackFunction: only here are names, types and
// options.
#pragma once

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "base/DType.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lz::linalg {

// A computation with several names has the one of f32: lapack_zheevd_ffi is Syevd.
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

// "syevd", as a compiled call has it.
std::string_view lapackName(LapackFunction function);
std::optional<LapackFunction> lapackFunction(std::string_view name);

// s, d, c and z: of f32, f64, and complex numbers of these. 0: LAPACK has no routines of the type.
char lapackLetter(DType dtype);

struct LapackCall {
  LapackFunction function;
  char letter; // 0: XLA's, of its first operand's type
};
// None: the library has no such routine.
std::optional<LapackCall> lapackCall(std::string_view target);
// Also of routines that the library does not have: "lapack_sggev_ffi".
bool isLapackTarget(std::string_view target);
// JAX's: of Gesdd and f32 "lapack_sgesdd_ffi" and "lapack_sgesvd_ffi".
std::vector<std::string> lapackTargets(LapackFunction function, DType dtype);

// What a routine takes and gives: the dimensions of each tensor behind the batch, by letters. A
// letter has one value in a call; k is the lesser of m and n, and h is n - 1. "#" is s32, "~" of
// real numbers and "+" of complex ones; otherwise it is the element type, the first operand's.
//
//   nn -> nn ~n #      syevd: of a batch of n x n matrices vectors, eigenvalues, and info
std::string_view lapackTypes(LapackFunction function, bool isComplex);

struct LapackTensor {
  char sign; // '#', '~', '+', or 0
  std::string_view sizes;

  bool isMatrix() const { return sizes.size() == 2; }
  DType dtype(DType ofFunction) const;
};
// lapackTypes() in parts.
struct LapackTensors {
  std::vector<LapackTensor> operands, results;
};
LapackTensors lapackTensors(LapackFunction function, bool isComplex);

// A number that a call is given by name, and a compiled call carries unless it is 0. Where it is a
// letter, it is that letter's number: 'L' is 76. A flag is 0 or 1.
struct LapackOption {
  LapackFunction function;
  std::string_view name;
  std::string_view values; // those that it may have; empty: more is asked of it (LapackCheck.h)
};
inline constexpr std::string_view kLapackFlag{"\0\1", 2};
absl::Span<const LapackOption> lapackOptions(LapackFunction function);

// The numbers of one call; 0: it is not given.
using LapackOptions = absl::FunctionRef<int64_t(std::string_view name)>;

} // namespace lz::linalg

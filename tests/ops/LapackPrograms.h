// Programs of one call of LAPACK each, with matrices on which decompositions go wrong: what
// compiled and interpreted results are judged on (Decompositions.h).
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace lz::test {

inline constexpr DType kLapackTypes[] = {DType::F32, DType::F64, DType::C64, DType::C128};

struct LapackProgram {
  std::string target, config; // "lapack_dsyevd_ffi", "{mode = 86 : ui8, uplo = 76 : ui8}"
  Program program;
  std::vector<Literal> arguments;
};

void PrintTo(const LapackProgram& program, std::ostream* out);

// Every routine that Decompositions.h judges with every option that it has, of this type, on a
// batch of matrices with m rows and n columns, or n rows where it takes square ones.
std::vector<LapackProgram> lapackPrograms(DType dtype, int64_t m, int64_t n);

// A batch of them: random, zeros, ones, the identity, Jordan's blocks above and below the diagonal
// and in other axes, a permutation, low rank, equal eigenvalues, graded, huge, tiny, a permutation
// times the least number, and, if these are wanted, one with a NaN and one with an infinity.
// Hermitian ones are the Hermitian parts.
Literal hardMatrices(DType dtype, int64_t m, int64_t n, bool isHermitian, bool hasNan);

} // namespace lz::test

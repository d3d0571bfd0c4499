// Programs of one LAPACK call each, with matrices for which decompositions go wrong.
// Decompositions.h judges compiled and interpreted results on them.
#pragma once

#include "base/Literal.h"
#include "spec/Program.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace lz::test {

inline constexpr DType kLapackTypes[] = {DType::F32, DType::F64, DType::C64, DType::C128};

struct LapackProgram {
  // For example "lapack_dsyevd_ffi", "{mode = 86 : ui8, uplo = 76 : ui8}".
  std::string target, config;
  Program program;
  std::vector<Literal> arguments;
};

void PrintTo(const LapackProgram& program, std::ostream* out);

// Returns programs of this type for every routine that Decompositions.h judges, with all its
// options. Each routine is called on a batch of m x n matrices, or of n x n matrices if it takes
// square ones.
std::vector<LapackProgram> lapackPrograms(DType dtype, int64_t m, int64_t n);

// Returns a batch of matrices that are hard to decompose. Among them are random numbers, zeros,
// ones, the identity, and a permutation. There are Jordan blocks above the diagonal, below it, and
// in another basis. Other matrices have a low rank, equal eigenvalues, numbers that decrease along
// rows and columns, huge numbers, or tiny numbers. One is a permutation times the least number.
// With `hasNan`, there are also one matrix with a NaN and one with an infinity. With `isHermitian`,
// returns the Hermitian parts of these matrices.
Literal hardMatrices(DType dtype, int64_t m, int64_t n, bool isHermitian, bool hasNan);

} // namespace lz::test

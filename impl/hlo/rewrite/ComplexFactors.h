// Replaces cholesky and triangular_solve of complex numbers by the same ops on floats.
#pragma once

#include "hlo/rewrite/ComplexParts.h"

namespace lz::hlo {

// Expands `op`, which must be a cholesky or triangular_solve. A complex matrix with n rows becomes
// a matrix of floats with 2 n rows. It has a 2 x 2 block for each complex number:
//
//   a + bi   ->   a -b
//                 b  a
//
// The adjoint of the complex matrix becomes the transpose of the matrix of floats. The blocks of a
// complex Cholesky factor form a triangle, because the factor has a real diagonal. This triangle is
// the Cholesky factor of the matrix of floats. A triangular matrix is first divided by its
// diagonal.
Expanded expandFactors(OpMaker& maker, mlir::Operation* op, llvm::ArrayRef<Parts> operands);

} // namespace lz::hlo

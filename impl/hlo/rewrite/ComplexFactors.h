// Replaces cholesky and triangular_solve of complex numbers by the same ops on floats.
#pragma once

#include "hlo/rewrite/ComplexParts.h"

namespace lz::hlo {

// Expands `op`, which must be a cholesky or triangular_solve. A complex matrix of n rows acts on
// vectors like a matrix of floats with 2 n rows that has a 2 x 2 block for each number:
//
//   a + bi   ->   a -b
//                 b  a
//
// The adjoint of the complex matrix corresponds to the transpose of the matrix of floats. A complex
// Cholesky factor has a real diagonal. So its blocks form a triangle, the Cholesky factor of the
// matrix of floats. A triangular matrix is first divided by its diagonal.
Expanded expandFactors(OpMaker& maker, mlir::Operation* op, llvm::ArrayRef<Parts> operands);

} // namespace lz::hlo

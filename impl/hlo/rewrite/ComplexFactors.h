// Turns cholesky and triangular_solve of complex numbers into those of floats.
#pragma once

#include "hlo/rewrite/ComplexParts.h"

namespace lz::hlo {

// The op must be one of the two. A complex matrix of n rows acts on vectors like a matrix of floats
// with 2 n rows, in which a number is a 2 x 2 block:
//
//   a + bi   ->   a -b
//                 b  a
//
// The adjoint of the former is the transpose of the latter. A Cholesky factor has a real diagonal,
// so that its blocks make a triangle, which is the Cholesky factor of the blocks. A triangular
// matrix is first divided by its diagonal.
Expanded expandFactors(OpMaker& maker, mlir::Operation* op, llvm::ArrayRef<Parts> operands);

} // namespace lz::hlo

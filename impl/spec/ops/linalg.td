// Factorizations and solutions of systems of equations. StableHLO specification, "Ops".
#ifndef LAZULI_SPEC_LINALG
#define LAZULI_SPEC_LINALG

include "Attrs.td"

def CholeskyOp : LZ_Op<StableHLO_Dialect, "cholesky", [Pure]> {
  let summary = "Factors positive definite matrices: a = L L^T with L lower triangular, or a = U^T U with U upper triangular.";
  let shapes = "The last two dimensions are the matrices, and the dimensions before them are a batch. Only the "
               "triangle that lower names is read. The other triangle of the result is zero. If a matrix is not "
               "positive definite, its factor is NaN. Takes floats and complex numbers. For complex numbers, the "
               "transposes above are adjoints.";
  let arguments = (ins AnyRankedTensor:$a, DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs AnyRankedTensor:$result);
  let kind = "library";
  let since = 3;
  let assemblyFormat =
      "$a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameType>(type($a), type($result))";
  let example = "%z = stablehlo.cholesky %x, lower = true : tensor<3x3xf32>";
}

def TriangularSolveOp : LZ_Op<StableHLO_Dialect, "triangular_solve", [Pure]> {
  let summary = "Solves op(a) x = b for x, or x op(a) = b if left_side is 0. The matrices a are triangular.";
  let shapes = "The last two dimensions are the matrices, and the dimensions before them are a batch. transpose_a "
               "says whether op(a) is a, its transpose or its adjoint. Only the triangle that lower names is read. If "
               "unit_diagonal is set, the diagonal counts as 1 and is not read. Takes floats and complex numbers.";
  let arguments = (ins AnyRankedTensor:$a, AnyRankedTensor:$b, BoolAttr:$left_side, BoolAttr:$lower,
                       BoolAttr:$unit_diagonal, LZ_TranspositionAttr:$transpose_a);
  let results = (outs AnyRankedTensor:$result);
  let kind = "library";
  let since = 3;
  let example = "%z = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = true, lower = true, "
                "transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : "
                "(tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>";
}

#endif

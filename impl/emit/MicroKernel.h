// The register-tiled inner kernel of contractions.
#pragma once

#include "base/DType.h"
#include "base/Status.h"
#include "emit/VectorTarget.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace lz::emit {

// Rows and columns of C that one call computes.
struct MicroTile {
  int mr = 0, nr = 0;
};
MicroTile microTile(DType dtype, const VectorTarget& target);

// Adds to `module`, for `dtype` F32 or F64,
//
//   func @name(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64, %ldc: i64, %accumulate: i64)
//
// C[i, j] = sum over p < k of a[p * mr + i] * b[p * nr + j], plus what C held if `accumulate` is
// not 0. C is row-major, its rows `ldc` elements apart. The packed panels a and b hold k full rows
// of mr and nr elements; k may be 0. Pointers need the alignment of an element only. Each sum runs
// over p in order, with FMA where the target has it. Sets mr and nr as microTile says.
Status emitMicroKernel(mlir::ModuleOp module, DType dtype, const VectorTarget& target,
                       const std::string& name, int& mr, int& nr);

} // namespace lz::emit

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

enum class MicroKernelKind { Packed, Strips };

// Adds to `module`, for `dtype` F32 or F64, the function
//
//   Packed   @name(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %k: i64, %ldc: i64,
//                  %accumulate: i64)
//   Strips   @name(%a: !llvm.ptr, %rowStride: i64, %runs: !llvm.ptr, %numRuns: i64,
//                  %b: !llvm.ptr, %c: !llvm.ptr, %ldc: i64, %accumulate: i64)
//
// C[i, j] = sum over p < k of A[i, p] * b[p * nr + j], plus what C held if `accumulate` is not 0.
// Packed: A[i, p] is a[p * mr + i]. Strips: k is cut into runs, pairs (offset, length) of i64, and
// p-th of a run is a[offset + i * rowStride + p]. C is row-major, its rows `ldc` elements apart.
// The panel b holds k full rows of nr elements, and a all mr rows; k may be 0. Pointers need the
// alignment of an element only. Each sum runs over k in order, with FMA where the target has it, so
// both kinds give the same bits. mr and nr: microTile.
Status emitMicroKernel(mlir::ModuleOp module, MicroKernelKind kind, DType dtype,
                       const VectorTarget& target, const std::string& name);

} // namespace lz::emit

// The register-tiled inner kernels of contractions.
#pragma once

#include "base/DType.h"
#include "base/Status.h"
#include "emit/VectorTarget.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace lz::emit {

// Rows and columns of C that one call computes.
struct MicroTile {
  int rows = 0, columns = 0;
};
// The largest; others have fewer rows. BF16: of pairs.
MicroTile largestTile(DType dtype, const VectorTarget& target);

enum class MicroKernelKind { Packed, Strided };

struct MicroKernelSpec {
  MicroKernelKind kind;
  DType dtype; // F32, F64, or BF16: pairs, which need AVX512_BF16
  int rows;    // 1 .. largestTile().rows
};

// Adds to `module` the function @name, a PackedKernelFn or a StridedKernelFn of
// base/MicroKernels.h.
Status emitMicroKernel(mlir::ModuleOp module, const MicroKernelSpec& spec,
                       const VectorTarget& target, const std::string& name);

} // namespace lz::emit

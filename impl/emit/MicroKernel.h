// Writes the inner kernels of contractions, which compute tiles in registers.
//
//   C = A B, 14 x 64 times 64 x 32, f32, AVX-512: one call of the packed kernel of 14 rows
//     28 registers are sums, two per row of C; they begin with 0
//     for k = 0 .. 63: 2 loads of row k of B; 14 loads that copy a number of column k of A to all
//                      lanes; 28 multiply-adds to the sums
//     the sums are stored to C, or added to it
//
// The packed kernel reads panels. In a panel, the numbers for one k are adjacent. In the example
// these are 14 numbers of A, or 32 numbers of B. The strided kernel reads A and B in place. It gets
// the values of k as a list of runs.
#pragma once

#include "base/DType.h"
#include "base/Status.h"
#include "emit/core/Target.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace lz::emit {

// The rows and columns of C that one call computes.
struct MicroTile {
  int rows = 0, columns = 0;
};
// Returns the largest tile. If `dtype` is BF16 or S16, the kernel computes with pairs of numbers of
// this type.
MicroTile largestTile(DType dtype, const schedule::VectorTarget& target);

enum class MicroKernelKind { Packed, Strided };

struct MicroKernelSpec {
  MicroKernelKind kind;
  // F32, F64, or pairs: BF16 (Target::addPairs) or S16 (Target::addIntegerPairs)
  DType dtype;
  int rows;            // 1 .. largestTile().rows
  bool narrow = false; // half as many columns as largestTile()
};

// Adds the kernel to `module` as a function of this name. Its type is PackedKernelFn or
// StridedKernelFn (base/KernelTable.h).
Status emitMicroKernel(mlir::ModuleOp module, const MicroKernelSpec& spec, const Target& target,
                       const std::string& name);

} // namespace lz::emit

// Explains why the kernels of a program run as they do, for lz-opt --explain. Example:
//
//   kernel row_maximum_subtract_0: divide at softmax.mlir:9:8 with softmax.mlir:5:8 and 3 more
//     choice: row, row lanes
//     threads: 3072 units; a thread takes 9 or more at a time, of 1.19 us each
//     lanes: 16 lanes
//     cost: 72.6 us: 1.02e+06 steps, ...
//     stage:  reduction0 over d2: 256 vectors in 4 chains
//     ...
//   contraction dot_general: dot_general at softmax.mlir:12:8
//     threads: at most 2
//     lanes: over the columns of a tile
//     plan: 2048 x 2048 x 2048 f32: packed, tiles 14 x 32
//     ...
#pragma once

#include "compiler/Compiler.h"

#include <string>

namespace lz::compiler {

// Explains each kernel and contraction of the compiled program, in the order in which they run.
StatusOr<std::string> explain(const Program& program, const CompileOptions& options);

} // namespace lz::compiler

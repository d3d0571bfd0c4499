// Converts programs to HLO modules. This header does not include MLIR.
#pragma once

#include "formats/xla/module/Module.h"
#include "spec/Program.h"

namespace lz::formats {

// Returns a module whose entry computation equals the program. Each op becomes an instruction, and
// each region a computation. If an op or the program has several results, they become a tuple.
//
//   - If a computation uses values of the surrounding program, `while` carries these values, and
//     `if` and `case` have them as operands. A constant of one value is repeated instead, in each
//     computation that uses it.
//   - A constant of one value with many elements is a broadcast. Broadcasts that stretch dimensions
//     of size 1 begin with a reshape.
//   - HLO has no op for a square, which becomes the product of a value with itself.
//
// Locations are omitted. Errors: unimplemented, with op and location, for ops that XLA has no
// opcode for (lgamma, ...) and for other regions that use values of the surrounding program.
StatusOr<xla::Module> exportHlo(const Program& program);

} // namespace lz::formats

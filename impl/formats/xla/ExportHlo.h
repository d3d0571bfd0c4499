// Converts programs to HLO modules. This header does not include MLIR.
#pragma once

#include "formats/xla/module/Module.h"
#include "spec/Program.h"

namespace lz::formats {

// Returns a module whose entry computation equals the program. Each op becomes an instruction, and
// each region a computation. If an op or the program has several results, they become a tuple.
//
//   - If a computation uses values of the surrounding program, `while` carries these values, and
//     `if` and `case` have them as operands. A constant whose elements are all equal is not passed
//     in this way. Each computation that uses the constant gets a copy of it.
//   - A constant with many equal elements becomes a broadcast of one element. Broadcasts that
//     stretch dimensions of size 1 begin with a reshape.
//   - HLO has no op for a square. A square becomes the product of a value with itself.
//
// Locations are omitted. Errors: unimplemented, with op and location, for ops that XLA has no
// opcode for (lgamma, ...) and for other regions that use values of the surrounding program.
StatusOr<xla::Module> exportHlo(const Program& program);

} // namespace lz::formats

// Programs as HLO modules. Free of MLIR.
#pragma once

#include "formats/xla/module/Module.h"
#include "spec/Program.h"

namespace lz::formats {

// A module whose entry computation does what the program does: an instruction for each op, and a
// computation for each region. Several results of one op are a tuple, and so are several results of
// the program.
//
//   - What `while`, `if` and `case` use of the program around them is carried, or handed over, to
//     the computations. A constant of one value is written again in each computation that uses it.
//   - A constant of one value with many elements is a broadcast; broadcasts that stretch dimensions
//     of size 1 begin with a reshape.
//   - The product of a value with itself has no op of its own.
//
// Locations are left out. Errors: unimplemented, with op and location, for ops that XLA has no
// opcode for (lgamma, ...) and for other regions that use values of the program around them.
StatusOr<xla::Module> exportHlo(const Program& program);

} // namespace lz::formats

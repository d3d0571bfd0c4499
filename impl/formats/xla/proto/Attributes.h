// Internal to formats/xla/proto: reads attributes of instructions.
#pragma once

#include "formats/xla/module/Opcodes.h"
#include "formats/xla/proto/Wire.h"

namespace lz::xla {

// Reads the attributes that instructions of this opcode have. `callees` lists the called
// computations by their positions in the module. Attributes without effect on a program for one
// device are skipped.
Status readAttributes(const Message& proto, const Ints& callees, Instruction& instruction);

} // namespace lz::xla

// Internal to formats/xla/proto: attributes of instructions.
#pragma once

#include "formats/xla/module/Opcodes.h"
#include "formats/xla/proto/Wire.h"

namespace lz::xla {

// Reads the attributes of the instruction's opcode. `callees` has the called computations, by
// position in the module. Attributes that have no effect on a program for one device are skipped.
Status readAttributes(const Message& proto, const Ints& callees, Instruction& instruction);

} // namespace lz::xla

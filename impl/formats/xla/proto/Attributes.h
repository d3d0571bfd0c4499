// Internal to formats/xla/proto: attributes of instructions.
#pragma once

#include "formats/xla/module/Opcodes.h"
#include "formats/xla/proto/Wire.h"

namespace lz::xla {

// Reads the attributes that the instruction's opcode takes. Computations come from `callees`, by
// position in the module. Attributes that mean nothing to a program on one device are skipped.
Status readAttributes(const Message& proto, const Ints& callees, Instruction& instruction);

} // namespace lz::xla

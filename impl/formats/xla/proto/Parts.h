// Internal to formats/xla/proto: shapes, literals and attributes of instructions.
#pragma once

#include "formats/xla/module/Opcodes.h"
#include "formats/xla/proto/Wire.h"

namespace lz::xla {

StatusOr<Shape> readShape(const Message& proto, int depth = 0);
StatusOr<HloLiteral> readLiteral(const Message& proto, int depth = 0);

// Those that the instruction's opcode takes, but for computations, which `callees` are by position
// in the module, and for what means nothing to a program on one device.
Status readAttributes(const Message& proto, const Ints& callees, Instruction& instruction);

} // namespace lz::xla

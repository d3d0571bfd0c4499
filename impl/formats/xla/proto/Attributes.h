// Internal to formats/xla/proto: reads attributes of instructions.
#pragma once

#include "formats/xla/module/Opcodes.h"
#include "formats/xla/proto/Wire.h"

namespace lz::xla {

// Reads the attributes of an instruction from its proto. `callees` lists the called computations by
// their positions in the module. Skips attributes that have no effect on a program for one device.
Status readAttributes(const Message& proto, const Ints& callees, Instruction& instruction);

} // namespace lz::xla

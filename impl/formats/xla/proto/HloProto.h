// Reads and writes HLO modules as protocol buffers: XLA's HloModuleProto, alone or in an HloProto.
#pragma once

#include "formats/xla/module/Module.h"

namespace lz::xla {

// Returns whether the bytes begin like an HloModuleProto or like an HloProto.
bool isHloProto(std::string_view bytes);

// Returns the module with the fields that matter on one device. Skips other fields. A location is
// the number of the computation and the number of the instruction in the computation, both counted
// from 1. Call verifyModule before you use the module. Errors are invalid-argument, with "name:
// byte 17: ..." or with the name of the instruction.
StatusOr<Module> parseHloProto(std::string_view bytes, std::string_view name);

// Returns the module as an HloModuleProto. From the proto, parseHloProto makes a module with the
// same meaning. Omits everything that parseHloProto skips, such as metadata and sharding. The
// module must be verified.
std::string printHloProto(const Module& module);

} // namespace lz::xla

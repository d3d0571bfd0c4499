// Reads and writes HLO modules as protocol buffers: XLA's HloModuleProto, alone or in an HloProto.
#pragma once

#include "formats/xla/module/Module.h"

namespace lz::xla {

// Returns whether the bytes begin like an HloModuleProto or like an HloProto.
bool isHloProto(std::string_view bytes);

// Returns the module with the fields that matter on one device. Other fields are skipped, as the
// wire format specifies. A location is the number of the computation and that of the instruction in
// it, counted from 1. Takes linear time. Nothing nests deeper than kMaxShapeDepth. Call
// verifyModule before use. Errors are invalid-argument, with "name: byte 17: ..." or with the name
// of the instruction.
StatusOr<Module> parseHloProto(std::string_view bytes, std::string_view name);

// Returns an HloModuleProto, which parseHloProto reads as a module with the same meaning. Metadata,
// sharding and everything else that parseHloProto skips are omitted. The module must be verified.
std::string printHloProto(const Module& module);

} // namespace lz::xla

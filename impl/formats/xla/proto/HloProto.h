// HLO modules in protocol buffers: XLA's HloModuleProto, alone or in an HloProto.
#pragma once

#include "formats/xla/module/Module.h"

namespace lz::xla {

// Whether the bytes begin as a module in a protocol buffer does: with the name of the module, or
// with a module.
bool isHloProto(std::string_view bytes);

// The module, with what a program on one device needs of it; other fields are skipped, as the wire
// format says. A place is the number of the computation and that of the instruction in it, counted
// from 1. Linear in the bytes; nothing nests deeper than kMaxShapeDepth. Call verifyModule before
// use. Errors: invalid-argument, "name: byte 17: ...", or with the name of the instruction.
StatusOr<Module> parseHloProto(std::string_view bytes, std::string_view name);

// An HloModuleProto, such that parseHloProto gives a module that means the same. Metadata, sharding
// and what else parseHloProto skips are left out. The module is verified.
std::string printHloProto(const Module& module);

} // namespace lz::xla

// Reads programs from HLO text and HloModuleProto, and prints them. Free of MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz::formats {

// Parses HLO text as parseStableHlo parses StableHLO text. Returns the program of the entry
// computation, with tuples flattened (ImportHlo.h). Ops have the places of their instructions in
// the text. `function` is "", "main" or the name of the entry computation. Errors: those of
// xla::parseHloText, xla::verifyModule and importHlo, located.
StatusOr<Program> parseHlo(const std::string& text, const std::string& name,
                           const std::string& function = {});

// Parses an HloModuleProto or an HloProto. Places are the numbers of computation and instruction.
// Errors: those of xla::parseHloProto, xla::verifyModule and importHlo.
StatusOr<Program> parseHloProto(const std::string& bytes, const std::string& name,
                                const std::string& function = {});

// Prints the program as the text of an HLO module. parseHlo reads it as a program that computes the
// same bits. Errors: those of exportHlo (ExportHlo.h).
StatusOr<std::string> printHlo(const Program& program);
// Returns the same module as an HloModuleProto.
StatusOr<std::string> printHloProto(const Program& program);

} // namespace lz::formats

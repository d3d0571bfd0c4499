// Turns HLO text and HloModuleProto into programs and back. Free of MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz::formats {

// Like parseStableHlo for text of StableHLO: the program of the entry computation, whose tuples are
// flattened (ImportHlo.h). Ops have the places of their instructions in the text. `function`: "",
// "main" or the name of the entry computation. Errors: those of xla::parseHloText,
// xla::verifyModule and importHlo, located.
StatusOr<Program> parseHlo(const std::string& text, const std::string& name,
                           const std::string& function = {});

// The same for an HloModuleProto or an HloProto. Places are the numbers of computation and
// instruction. Errors: those of xla::parseHloProto, xla::verifyModule and importHlo.
StatusOr<Program> parseHloProto(const std::string& bytes, const std::string& name,
                                const std::string& function = {});

// The program as the text of an HLO module, which parseHlo reads as a program that computes the
// same bits. Errors: those of exportHlo (ExportHlo.h).
StatusOr<std::string> printHlo(const Program& program);
// The same as an HloModuleProto.
StatusOr<std::string> printHloProto(const Program& program);

} // namespace lz::formats

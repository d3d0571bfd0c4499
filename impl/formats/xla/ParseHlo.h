// Reads programs from HLO text and HloModuleProto, and prints them. This header does not include
// MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz::formats {

// Parses HLO text as parseStableHlo parses StableHLO text. Returns the program of the entry
// computation, with tuples flattened (ImportHlo.h). Each op has the location of its instruction in
// the text. `function` is "", "main" or the name of the entry computation. Returns errors of
// xla::parseHloText, xla::verifyModule and importHlo, all of them located.
StatusOr<Program> parseHlo(const std::string& text, const std::string& name,
                           const std::string& function = {});

// Parses an HloModuleProto or an HloProto. The location of an op is the number of its computation
// and the number of its instruction in that computation. Returns errors of xla::parseHloProto,
// xla::verifyModule and importHlo.
StatusOr<Program> parseHloProto(const std::string& bytes, const std::string& name,
                                const std::string& function = {});

// Prints the program as the text of an HLO module. From the text, parseHlo makes a program that
// computes the same bits. Returns errors of exportHlo (ExportHlo.h).
StatusOr<std::string> printHlo(const Program& program);
// Returns the module that printHlo prints, as an HloModuleProto.
StatusOr<std::string> printHloProto(const Program& program);

} // namespace lz::formats

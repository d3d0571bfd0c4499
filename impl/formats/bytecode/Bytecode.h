// MLIR bytecode to programs and back: StableHLO in bytecode, as MLIR writes a module of it, and
// portable artifacts, which hold the ops of one released version of StableHLO (dialect vhlo). Free
// of MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz::formats {

// Like parseStableHlo for text. Ops have the locations of the file. Errors: those of
// parseStableHlo. Errors in the file itself are located as "name: byte 17: ...".
StatusOr<Program> parseBytecode(const std::string& bytes, const std::string& name,
                                const std::string& function = {});

// A module with one public function "main" in bytecode of version 6, which MLIR reads since 2023.
// Small floats that MLIR has since version 20 are written for that version.
std::string printBytecode(const Program& program);

// The same as a portable artifact of StableHLO 1.8.0, which that version and later ones read.
// Error: unimplemented for ops of chlo, which such artifacts do not have.
StatusOr<std::string> printPortable(const Program& program);

} // namespace lz::formats

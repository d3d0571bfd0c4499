// Reads programs from MLIR bytecode and writes them: StableHLO in the bytecode of MLIR's own
// writer, and portable artifacts, which have the ops of one released version of StableHLO (dialect
// vhlo). Free of MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz::formats {

// Parses bytecode as parseStableHlo parses text, with the same errors. Ops have the locations in
// the file. Errors in the encoding are located as "name: byte 17: ...".
StatusOr<Program> parseBytecode(const std::string& bytes, const std::string& name,
                                const std::string& function = {});

// Prints a module with one public function "main" in bytecode of version 6, which MLIR reads since
// 2023. Small floats that MLIR has since version 20 are encoded as in that version.
std::string printBytecode(const Program& program);

// Prints the module as a portable artifact of StableHLO 1.8.0, which that version and later ones
// read. Fails with unimplemented for ops of chlo, which such artifacts cannot contain.
StatusOr<std::string> printPortable(const Program& program);

} // namespace lz::formats

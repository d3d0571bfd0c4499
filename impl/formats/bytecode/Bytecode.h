// Reads and writes programs as MLIR bytecode in two forms. The first form is StableHLO in the
// bytecode of MLIR's own writer. The second form is portable artifacts, which contain ops of one
// released version of StableHLO (dialect vhlo). This header does not include MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz::formats {

// Parses bytecode in the same way as parseStableHlo parses text, with the same errors. Ops have the
// locations that the file states. Errors in the encoding are located as "name: byte 17: ...".
StatusOr<Program> parseBytecode(const std::string& bytes, const std::string& name,
                                const std::string& function = {});

// Prints a module with one public function "main" in bytecode of version 6, which MLIR has read
// since 2023. Types of small floats that MLIR 19 lacks are encoded as in MLIR 20.
std::string printBytecode(const Program& program);

// Prints the module as a portable artifact, which StableHLO 1.8.0 and later versions read. If the
// program has ops of chlo, fails with unimplemented, because portable artifacts cannot contain
// these ops.
StatusOr<std::string> printPortable(const Program& program);

} // namespace lz::formats

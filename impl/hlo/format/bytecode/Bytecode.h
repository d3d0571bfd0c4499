// MLIR bytecode to programs and back: StableHLO in bytecode, as MLIR writes a module of it, and
// portable artifacts, which hold the ops of one released version of StableHLO (dialect vhlo). Free
// of MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz {

// What parseStableHlo does with text. Ops have the locations that the file states. Errors: those of
// parseStableHlo; what is wrong in the file itself is located as "name: byte 17: ...".
StatusOr<Program> parseBytecode(const std::string& bytes, const std::string& name);

} // namespace lz

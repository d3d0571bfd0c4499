// Modules in every format that Lazuli reads. Free of MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz::formats {

// The program of a module in any of the formats of ModuleFormat.h. `name` is the file in messages
// and locations. `function`: the name of the public function, "" for main or the only one; in HLO
// it is the entry computation. Errors: those of the format's reader, and unimplemented for formats
// without a reader.
StatusOr<Program> readModule(const std::string& bytes, const std::string& name,
                             const std::string& function = {});

} // namespace lz::formats

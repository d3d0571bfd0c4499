// Reads modules in every format that Lazuli knows. Free of MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz::formats {

// Returns the program of a module in any format of ModuleFormat.h. `name` is the file in messages
// and locations. `function` is the name of a public function, or "" for main or the only one; in
// HLO it is the entry computation. Errors: those of the format's reader, and unimplemented for
// formats without a reader.
StatusOr<Program> readModule(const std::string& bytes, const std::string& name,
                             const std::string& function = {});

} // namespace lz::formats

// Modules in every format that Lazuli reads. Free of MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz {

// The program of a module in any of the formats of ModuleFormat.h; `name` stands for the file in
// messages and locations. Errors: those of the format's reader, and unimplemented for formats that
// have none.
StatusOr<Program> readModule(const std::string& bytes, const std::string& name);

} // namespace lz

// Modules in every format that Lazuli reads. Free of MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz {

// The program of a module in any of the formats of ModuleFormat.h; `name` stands for the file in
// messages and locations. `function`: which of its public functions it is, "" for main or the only
// one; of HLO the entry computation. Errors: those of the format's reader, and unimplemented for
// formats that have none.
StatusOr<Program> readModule(const std::string& bytes, const std::string& name,
                             const std::string& function = {});

} // namespace lz

// Reads modules in every format that Lazuli knows. This header does not include MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz::formats {

// Returns the program of a module in any format of ModuleFormat.h. Messages and locations name the
// file `name`. `function` is the name of a public function, or of the entry computation in HLO. ""
// selects main, or the only public function. Returns unimplemented if the format cannot be read.
StatusOr<Program> readModule(const std::string& bytes, const std::string& name,
                             const std::string& function = {});

} // namespace lz::formats

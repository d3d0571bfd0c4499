// Programs of the conformance files, which use ops of test dialects.
#pragma once

#include "spec/Program.h"

#include <string>

namespace lz::conformance {

// As parseStableHlo(), with check.expect_* (RewriteChecks.h), interpreter.run_parallel
// (RunParallel.h), and shapes where main leaves them open (OpenShapes.h). Free of MLIR.
StatusOr<Program> parseChecks(const std::string& text, const std::string& name);

} // namespace lz::conformance

// Parses programs of the conformance files, which use ops of test dialects.
#pragma once

#include "spec/Program.h"

#include <string>

namespace lz::conformance {

// Like parseStableHlo(), but also accepts check.expect_* (RewriteChecks.h),
// interpreter.run_parallel (RunParallel.h), and open shapes of main's parameters (OpenShapes.h).
// Free of MLIR.
StatusOr<Program> parseChecks(const std::string& text, const std::string& name);

} // namespace lz::conformance

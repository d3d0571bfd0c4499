// Runs one module.
#pragma once

#include "Outcome.h"
#include "RunFile.h"
#include "base/Status.h"

namespace lz::conformance {

// Returns the outcome for an error. If the error names what Lazuli does not support, or if there is
// not enough memory, the outcome is Unsupported; otherwise it is Failed. The reason does not
// contain the program or a place in it, so that equal reasons count together.
Outcome outcomeOf(const std::string& program, Step step, const Status& status);

// `text` is StableHLO as text or bytecode, or HLO text. `name` is its name in outcomes.
void runStableHlo(const std::string& name, const std::string& text, const FileOptions& options,
                  Journal& journal);
void runHlo(const std::string& name, const std::string& text, const FileOptions& options,
            Journal& journal);

} // namespace lz::conformance

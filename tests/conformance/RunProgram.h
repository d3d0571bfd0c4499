// Runs one module.
#pragma once

#include "Outcome.h"
#include "RunFile.h"
#include "base/Status.h"

namespace lz::conformance {

// Refusals by name, and programs for which there is not enough memory, are unsupported; other
// errors are failures. The reason begins neither with the program nor with a place in it, so that
// equal ones count together.
Outcome outcomeOf(const std::string& program, Step step, const Status& status);

// `text` is StableHLO as text or bytecode, or HLO text. `name` is its name in outcomes.
void runStableHlo(const std::string& name, const std::string& text, const FileOptions& options,
                  Journal& journal);
void runHlo(const std::string& name, const std::string& text, const FileOptions& options,
            Journal& journal);

} // namespace lz::conformance

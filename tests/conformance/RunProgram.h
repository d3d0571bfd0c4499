// Runs one module.
#pragma once

#include "Outcome.h"
#include "RunFile.h"
#include "base/Status.h"

namespace lz::conformance {

// Returns the outcome for an error. If Lazuli does not support something in the program, or if
// there is not enough memory, the outcome is Unsupported. Otherwise it is Failed. The reason does
// not contain the program's name or a place in it, so that equal reasons are counted together.
Outcome outcomeOf(const std::string& program, Step step, const Status& status);

// Runs a module and reports the outcomes. `text` is StableHLO as text or bytecode, or HLO text.
// `name` is the name of the program in outcomes.
void runStableHlo(const std::string& name, const std::string& text, const FileOptions& options,
                  Journal& journal);
void runHlo(const std::string& name, const std::string& text, const FileOptions& options,
            Journal& journal);

} // namespace lz::conformance

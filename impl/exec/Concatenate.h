// A concatenation of many operands as copies of runs.
#pragma once

#include "exec/Calls.h"

namespace lz::exec {

// Attribute `dimension`: int64_t. Scratch: where the run of each operand begins in a row.
Status concatenate(const CallArgs& args);
CallNeeds needsOfConcatenate(const CallSignature& signature);

} // namespace lz::exec

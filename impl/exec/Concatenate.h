// Concatenates many operands by copying runs of elements.
#pragma once

#include "exec/Calls.h"

namespace lz::exec {

// Implements attribute `dimension`, an int64_t. Scratch holds, for each operand, the offset of its
// run in a row of the result.
Status concatenate(const CallArgs& args);
CallNeeds needsOfConcatenate(const CallSignature& signature);

} // namespace lz::exec

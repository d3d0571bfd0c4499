// Concatenates many operands. Elements that are adjacent are copied together.
#pragma once

#include "exec/Calls.h"

namespace lz::exec {

// The attribute is `dimension`, an int64_t. The scratch holds the offset of each operand in a row
// of the result.
Status concatenate(const CallArgs& args);
CallNeeds needsOfConcatenate(const CallSignature& signature);

} // namespace lz::exec

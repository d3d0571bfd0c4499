// Concatenates many operands by copying runs of elements.
#pragma once

#include "exec/Calls.h"

namespace lz::exec {

// Attribute `dimension`: int64_t. Scratch holds the offset of each operand's run in a row.
Status concatenate(const CallArgs& args);
CallNeeds needsOfConcatenate(const CallSignature& signature);

} // namespace lz::exec

// Makes random bits from a state, the same as XLA. The block functions are those of J. Salmon et
// al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011. The words are in XLA's order.
#pragma once

#include "exec/Calls.h"

namespace lz::exec {

// Operand: the state, ui64[2] or ui64[3]. Results: the next state, and integers of any type.
// Attribute `rng_algorithm`: int64_t, a case of RngAlgorithm (spec/ops/Enums.td).
Status randomBits(const CallArgs& args);
CallNeeds needsOfRandomBits(const CallSignature& signature);

} // namespace lz::exec

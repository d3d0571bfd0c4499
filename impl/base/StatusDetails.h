// Details that a status carries beside its message.
#pragma once

#include "base/Status.h"

#include <cstdint>

namespace lz {

// The operand of the op that the error is about. The first call wins.
Status withOperand(Status status, int32_t operand);
int32_t operandOf(const Status& status); // -1 when unset

// Marks the message as the caller's own, so that nothing is written before it.
Status verbatim(Status status);
bool isVerbatim(const Status& status);

} // namespace lz

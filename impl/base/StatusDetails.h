// Details that a status carries in addition to its message.
#pragma once

#include "base/Status.h"

#include <cstdint>

namespace lz {

// Attaches the index of the operand that the error is about. If the status already has an operand,
// that operand stays.
Status withOperand(Status status, int32_t operand);
int32_t operandOf(const Status& status); // -1 when unset

// Marks the message as the caller's own, so that no prefix is added.
Status verbatim(Status status);
bool isVerbatim(const Status& status);

} // namespace lz

// What else is kept beside the message of an error.
#pragma once

#include "base/Status.h"

#include <cstdint>

namespace lz {

// Which operand of the op it is about; the first that is said stays.
Status withOperand(Status status, int32_t operand);
int32_t operandOf(const Status& status); // -1 when unset

// The message is the program's own: nothing is written before it.
Status verbatim(Status status);
bool isVerbatim(const Status& status);

} // namespace lz

// Numbers the contents of the values of steps.
#pragma once

#include "base/Steps.h"

namespace lz {

// Sets `contents` of each step and `ends` of the steps. The steps must be valid and in the order of
// the program, because this order says which content a step means.
void numberContents(Steps& steps);

} // namespace lz

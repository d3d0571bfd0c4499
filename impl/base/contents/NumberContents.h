// Numbers the contents of the values of steps.
#pragma once

#include "base/Steps.h"

namespace lz {

// Sets `contents` of each step and `ends` of the steps. The steps must be valid and in the order of
// the program, because a step reads the content that the last step before it wrote.
void numberContents(Steps& steps);

} // namespace lz

// Lets kernels write the next value of a carried value to the place of the carried value.
#pragma once

#include "base/Steps.h"
#include "compiler/Kernels.h"

namespace lz::compiler {

// `loop` is a loop whose body ends with copies of the next values to the carried values. Such a
// copy is unnecessary if two conditions hold. A kernel of the body makes the next value and is
// allowed to overwrite the carried value. And no other kernel reads the carried value at the same
// time or later. Then that kernel writes the next value to the place of the carried value, and the
// copy is removed.
//
//   o' = o * a + p v    o is carried. The epilogue of the product p v adds o * a, and writes the
//                       rows of o' over the rows of o
void writeToCarried(const ModuleKernels& kernels, Steps& steps, Step& loop);

} // namespace lz::compiler

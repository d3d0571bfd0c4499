// Lets kernels write the next value of a carried value where the carried value lies.
#pragma once

#include "base/Steps.h"
#include "compiler/Kernels.h"

namespace lz::compiler {

// `loop` is a loop whose body ends with copies of the next values to the carried values. If a
// kernel of the body is allowed to overwrite a carried value with the next one, and nothing reads
// the carried value at the same time or later, the kernel writes to the carried value. Then the
// next value has no place of its own, and its copy is removed.
//
//   o' = o * a + p v    o is carried. The epilogue of the product p v adds o * a, and writes the
//                       rows of o' over the rows of o
void writeToCarried(const ModuleKernels& kernels, Steps& steps, Step& loop);

} // namespace lz::compiler

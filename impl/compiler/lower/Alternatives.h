// Makes the alternatives of steps (base/Steps.h).
#pragma once

#include "absl/functional/function_ref.h"
#include "base/Steps.h"

#include <vector>

namespace lz::compiler {

// Returns alternatives for half of the threads, for a quarter of them, and so on until one thread.
// `scratchOf` returns the bytes of scratch for a number of threads. `ns` is the predicted time on
// one thread. An alternative is kept only if it needs less scratch than every larger number of
// threads in this sequence.
std::vector<Alternative> withFewerThreads(int threads, double ns,
                                          absl::FunctionRef<int64_t(int)> scratchOf);

} // namespace lz::compiler

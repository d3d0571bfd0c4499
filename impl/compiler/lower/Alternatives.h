// Makes the alternatives of steps (base/Steps.h).
#pragma once

#include "absl/functional/function_ref.h"
#include "base/Steps.h"

#include <vector>

namespace lz::compiler {

// Returns alternatives for half as many threads, a quarter as many, and so on to one. `scratchOf`
// returns the scratch of a number of threads. `ns` is the predicted time on one thread. An
// alternative is left out if it does not need less scratch than the one before.
std::vector<Alternative> withFewerThreads(int threads, double ns,
                                          absl::FunctionRef<int64_t(int)> scratchOf);

} // namespace lz::compiler

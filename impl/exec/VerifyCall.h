// Checks a call that was read from a file, before anything is computed from it.
#pragma once

#include "exec/Calls.h"

#include <optional>

namespace lz::exec {

// Checks that types and attributes fit a call of this function. The `plan`, `needs` and `run` of
// the function rely on this check. Errors: Internal.
Status verifySignature(std::string_view function, const CallSignature& signature);

// Returns the parameter types of the body that a call of this function runs. If the call runs no
// body, returns nullopt.
std::optional<std::vector<TensorType>> bodyParamsOf(std::string_view function,
                                                    const CallSignature& signature);

} // namespace lz::exec

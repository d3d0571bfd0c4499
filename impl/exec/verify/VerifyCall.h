// What a file says of a call of the library, before anything is computed from it.
#pragma once

#include "exec/Calls.h"

#include <optional>

namespace lz::exec {

// Whether types and attributes are those of a call of this function: what its plan, its needs and
// its run rely on. Errors: Internal.
Status verifySignature(std::string_view function, const CallSignature& signature);

// Types of the parameters of the body that a call of this function runs; nothing: it runs none.
std::optional<std::vector<TensorType>> bodyParamsOf(std::string_view function,
                                                    const CallSignature& signature);

} // namespace lz::exec

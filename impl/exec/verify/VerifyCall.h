// What a file says of a call of the library, before anything is computed from it.
#pragma once

#include "exec/Calls.h"

namespace lz::exec {

// Whether types and attributes are those of a call of this function: what its plan, its needs and
// its run rely on. Errors: Internal.
Status verifySignature(std::string_view function, const CallSignature& signature);

} // namespace lz::exec

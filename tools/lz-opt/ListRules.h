// --list-rules: the rewrite rules of the pipeline, a line each.
#pragma once

#include "llvm/ADT/ArrayRef.h"

namespace lz {

// Prints them if one of the arguments asks for it:
//
//   lz-canonicalize      slice-of-pad    slice(pad(x, v)) -> slice(x), it has nothing of the edges
bool listRules(llvm::ArrayRef<char*> arguments);

} // namespace lz

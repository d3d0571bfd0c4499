// --list-rules prints the rewrite rules of the pipeline, one per line.
#pragma once

#include "llvm/ADT/ArrayRef.h"

namespace lz {

// Prints the rules if one of the arguments is --list-rules. A line is for example:
//   lz-canonicalize      slice-of-pad    slice(pad(x, v)) -> slice(x), no element is from the edges
bool listRules(llvm::ArrayRef<char*> arguments);

} // namespace lz

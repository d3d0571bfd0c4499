// Reads attributes and types of vhlo, the dialect of portable artifacts, as their StableHLO
// equivalents. In vhlo each attribute and type has a version and a code that never changes.
#pragma once

#include "base/DType.h"
#include "formats/bytecode/entries/Dialects.h"

namespace lz::formats {

mlir::Attribute readVhloAttribute(EntryCursor& in);
mlir::Type readVhloType(EntryCursor& in);

// Returns vhlo's code for an element type. Returns nullopt for complex types, because their
// encoding also has the type of the parts.
std::optional<uint64_t> vhloCodeOf(DType dtype);

} // namespace lz::formats

// Reads attributes and types of vhlo, the dialect of portable artifacts, as their StableHLO
// equivalents. vhlo has the attributes and types of StableHLO, each with a version and a code that
// never changes. Source: the VHLO dialect of the StableHLO project.
#pragma once

#include "base/DType.h"
#include "formats/bytecode/entries/Dialects.h"

namespace lz::formats {

mlir::Attribute readVhloAttribute(EntryCursor& in);
mlir::Type readVhloType(EntryCursor& in);

// Returns vhlo's code for an element type, or nullopt for complex types, whose encoding refers to
// the type of their parts.
std::optional<uint64_t> vhloCodeOf(DType dtype);

} // namespace lz::formats

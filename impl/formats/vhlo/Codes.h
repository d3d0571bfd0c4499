// Attributes and types of vhlo, the dialect of portable artifacts. They are those of StableHLO,
// each with a version and a number that never changes. Reading them gives their StableHLO
// equivalents. Source: the VHLO dialect of the StableHLO project.
#pragma once

#include "base/DType.h"
#include "formats/bytecode/entries/Dialects.h"

namespace lz::formats {

mlir::Attribute readVhloAttribute(EntryCursor& in);
mlir::Type readVhloType(EntryCursor& in);

// Returns vhlo's number for an element type, or nullopt for complex numbers, which have parts.
std::optional<uint64_t> vhloCodeOf(DType dtype);

} // namespace lz::formats

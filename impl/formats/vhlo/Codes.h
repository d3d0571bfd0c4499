// Attributes and types of vhlo, the dialect of portable artifacts: those of StableHLO with a
// version each, and by numbers that never change. They are read as what they mean in StableHLO.
// Facts: the VHLO dialect of the StableHLO project.
#pragma once

#include "base/DType.h"
#include "formats/bytecode/entries/Dialects.h"

namespace lz::formats {

mlir::Attribute readVhloAttribute(EntryCursor& in);
mlir::Type readVhloType(EntryCursor& in);

// The number by which vhlo writes an element type; nullopt for complex numbers, which have parts.
std::optional<uint64_t> vhloCodeOf(DType dtype);

} // namespace lz::formats

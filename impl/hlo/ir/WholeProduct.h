// The attribute of a product that a loop computes slice by slice.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace lz::hlo {

// The numbers of rows and columns of the product before it was split, as array<i64: m, n>. They
// decide in which order sums are added up, so that slices have the same bits as the whole.
inline constexpr llvm::StringLiteral kWholeProduct = "lz.whole_product";

} // namespace lz::hlo

// Rewrites element types that MLIR 19 does not have (ir/SmallFloatType.h), in the text of a module:
//
//   tensor<2xf8E3M4>                    tensor<2x!stablehlo.f8E3M4>
//   dense<[0.0, 1.5]>               ->  #stablehlo.codes<dense<[0, 56]> : tensor<2xui8>, f8E3M4>
//     : tensor<2xf8E3M4>
#pragma once

#include <string>

namespace lz::formats {

// Returns the text with element types that the parser can read. Line numbers do not change.
std::string withOwnTypes(std::string text);

// Returns a printed text with StableHLO's names for the types that MLIR 19 does not have.
std::string withoutOwnTypes(std::string text);

} // namespace lz::formats

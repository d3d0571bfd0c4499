// The types that MLIR 19 does not have (ir/SmallFloatType.h), in text:
//
//   tensor<2xf8E3M4>                    tensor<2x!stablehlo.f8E3M4>
//   dense<[0.0, 1.5]>               ->  #stablehlo.codes<dense<[0, 56]> : tensor<2xui8>, f8E3M4>
//     : tensor<2xf8E3M4>
#pragma once

#include <string>

namespace lz {

// As the parser reads them, in the same lines.
std::string withOwnTypes(std::string text);

// What has been printed, with the types as StableHLO spells them.
std::string withoutOwnTypes(std::string text);

} // namespace lz

// The one custom call that Lazuli makes itself: the result is the operand, gradients stop there.
//
//   %s = stablehlo.custom_call @lz.stop_gradient(%x) : (tensor<3xf32>) -> tensor<3xf32>
//
// A custom call, so that a program with it is StableHLO to everybody; hlo/passes drops it.
#pragma once

#include <string_view>

namespace lz {

inline constexpr std::string_view kStopGradient = "lz.stop_gradient";

} // namespace lz

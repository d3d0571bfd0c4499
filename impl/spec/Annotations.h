// Custom calls that return their operand unchanged. They tell a partitioner where data is placed,
// or they tell autodiff that a value is a constant. The compiler removes these calls, because they
// have no effect on the results of one device.
//
//   %s = stablehlo.custom_call @lz.stop_gradient(%x) : (tensor<3xf32>) -> tensor<3xf32>
//
// Lazuli itself makes this call. It is a custom call so that programs stay valid StableHLO.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace lz {

inline constexpr std::string_view kStopGradient = "lz.stop_gradient";

inline constexpr std::string_view kAnnotations[] = {
    "Sharding",   "SPMDFullToShardShape", "SPMDShardToFullShape",      "LayoutConstraint",
    "MoveToHost", "MoveToDevice",         "annotate_device_placement", kStopGradient};

inline bool isAnnotation(std::string_view target) {
  return std::find(std::begin(kAnnotations), std::end(kAnnotations), target) !=
         std::end(kAnnotations);
}

} // namespace lz

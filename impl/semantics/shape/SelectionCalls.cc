#include "semantics/shape/SelectionCalls.h"

#include "semantics/shape/Checks.h"

namespace lz::shape {
namespace {

constexpr std::string_view kApproximate =
    "takes elements, their indices or other s32 values, and a scalar of each of the two types, "
    "with a called computation that compares its first two parameters by LT or GT";
constexpr std::string_view kExact =
    "takes elements, selects along their last dimension, and may have k, largest, and a called "
    "computation that compares its first two parameters by LT or GT";

struct Target {
  std::string_view name, takes;
};
constexpr Target kTargets[] = {
    {"ApproxTopK", kApproximate},
    {"PartialReduce", kApproximate},
    {"TopK", kExact},
    {"mhlo.topk", kExact},
};

} // namespace

Status refuseSelectionCall(std::string_view target, absl::Span<const TensorType> operands,
                           absl::Span<const TensorType> results) {
  for (const Target& known : kTargets)
    if (known.name == target)
      return invalidArgument("[custom_call] \"", target, "\" ", known.takes,
                             ", and returns at most as many values as there are elements, with "
                             "their indices as s32; here it is ",
                             shape::typesStr(operands), " -> ", shape::typesStr(results),
                             ": change these types, use chlo.top_k, or register a function of "
                             "this name with lz_context_register_host_call");
  return okStatus();
}

} // namespace lz::shape

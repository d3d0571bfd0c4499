#include "semantics/shape/SelectionCalls.h"

#include "semantics/shape/Checks.h"

namespace lz::shape {
namespace {

constexpr std::string_view kApproximate =
    "takes elements, their places or other s32 that go with them, and a scalar of each type, with "
    "a called computation that compares its first two parameters by LT or GT";
constexpr std::string_view kExact =
    "takes elements, of which it selects along the last dimension, and may have k, largest, and a "
    "called computation that compares its first two parameters by LT or GT";

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
                             ", and gives no more values than there are elements, with their "
                             "places in s32; here it is ",
                             shape::typesStr(operands), " -> ", shape::typesStr(results),
                             ": change these types, use chlo.top_k, or register a function of "
                             "this name with lz_context_register_host_call");
  return okStatus();
}

} // namespace lz::shape
